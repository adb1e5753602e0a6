import AccountDemo

extension CellGrid {
    private static let (cell, line, margin, bar) = (9, 20, 12, 28)

    /// The screen in the window of a terminal as a picture in SVG 1.1, in which every word has a fixed place and width in
    /// any font.
    ///
    /// The colours follow the reader's theme; a renderer without themes shows those of a dark one.
    var svg: String { opening + rows.indices.map(svg(row:)).joined() + "</svg>\n" }

    /// Returns an animation of screens of the same size in SVG 1.1, without a script; a row of cells that occurs several
    /// times is drawn once.
    ///
    /// - Parameter frames: The screens, and for how many milliseconds each is shown. A renderer without animations shows
    ///   the first one.
    /// - Returns: The picture.
    static func animation(of frames: [(screen: CellGrid, milliseconds: Int)]) -> String {
        guard let first = frames.first?.screen else { return "" }
        let duration = frames.map(\.milliseconds).reduce(0, +)
        var picture = first.opening
        for row in first.rows.indices {
            let drawings = frames.map { $0.screen.svg(row: row) }
            var seen: Set<String> = []
            for drawing in drawings where !drawing.isEmpty && seen.insert(drawing).inserted {
                guard drawings.contains(where: { $0 != drawing }) else {
                    picture += drawing
                    continue
                }
                var (times, values, time): ([String], [String], Int) = ([], [], 0)
                for (frame, other) in zip(frames, drawings) {
                    let value = other == drawing ? "visible" : "hidden"
                    if values.last != value {
                        times.append(share(time, of: duration))
                        values.append(value)
                    }
                    time += frame.milliseconds
                }
                picture += "<g visibility=\"\(values[0])\">\n\(drawing)<animate attributeName=\"visibility\""
                picture += " calcMode=\"discrete\" dur=\"\(duration)ms\" repeatCount=\"indefinite\""
                picture += " keyTimes=\"\(times.joined(separator: ";"))\" values=\"\(values.joined(separator: ";"))\"/>"
                picture += "</g>\n"
            }
        }
        return picture + "</svg>\n"
    }

