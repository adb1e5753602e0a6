import AccountDemo

/// A terminal that supports the escape sequences of the program, and stores the resulting screen.
struct ScreenEmulator {
    private(set) var cells: [[Cell]]
    private(set) var cursor = CellGrid.Position(row: 0, column: 0)
    private(set) var showsCursor = false

    /// The unsupported sequences and styles, and the characters outside the screen.
    private(set) var violations: [String] = []

    /// Whether the terminal knows no sequences of emoji, and shows each part of them on its own.
    var splitsSequences = false

    private var style = CellStyle.plain

    /// The numbers that select each style in any palette.
    private static let styles: [[Int]: CellStyle] = {
        var styles: [[Int]: CellStyle] = [:]
        for palette in [.themed] + Palette.Ground.allCases.flatMap({ [Palette.indexed($0), .exact($0)] }) {
            for style in (0..<10).map({ CellStyle(rawValue: 1 << $0) }) {
                let numbers = palette.sequence(for: style).dropFirst(2).dropLast().split(separator: ";")
                styles[numbers.dropFirst().compactMap { Int($0) }] = style
            }
        }
        return styles
    }()

    init(columns: Int, rows: Int) {
        cells = Array(repeating: Array(repeating: .blank, count: columns), count: rows)
    }

    /// The characters without their styles.
    var text: String {
        cells.map { row in String(row.compactMap(\.character)) }.joined(separator: "\n")
    }

    mutating func receive(_ output: String) {
        var rest = Substring(output)
        while let first = rest.first {
            guard first == "\u{1B}" else {
                rest.removeFirst()
                for part in splitsSequences ? first.unicodeScalars.map({ Character($0) }) : [first] { put(part) }
                continue
            }
            // A text for the clipboard changes nothing on the screen.
            if let copy = rest.prefixMatch(of: #/\u{1B}\]52;c;[A-Za-z0-9+\/]*=*\u{1B}\\/#) {
                rest = rest[copy.range.upperBound...]
                continue
            }
            guard let match = rest.prefixMatch(of: #/\u{1B}\[(\??)([0-9;]*)([A-Za-z])/#) else {
                violations.append(String(rest.prefix(8)))
                return
            }
            rest = rest[match.range.upperBound...]
            obey(isPrivate: !match.1.isEmpty, match.2.split(separator: ";").compactMap { Int($0) }, match.3)
        }
    }

    private mutating func obey(isPrivate: Bool, _ numbers: [Int], _ final: Substring) {
        switch (isPrivate, final, numbers) {
        case (true, "h", [25]): showsCursor = true
        case (true, "l", [25]): showsCursor = false
        case (true, _, [2026]), (true, _, [1049]), (true, _, [2004]), (true, _, [1000]), (true, _, [1006]): break
        case (false, "H", _) where numbers.count == 2:
            cursor = CellGrid.Position(row: numbers[0] - 1, column: numbers[1] - 1)
        case (false, "J", [2]):
            cells = cells.map { $0.map { _ in .blank } }
        case (false, "m", _):
            style = .plain
            var rest = numbers.dropFirst()
            while let first = rest.first {
                // An exact colour has five numbers, and the title has two colours.
                let codes = (1...10).reversed().map { Array(rest.prefix($0)) }
                let code = codes.first { Self.styles[$0] != nil } ?? [first]
                rest = rest.dropFirst(code.count)
                let known = Self.styles[code]
                if let known { style.formUnion(known) } else { violations.append("style \(code)") }
            }
        default: violations.append("\(numbers) \(final)")
        }
    }

    /// Writes a character as terminals do: it removes the other half of a wide character that it overwrites.
    private mutating func put(_ character: Character) {
        if ["\u{200D}", "\u{FE0F}"].contains(character) { return }
        let width = character.columns
        guard cells.indices.contains(cursor.row), cursor.column + width <= cells[cursor.row].count else {
            violations.append("\(character) outside")
            return
        }
        var row = cells[cursor.row]
        if row[cursor.column].character == nil, cursor.column > 0 { row[cursor.column - 1].character = " " }
        let next = cursor.column + width
        if next < row.count, row[next].character == nil { row[next].character = " " }
        row[cursor.column] = Cell(character: character, style: style)
        if width == 2 { row[cursor.column + 1] = Cell(character: nil, style: style) }
        cells[cursor.row] = row
        cursor.column = next
    }
}
