import AccountDemo

extension CellGrid {
    /// The screen as a picture in SVG 1.1, in which every word has a fixed place and width in any font.
    var svg: String {
        let (cell, line, margin) = (9, 20, 12)
        let (width, height) = (columns * cell + 2 * margin, rows.count * line + 2 * margin)
        var picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="15">
            <rect width="\(width)" height="\(height)" rx="8" fill="#1b1f24"/>

            """
        for (number, row) in rows.enumerated() {
            let top = margin + number * line
            for run in Self.runs(of: row) {
                let (start, count) = (margin + run.columns.lowerBound * cell, run.columns.count)
                if run.style.contains(.reversed) {
                    picture += "<rect x=\"\(start)\" y=\"\(top)\" width=\"\(count * cell)\" height=\"\(line)\""
                    picture += " fill=\"\(Self.paint(run.style))\"/>\n"
                }
                if run.style.contains(.underlined) {
                    picture += "<rect x=\"\(start)\" y=\"\(top + line - 3)\" width=\"\(count * cell)\" height=\"1\""
                    picture += " fill=\"\(Self.paint(run.style))\"/>\n"
                }
                let fill = run.style.contains(.reversed) ? "#1b1f24" : Self.paint(run.style)
                let weight = run.style.contains(.bold) ? " font-weight=\"bold\"" : ""
                for word in Self.words(of: row, in: run.columns) {
                    let (x, length) = (margin + word.columns.lowerBound * cell, word.columns.count * cell)
                    picture += "<text x=\"\(x)\" y=\"\(top + 15)\" textLength=\"\(length)\""
                    picture += " lengthAdjust=\"spacingAndGlyphs\" fill=\"\(fill)\"\(weight)>\(word.text)</text>\n"
                }
            }
        }
        return picture + "</svg>\n"
    }

    /// Returns the parts of a row that have the same style.
    private static func runs(of row: [Cell]) -> [(columns: Range<Int>, style: CellStyle)] {
        row.indices.reduce(into: []) { runs, column in
            if let last = runs.last, last.style == row[column].style {
                runs[runs.count - 1].columns = last.columns.lowerBound..<(column + 1)
            } else {
                runs.append((column..<(column + 1), row[column].style))
            }
        }
    }

    /// Returns the words of a part of a row.
    ///
    /// Each wide character is a separate word, because it can come from a font with other widths.
    private static func words(of row: [Cell], in columns: Range<Int>) -> [(columns: Range<Int>, text: String)] {
        var words: [(columns: Range<Int>, text: String)] = []
        var isOpen = false
        for column in columns {
            guard let character = row[column].character, character != " " else {
                isOpen = false
                continue
            }
            let isWide = column + 1 < row.count && row[column + 1].character == nil
            if isOpen, !isWide {
                words[words.count - 1].columns = words[words.count - 1].columns.lowerBound..<(column + 1)
                words[words.count - 1].text += escaped(character)
            } else {
                words.append((column..<(column + (isWide ? 2 : 1)), escaped(character)))
            }
            isOpen = !isWide
        }
        return words
    }

    private static func paint(_ style: CellStyle) -> String {
        if style.contains(.red) { return "#ff7b72" }
        if style.contains(.green) { return "#7ee787" }
        if style.contains(.accent) { return "#56d4dd" }
        return style.contains(.gray) ? "#8b949e" : "#e6e6e6"
    }

    private static func escaped(_ character: Character) -> String {
        switch character {
        case "<": "&lt;"
        case ">": "&gt;"
        case "&": "&amp;"
        default: String(character)
        }
    }
}