    /// Returns a part of a duration as a number between 0 and 1 with four digits.
    private static func share(_ time: Int, of duration: Int) -> String {
        let digits = String(time * 10_000 / duration)
        return time == 0 ? "0" : "0." + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// The beginning of a picture, with the window of the terminal.
    private var opening: String {
        let width = columns * Self.cell + 2 * Self.margin
        let height = rows.count * Self.line + Self.margin + Self.bar
        let circles = ["#ff5f57", "#febc2e", "#28c840"].enumerated().map { place, color in
            "<circle cx=\"\(18 + 18 * place)\" cy=\"14\" r=\"5\" fill=\"\(color)\"/>"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="15">
            <style>
            \(Self.rules(\.dark))
            @media (prefers-color-scheme: light) {
            \(Self.rules(\.light))
            }
            </style>
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8" class="ground"/>
            <rect x="0.5" y="0.5" width="\(width - 1)" height="\(height - 1)" rx="8" class="border-line"/>
            \(circles.joined())
            <text x="\(width / 2)" y="19" text-anchor="middle" font-size="13" class="dim">account-demo</text>

            """
    }

    /// The colours of a picture by their names; a QR code has the same ones on any ground.
    private static let colors: [(name: String, dark: String, light: String)] =
        [
            ("ground", "#1b1f24", "#ffffff"), ("border", "#3d444d", "#d1d9e0"), ("plain", "#e6e6e6", "#1f2328"),
            ("dim", "#8b949e", "#59636e"), ("white", "#ffffff", "#ffffff"), ("black", "#000000", "#000000"),
        ]
        + [("red", CellStyle.red), ("green", .green), ("accent", .accent)].map { name, style in
            (name, color(of: style, on: .dark), color(of: style, on: .light))
        }

    /// Returns the colour of a style as in HTML.
    private static func color(of style: CellStyle, on ground: Palette.Ground) -> String {
        let numbers = Palette.exact(ground).sequence(for: style).dropLast().split(separator: ";").suffix(3)
        return "#" + numbers.compactMap { UInt8($0) }.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the style sheet of the colours of a ground.
    private static func rules(_ color: ((name: String, dark: String, light: String)) -> String) -> String {
        colors.map { ".\($0.name){fill:\(color($0))}.\($0.name)-line{fill:none;stroke:\(color($0))}" }
            .joined(separator: "\n")
    }

    /// Returns the drawing of a row, with the cursor if it is there.
    private func svg(row number: Int) -> String {
        let (row, top) = (rows[number], Self.bar + number * Self.line)
        var drawing = ""
        for run in Self.runs(of: row) {
            let start = Self.margin + run.columns.lowerBound * Self.cell
            func rect(_ y: Int, _ height: Int, _ name: String, _ rendering: String = "") -> String {
                "<rect x=\"\(start)\" y=\"\(y)\" width=\"\(run.columns.count * Self.cell)\" height=\"\(height)\""
                    + " class=\"\(name)\"\(rendering)/>\n"
            }
            let crisp = " shape-rendering=\"crispEdges\""
            let isFilled = !run.style.isDisjoint(with: [.reversed, .bar])
            if run.style.contains(.onBlack) { drawing += rect(top, Self.line, "black", crisp) }
            let blocks = Self.blocks(of: row, in: run.columns, top: top)
            if !blocks.isEmpty { drawing += "<path d=\"\(blocks)\" class=\"\(Self.color(of: run.style))\"\(crisp)/>\n" }
            // Otherwise, two parts of a row have a gap in a picture that is scaled.
            if isFilled { drawing += rect(top, Self.line, Self.color(of: run.style), crisp) }
            let color = isFilled ? "ground" : Self.color(of: run.style)
            if run.style.contains(.underlined) { drawing += rect(top + Self.line - 3, 1, color) }
            let weight = run.style.contains(.bold) ? " font-weight=\"bold\"" : ""
            let strokes = Self.strokes(of: row, in: run.columns, top: top)
            if !strokes.isEmpty {
                drawing += "<path d=\"\(strokes)\" class=\"\(color)-line\"/>\n"
            }
            for word in Self.words(of: row, in: run.columns) {
                let (x, length) = (
                    Self.margin + word.columns.lowerBound * Self.cell, word.columns.count * Self.cell
                )
                drawing += "<text x=\"\(x)\" y=\"\(top + 15)\" textLength=\"\(length)\""
                drawing += " lengthAdjust=\"spacingAndGlyphs\" class=\"\(color)\"\(weight)>\(word.text)</text>\n"
            }
        }
        if let cursor, cursor.row == number {
            let x = Self.margin + cursor.column * Self.cell
            drawing += "<rect x=\"\(x)\" y=\"\(top + 2)\" width=\"2\" height=\"\(Self.line - 4)\" class=\"plain\"/>\n"
        }
        return drawing
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

    /// Returns the lines of a frame in a part of a row, which would have gaps between them as characters.
    private static func strokes(of row: [Cell], in columns: Range<Int>, top: Int) -> String {
        let (middle, bottom) = (top + line / 2, top + line)
        return columns.map { column in
            let (left, right) = (margin + column * cell, margin + (column + 1) * cell)
            let centre = (left + right) / 2
            return switch row[column].character {
            case "─":
                column > columns.lowerBound && row[column - 1].character == "─"
                    ? "H\(right)" : "M\(left) \(middle)H\(right)"
            case "│": "M\(centre) \(top)V\(bottom)"
            case "╭": "M\(centre) \(bottom)Q\(centre) \(middle) \(right) \(middle)"
            case "╮": "M\(left) \(middle)Q\(centre) \(middle) \(centre) \(bottom)"
            case "╰": "M\(centre) \(top)Q\(centre) \(middle) \(right) \(middle)"
            case "╯": "M\(left) \(middle)Q\(centre) \(middle) \(centre) \(top)"
            default: ""
            }
        }.joined().replacing(#/(H\d+)+(?=H)/#, with: "")
    }

    /// Returns the halves of cells that a QR code consists of, which would have gaps between them as characters.
    private static func blocks(of row: [Cell], in columns: Range<Int>, top: Int) -> String {
        [("▀█", top), ("▄█", top + line / 2)].map { characters, top in
            func isBlock(_ column: Int) -> Bool { row[column].character.map(characters.contains) ?? false }
            let starts = columns.filter { isBlock($0) && ($0 == columns.lowerBound || !isBlock($0 - 1)) }
            return starts.map { start in
                let width = columns.filter { $0 >= start }.prefix(while: isBlock).count * cell
                return "M\(margin + start * cell) \(top)h\(width)v\(line / 2)h-\(width)z"
            }.joined()
        }.joined()
    }

    /// Returns the words of a part of a row.
    ///
    /// Each wide character is a separate word, because it can come from a font with other widths.
    private static func words(of row: [Cell], in columns: Range<Int>) -> [(columns: Range<Int>, text: String)] {
        var words: [(columns: Range<Int>, text: String)] = []
        var isOpen = false
        for column in columns {
            guard let character = row[column].character, !" ─│╭╮╰╯▀▄█".contains(character) else {
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

    /// Returns the name of the colour of a style.
    private static func color(of style: CellStyle) -> String {
        if style.contains(.red) { return "red" }
        if style.contains(.green) { return "green" }
        if !style.isDisjoint(with: [.accent, .bar]) { return "accent" }
        if style.contains(.white) { return "white" }
        return style.contains(.dim) ? "dim" : "plain"
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
