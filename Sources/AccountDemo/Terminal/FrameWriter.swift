/// A writer of frames to a terminal, which sends only differences.
package struct FrameWriter: Sendable {
    package let palette: Palette

    private var shown: CellGrid?

    package init(in palette: Palette) {
        self.palette = palette
    }

    /// Returns the output that shows a frame; nothing if it is shown already.
    package mutating func output(for frame: CellGrid) -> String {
        guard frame != shown else { return "" }
        var output = ""
        let before = shown.flatMap { $0.columns == frame.columns && $0.rows.count == frame.rows.count ? $0 : nil }
        if before == nil { output += "\u{1B}[0m\u{1B}[2J" }
        var style = CellStyle.plain
        for (number, row) in frame.rows.enumerated() where row != before?.rows[number] {
            write(row, number, before: before?.rows[number], style: &style, to: &output)
        }
        if style != .plain { output += "\u{1B}[0m" }
        if let cursor = frame.cursor { output += Self.move(cursor.row, cursor.column) + "\u{1B}[?25h" }
        shown = frame
        // The cursor is hidden while it moves, and the output is synchronised if the terminal supports that.
        return "\u{1B}[?2026h\u{1B}[?25l" + output + "\u{1B}[?2026l"
    }

    private func write(
        _ row: [Cell],
        _ number: Int,
        before: [Cell]?,
        style: inout CellStyle,
        to output: inout String
    ) {
        var column = 0
        // Where the terminal has another width for a character, it may show remains of it in any cell.
        let isUncertain = (row + (before ?? [])).contains(where: \.hasUncertainWidth)
        // The column of the terminal's cursor, if known.
        var reached: Int?
        while column < row.count {
            let cell = row[column]
            let width = row.width(at: column)
            defer { column += width }
            let range = column..<min(column + width, row.count)
            let isChanged = isUncertain || before.map { $0[range] != row[range] } ?? (cell != .blank)
            guard let character = cell.character, isChanged else { continue }
            if reached != column { output += Self.move(number, column) }
            if cell.style != style {
                style = cell.style
                output += palette.sequence(for: style)
            }
            if cell.hasUncertainWidth {
                output += String(repeating: " ", count: width) + Self.move(number, column)
            }
            output.append(character)
            reached = cell.hasUncertainWidth ? nil : column + width
        }
    }

    private static func move(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
