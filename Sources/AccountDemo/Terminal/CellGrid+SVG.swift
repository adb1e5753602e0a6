extension CellGrid {
    /// The screen as a picture (SVG 1.1), with a place of its own for every character, whatever fonts there are.
    package var svg: String {
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
                if run.style.isReversed {
                    picture += "<rect x=\"\(start)\" y=\"\(top)\" width=\"\(count * cell)\" height=\"\(line)\""
                    picture += " fill=\"\(Self.paint(run.style.color))\"/>\n"
                }
                if run.style.isUnderlined {
                    picture += "<rect x=\"\(start)\" y=\"\(top + line - 3)\" width=\"\(count * cell)\" height=\"1\""
                    picture += " fill=\"\(Self.paint(run.style.color))\"/>\n"
                }
                let characters = run.columns.compactMap { column in row[column].character.map { (column, $0) } }
                    .filter { $0.1 != " " }
                guard !characters.isEmpty else { continue }
                let places = characters.map { String(margin + $0.0 * cell) }.joined(separator: " ")
                let fill = run.style.isReversed ? "#1b1f24" : Self.paint(run.style.color)
                let weight = run.style.isBold ? " font-weight=\"bold\"" : ""
                let text = characters.map { Self.escaped($0.1) }.joined()
                picture += "<text x=\"\(places)\" y=\"\(top + 15)\" fill=\"\(fill)\"\(weight)>\(text)</text>\n"
            }
        }
        return picture + "</svg>\n"
    }

    /// The parts of a line that look alike.
    private static func runs(of row: [Cell]) -> [(columns: Range<Int>, style: CellStyle)] {
        row.indices.reduce(into: []) { runs, column in
            if let last = runs.last, last.style == row[column].style {
                runs[runs.count - 1].columns = last.columns.lowerBound..<(column + 1)
            } else {
                runs.append((column..<(column + 1), row[column].style))
            }
        }
    }

    private static func paint(_ color: CellColor?) -> String {
        switch color {
        case nil: "#e6e6e6"
        case .red: "#ff7b72"
        case .green: "#7ee787"
        case .yellow: "#f2cc60"
        case .blue: "#79c0ff"
        case .magenta: "#d2a8ff"
        case .cyan: "#56d4dd"
        case .gray: "#8b949e"
        }
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
