/// A place on the screen for one narrow character, or for half of a wide one.
package struct Cell: Hashable, Sendable {
    /// The character, or nil for the second half of the wide one to the left.
    package var character: Character?

    package var style: CellStyle

    package init(character: Character?, style: CellStyle) {
        self.character = character
        self.style = style
    }

    package static let blank = Cell(character: " ", style: .plain)
}
