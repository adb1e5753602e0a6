package struct CellGrid: Hashable, Sendable {
    /// A position, counted from the upper left corner.
    package struct Position: Hashable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    package let columns: Int
    package private(set) var rows: [[Cell]]

    /// The position of the cursor; nil if it is hidden.
    package var cursor: Position?

    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = Array(repeating: Array(repeating: .blank, count: max(columns, 0)), count: max(rows, 0))
    }

    /// Writes one line, clipped to the screen.
    package mutating func write(_ text: some StringProtocol, row: Int, column: Int, style: CellStyle = .plain) {
        var column = column
        for character in text {
            let shown = character.shown
            let width = shown.columns
            put(Cell(character: shown, style: style), width, row: row, column: column)
            column += width
        }
    }

    /// Writes a narrow character into some cells of a row, clipped to the screen.
    mutating func fill(_ columns: Range<Int>, row: Int, with character: Character = " ", style: CellStyle) {
        for column in columns { put(Cell(character: character, style: style), 1, row: row, column: column) }
    }

    /// Draws lines around a part of the screen: on its first and last column, and from the first row to the upper bound.
    mutating func drawFrame(_ rows: Range<Int>, _ columns: Range<Int>, style: CellStyle) {
        guard let left = columns.first, let right = columns.last else { return }
        for row in rows.dropFirst() {
            for column in [left, right] { write("│", row: row, column: column, style: style) }
        }
        for (row, first, last) in [(rows.lowerBound, "╭", "╮"), (rows.upperBound, "╰", "╯")] {
            fill(columns.dropFirst().dropLast(), row: row, with: "─", style: style)
            write(first, row: row, column: left, style: style)
            write(last, row: row, column: right, style: style)
        }
    }

    /// Underlines the first place of a text in a row, in upper or lower case.
    mutating func underline(_ text: String, row: Int) {
        let columns = rows[row].indices.filter { rows[row][$0].character != nil }
        let line = columns.map { rows[row][$0].character?.lowercased() }
        let sought = text.map { Optional($0.shown.lowercased()) }
        guard let start = line.indices.first(where: { line[$0...].starts(with: sought) }) else { return }
        let end = columns.dropFirst(start + sought.count).first ?? rows[row].count
        for column in columns[start]..<end { rows[row][column].style.insert([.bold, .underlined]) }
    }

    /// Adds a row at the bottom, and writes a line there.
    mutating func add(_ text: String, column: Int = 0, style: CellStyle = .plain) {
        rows.append(Array(repeating: .blank, count: columns))
        write(text, row: rows.count - 1, column: column, style: style)
    }

    /// Copies some rows of another screen, clipped to this one.
    package mutating func draw(_ other: CellGrid, rows range: Range<Int>, row: Int, column: Int) {
        for number in range.clamped(to: other.rows.indices) {
            let cells = other.rows[number]
            for (place, cell) in cells.enumerated() where cell.character != nil {
                put(cell, cells.width(at: place), row: row + number - range.lowerBound, column: column + place)
            }
        }
        if let inner = other.cursor, range.contains(inner.row) {
            cursor = Position(row: row + inner.row - range.lowerBound, column: column + inner.column)
        }
    }

    /// Returns the rows as lines of text, without trailing blanks.
    package func lines(in palette: Palette = .none) -> [String] {
        rows.map { row in
            var line = ""
            var style = CellStyle.plain
            let end = row.lastIndex { $0.character != " " } ?? -1
            for cell in row[...end] {
                guard let character = cell.character else { continue }
                if palette != .none, cell.style != style {
                    style = cell.style
                    line += palette.sequence(for: style)
                }
                line.append(character)
            }
            return style == .plain ? line : line + palette.sequence(for: .plain)
        }
    }

    /// Puts a character of one or two columns on the screen; a wide character that it covers in part is removed.
    private mutating func put(_ cell: Cell, _ width: Int, row: Int, column: Int) {
        guard rows.indices.contains(row), column >= 0 else { return }
        let next = column + width
        guard next <= columns else { return }
        if rows[row][column].character == nil, column > 0 { rows[row][column - 1].character = " " }
        if next < columns, rows[row][next].character == nil { rows[row][next].character = " " }
        rows[row][column] = cell
        if width == 2 { rows[row][column + 1] = Cell(character: nil, style: cell.style) }
    }
}

/// A cell of the screen, for a narrow character or half of a wide one.
package struct Cell: Hashable, Sendable {
    /// The character; nil in the second half of a wide one.
    package var character: Character?

    package var style: CellStyle

    package init(character: Character?, style: CellStyle) {
        self.character = character
        self.style = style
    }

    /// Whether terminals disagree about the width, as of emoji with modifiers, joiners or variation selectors.
    var hasUncertainWidth: Bool { character.map { $0.unicodeScalars.count > 1 } ?? false }

    package static let blank = Cell(character: " ", style: .plain)
}

extension [Cell] {
    /// Returns the number of columns of the character that begins in a cell.
    func width(at column: Int) -> Int {
        column + 1 < count && self[column + 1].character == nil ? 2 : 1
    }
}

/// The style of a cell; the default colour is the terminal's.
package struct CellStyle: OptionSet, Hashable, Sendable {
    package static let plain: CellStyle = []
    package static let bold = CellStyle(rawValue: 1 << 0)
    package static let underlined = CellStyle(rawValue: 1 << 1)
    package static let reversed = CellStyle(rawValue: 1 << 2)
    package static let red = CellStyle(rawValue: 1 << 3)
    package static let green = CellStyle(rawValue: 1 << 4)
    /// Less than the rest; unlike bright black, it is visible on any ground.
    package static let dim = CellStyle(rawValue: 1 << 5)
    package static let white = CellStyle(rawValue: 1 << 6)
    package static let onBlack = CellStyle(rawValue: 1 << 7)
    /// The colour of marks and frames; text has the default colour, which can be read on any ground.
    package static let accent = CellStyle(rawValue: 1 << 8)
    /// The row of the title, with the accent colour as its background.
    package static let bar = CellStyle(rawValue: 1 << 9)
    /// A QR code: some readers need dark modules on a light ground, also in a terminal with a light ground.
    package static let picture: CellStyle = [.white, .onBlack]

    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }
}
