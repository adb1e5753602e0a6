/// How a cell looks.
package struct CellStyle: Hashable, Sendable {
    /// The colour of the character, or nil for the terminal's own.
    package var color: CellColor?

    package var isBold = false
    package var isUnderlined = false
    package var isReversed = false

    package init(
        color: CellColor? = nil,
        isBold: Bool = false,
        isUnderlined: Bool = false,
        isReversed: Bool = false
    ) {
        self.color = color
        self.isBold = isBold
        self.isUnderlined = isUnderlined
        self.isReversed = isReversed
    }

    package static let plain = CellStyle()
    package static let bold = CellStyle(isBold: true)
    package static let reversed = CellStyle(isReversed: true)
    package static let faint = CellStyle(color: .gray)

    /// The same without its colour, for whoever wants none.
    package var uncolored: CellStyle {
        var style = self
        style.color = nil
        return style
    }
}
