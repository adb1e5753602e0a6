// An alert covers the middle of a screen; its buttons take precedence over its message.
extension ScreenDrawing {
    /// A button of an alert, with its index and column.
    private typealias PlacedButton = (text: String, place: Int, column: Int)

    /// The places of the parts of an alert.
    private struct AlertLayout {
        /// The columns within the border.
        var inner: Int
        var (top, left): (Int, Int)
        var (title, message): ([String], [String])

        /// The lines of buttons that have room.
        var buttons: [[PlacedButton]]

        /// The empty rows between the message and the buttons.
        var gap: Int

        /// The row of the first line of buttons.
        var buttonRow: Int { top + title.count + message.count + gap + 1 }

        /// The row of the lower border.
        var bottom: Int { buttonRow + buttons.count }
    }

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

    /// Returns the lines that fit, with an ellipsis if some are missing.
    private static func first(_ count: Int, of lines: [String]) -> [String] {
        guard count < lines.count, count > 0 else { return Array(lines.prefix(count)) }
        return lines.prefix(count - 1) + [lines[count - 1] + " …"]
    }

    private func layout(_ alert: ScreenContent.Alert) -> AlertLayout {
        let inner = min(max(columns - 8, 8), 46)
        let lines = Self.lines(of: alert.buttons.map { "⟨ \($0) ⟩".fitting(inner) }, width: inner)
        // Only the buttons around the selected one are shown if there is no room for all.
        let focus = lines.firstIndex { $0.contains { $0.place == alert.selection } } ?? 0
        let room = max(rows - 5, 1)
        let first = Self.firstRow(of: lines.count, in: room, around: focus..<focus + 1)
        let buttons = Array(lines.dropFirst(first).prefix(room))
        // A long message takes the empty row, and then is cut. The title of a screen and the keys stay visible, except on
        // the smallest screens.
        let title = Array(alert.title.wrapped(to: inner).prefix(max(rows - 4 - buttons.count, 1)))
        let texts = alert.message.split(separator: "\n").flatMap { String($0).wrapped(to: inner) }
        let free = rows - 2 - buttons.count - title.count
        let messageRows = max(rows < 12 && texts.count > free - 2 ? free : free - 2, 0)
        let gap = texts.count < messageRows || messageRows == 0 ? 1 : 0
        let message = Self.first(messageRows, of: texts)
        let height = title.count + message.count + gap + buttons.count + 2
        // The selected button is always visible.
        let selected = height - 1 - buttons.count + focus - first
        return AlertLayout(
            inner: inner,
            // Where there is room, the row of the title stays visible.
            top: height > rows
                ? max(min(rows - 1 - selected, 0), rows - height) : max((rows - height) / 2, min(rows - height, 1)),
            left: max((columns - inner - 4) / 2, 0),
            title: title,
            message: message,
            buttons: buttons,
            gap: gap
        )
    }

    /// Returns the index of the button at a place of the screen.
    func button(of alert: ScreenContent.Alert, row: Int, column: Int) -> Int? {
        let layout = layout(alert)
        guard layout.buttons.indices.contains(row - layout.buttonRow) else { return nil }
        let column = column - layout.left - 2
        return layout.buttons[row - layout.buttonRow]
            .first { ($0.column..<$0.column + $0.text.columns).contains(column) }?.place
    }

    func draw(_ alert: ScreenContent.Alert, on screen: inout CellGrid) {
        let layout = layout(alert)
        var rows: [[(text: String, column: Int, style: CellStyle)]] = layout.title.map { [($0, 0, .bold)] }
        rows += layout.message.map { [($0, 0, .plain)] }
        if layout.gap > 0 { rows.append([]) }
        rows += layout.buttons.map { line in
            line.map { button in
                let color: CellStyle = button.place == alert.destructive ? .red : .plain
                return (button.text, button.column, button.place == alert.selection ? [.reversed, color] : color)
            }
        }
        // Blanks on each side separate it from cut words: one where the screen has room, or else all.
        let (end, margin) = (layout.left + layout.inner + 4, layout.left > 2 ? 1 : layout.left)
        let sides = [max(layout.left - margin, 0)..<layout.left, end..<max(min(end + margin, columns), end)]
        func border(_ first: String, _ middle: String, _ last: String, row: Int) {
            for side in sides { screen.fill(side, row: row, style: .plain) }
            let line = first + String(repeating: middle, count: layout.inner + 2) + last
            screen.write(line, row: row, column: layout.left, style: .accent)
        }
        border("╭", "─", "╮", row: layout.top)
        for (row, parts) in zip((layout.top + 1)..., rows) {
            border("│", " ", "│", row: row)
            for part in parts {
                screen.write(part.text, row: row, column: layout.left + 2 + part.column, style: part.style)
            }
        }
        border("╰", "─", "╯", row: layout.bottom)
        screen.cursor = nil
        for (row, line) in zip(layout.buttonRow..., layout.buttons) where screen.rows.indices.contains(row) {
            guard let selected = line.first(where: { $0.place == alert.selection }) else { continue }
            let column = layout.left + 2 + selected.column
            if column < columns { screen.cursor = CellGrid.Position(row: row, column: column) }
        }
    }
}
