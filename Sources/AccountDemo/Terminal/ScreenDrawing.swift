import Presentation

/// The drawing of screens on a terminal of some size; the same content gives the same cells.
package struct ScreenDrawing: Sendable {
    /// The size below which labels are above fields and empty lines are omitted.
    package static let compactLimit = (columns: 60, rows: 20)

    private static let widest = 68
    private static let labelColumns = 22

    private let columns: Int
    private let rows: Int

    /// Whether the terminal is smaller than ``compactLimit``.
    package var isCompact: Bool { columns < Self.compactLimit.columns || rows < Self.compactLimit.rows }

    /// The column of fields and of the rules and messages below them.
    private var indent: Int { isCompact ? 0 : Self.labelColumns }

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Draws a screen, or only the elements around the focus if there is no room for all.
    package func draw(_ content: ScreenContent) -> CellGrid {
        var content = content
        if let picture = content.picture {
            if let screen = draw(picture) { return screen }
            content.elements.insert(.text(picture.smallScreenText), at: 0)
        }
        var screen = CellGrid(columns: columns, rows: rows)
        // Beside the form are the frame and the mark of the focus.
        let width = min(columns - (isCompact ? 2 : 8), Self.widest)
        guard width > 0, rows > 0 else { return screen }
        let left = isCompact ? 1 : (columns - width) / 2

        drawBar(content.title, content.context, on: &screen)
        var bottom = rows
        if rows > 3, !content.help.isEmpty {
            bottom -= 1
            screen.write(content.help.fitting(columns - 2), row: bottom, column: 1, style: .gray)
        }
        if rows > 4, let status = content.status {
            bottom -= 1
            screen.write(status.fitting(width), row: bottom, column: left, style: .bold)
        }
        let body = drawElements(content, width: width)
        let frame = isCompact ? nil : 1..<bottom - 1
        // Rules come and go with the focus, and must not move what is above them.
        let spare = bottom - 3 - (body.grid.rows.count - content.elements.count(where: \.isRule))
        let top = isCompact ? 1 : 2 + max(spare, 0) / 3
        let room = max((frame?.upperBound ?? bottom) - top, 0)
        let first = Self.firstRow(of: body.grid.rows.count, in: room, around: body.focus)
        screen.draw(body.grid, rows: first..<(first + room), row: top, column: left)
        if let row = body.focus?.lowerBound, (first..<first + room).contains(row), content.alert == nil {
            screen.write("▌", row: top + row - first, column: isCompact ? 0 : left - 2, style: .accent)
        }
        if let frame { drawFrame(frame, on: &screen) }
        // What has no room is above or below.
        if first > 0 { screen.write("▲", row: top, column: columns - 1, style: .accent) }
        if first + room < body.grid.rows.count {
            screen.write("▼", row: top + room - 1, column: columns - 1, style: .accent)
        }
        if let alert = content.alert { draw(alert, on: &screen) }
        return screen
    }

    /// Draws a code with as much of its quiet zone as the screen has room for; nil if there is no room for one module of it.
    private func draw(_ picture: ScreenContent.Picture) -> CellGrid? {
        let lines = (1...QRCode.quietZone).reversed().lazy
            .map { picture.code.text(quietZone: $0).split(separator: "\n").map(String.init) }
            .first { $0.count <= rows && $0[0].count <= columns }
        guard let lines else { return nil }
        var screen = CellGrid(columns: columns, rows: rows)
        let top = (rows - lines.count) / 2
        // Some readers need dark modules on a light ground, also in a terminal with a light ground.
        let style: CellStyle = [.white, .onBlack]
        for (row, line) in lines.enumerated() { screen.write(line, row: top + row, column: 0, style: style) }
        let left = lines[0].count + 2
        guard columns - left >= Self.labelColumns else { return screen }
        for (row, line) in picture.caption.wrapped(to: columns - left).enumerated() {
            screen.write(line, row: top + row + 1, column: left)
        }
        return screen
    }

    /// Returns the first row to show, so that the focus is visible.
    private static func firstRow(of count: Int, in room: Int, around focus: Range<Int>?) -> Int {
        guard count > room, let focus else { return 0 }
        let centre = focus.lowerBound - max(room - focus.count, 0) / 2
        return min(max(centre, 0), count - room)
    }

    private func drawBar(_ title: String, _ context: String, on screen: inout CellGrid) {
        let text = " " + title.fitting(max(columns - 2, 0))
        // The title takes precedence.
        let end = text.columns + context.columns + 2 < columns ? context + " " : ""
        let space = String(repeating: " ", count: max(columns - text.columns - end.columns, 0))
        screen.write(text + space, row: 0, column: 0, style: [.bold, .reversed, .accent])
        screen.write(end, row: 0, column: columns - end.columns, style: [.reversed, .accent])
    }

    /// Draws lines around the form, from one row to another.
    private func drawFrame(_ frame: Range<Int>, on screen: inout CellGrid) {
        let line = String(repeating: "─", count: columns - 2)
        screen.write("╭" + line + "╮", row: frame.lowerBound, column: 0, style: .gray)
        for row in frame.dropFirst() {
            for column in [0, columns - 1] { screen.write("│", row: row, column: column, style: .gray) }
        }
        screen.write("╰" + line + "╯", row: frame.upperBound, column: 0, style: .gray)
    }

    // MARK: Elements

    private func drawElements(_ content: ScreenContent, width: Int) -> (grid: CellGrid, focus: Range<Int>?) {
        var grid = CellGrid(columns: width, rows: 0)
        var focus: Range<Int>?
        for (place, element) in content.elements.enumerated() {
            let start = grid.rows.count
            draw(element, hasFocus: content.focus == place && content.alert == nil, on: &grid)
            if content.focus == place { focus = start..<grid.rows.count }
            // Rules belong to the field above them.
            if case .rule = element, let field = focus, field.upperBound == start {
                focus = field.lowerBound..<grid.rows.count
            }
        }
        return (grid, focus)
    }

    private func draw(_ element: ScreenElement, hasFocus: Bool, on grid: inout CellGrid) {
        let width = grid.columns
        switch element {
        case .gap:
            if !isCompact { grid.add("") }
        case .text(let text, let style):
            for line in text.wrapped(to: width) { grid.add(line, style: style) }
        case .rule(let text, let status):
            let (sign, style): (String, CellStyle) =
                switch status {
                case .satisfied: ("✔ ", .green)
                case .violated: ("✘ ", .red)
                case .pending: ("· ", .gray)
                }
            grid.add((sign + text).fitting(width - indent), column: indent, style: style)
        case .checkBox(let title, let isOn):
            grid.add("[\(isOn ? "x" : " ")] \(title)".fitting(width), style: hasFocus ? [.reversed, .accent] : .plain)
        case .button(let title, let isEnabled, let isDestructive):
            let color: CellStyle = isDestructive ? .red : hasFocus ? .accent : .plain
            let style: CellStyle = !isEnabled ? .gray : hasFocus ? [.reversed, color] : [.bold, color]
            grid.add("⟨ \(title) ⟩".fitting(width), style: style)
        case .field(let field):
            draw(field, hasFocus: hasFocus, on: &grid)
        }
    }

    private func draw(_ field: ScreenElement.Field, hasFocus: Bool, on grid: inout CellGrid) {
        let room = grid.columns - indent - 2
        // The signs mean the same as the colours, for terminals without colours.
        let (sign, color): (String, CellStyle) =
            switch field.mark {
            case .neutral: (" ", hasFocus ? .accent : .plain)
            case .valid: ("✔", .green)
            case .invalid, .rejected: ("✘", .red)
            }
        let labelStyle: CellStyle = hasFocus ? [.bold, .accent] : .plain
        grid.add(field.label.fitting(isCompact ? grid.columns : indent - 1), style: labelStyle)
        if isCompact { grid.add("") }
        let row = grid.rows.count - 1
        let window = field.editor.window(columns: room, mask: field.isMasked ? "•" : nil)
        let text = window.text + String(repeating: " ", count: max(room - window.text.columns, 0))
        let style = color.union(field.mark == .rejected ? .reversed : .underlined)
        grid.write(text, row: row, column: indent, style: style)
        grid.write(sign, row: row, column: indent + room + 1, style: color)
        for line in field.message?.wrapped(to: max(room, 1)) ?? [] { grid.add(line, column: indent, style: color) }
        if hasFocus { grid.cursor = CellGrid.Position(row: row, column: indent + window.cursorColumn) }
    }

    // MARK: Alert

    /// Returns the lines that fit, with an ellipsis if some are missing.
    private static func first(_ count: Int, of lines: [String]) -> [String] {
        guard count < lines.count, count > 0 else { return Array(lines.prefix(count)) }
        return lines.prefix(count - 1) + [lines[count - 1] + " …"]
    }

    /// A button of an alert, with its index and column.
    private typealias PlacedButton = (text: String, place: Int, column: Int)

    /// Places buttons side by side, in as many lines as needed.
    private static func lines(of buttons: [String], width: Int) -> [[PlacedButton]] {
        var lines: [[PlacedButton]] = [[]]
        var column = 0
        for (place, text) in buttons.enumerated() {
            if column > 0, column + text.columns > width {
                lines.append([])
                column = 0
            }
            lines[lines.count - 1].append((text, place, column))
            column += text.columns + 1
        }
        return lines
    }

    private func draw(_ alert: ScreenContent.Alert, on screen: inout CellGrid) {
        let inner = min(max(columns - 8, 8), 46)
        let lines = Self.lines(of: alert.buttons.map { "⟨ \($0) ⟩".fitting(inner) }, width: inner)
        // Only the buttons around the selected one are shown if there is no room for all.
        let focus = lines.firstIndex { $0.contains { $0.place == alert.selection } } ?? 0
        let room = max(rows - 5, 1)
        let first = Self.firstRow(of: lines.count, in: room, around: focus..<focus + 1)
        let buttons = Array(lines.dropFirst(first).prefix(room))
        // The buttons take precedence over the message, which is cut.
        let title = Array(alert.title.wrapped(to: inner).prefix(max(rows - 4 - buttons.count, 1)))
        let texts = alert.message.split(separator: "\n").flatMap { String($0).wrapped(to: inner) }
        let message = Self.first(max(rows - 3 - buttons.count - title.count, 0), of: texts)
        let height = title.count + message.count + buttons.count + 3
        // The selected button is always visible.
        let selected = height - 1 - buttons.count + focus - first
        let top = height > rows ? max(min(rows - 1 - selected, 0), rows - height) : (rows - height) / 2
        let left = max((columns - inner - 4) / 2, 0)
        var rows: [[(text: String, column: Int, style: CellStyle)]] = title.map { [($0, 0, .bold)] }
        rows += message.map { [($0, 0, .plain)] }
        rows.append([])
        rows += buttons.map { line in
            line.map { ($0.text, $0.column, $0.place == alert.selection ? .reversed : .plain) }
        }
        func border(_ first: String, _ middle: String, _ last: String, row: Int) {
            let line = first + String(repeating: middle, count: inner + 2) + last
            screen.write(line, row: row, column: left, style: .accent)
        }
        border("╭", "─", "╮", row: top)
        for (row, parts) in zip((top + 1)..., rows) {
            border("│", " ", "│", row: row)
            for part in parts { screen.write(part.text, row: row, column: left + 2 + part.column, style: part.style) }
        }
        border("╰", "─", "╯", row: top + height - 1)
        screen.cursor = nil
    }
}
