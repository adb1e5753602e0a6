import Presentation

/// The drawing of screens on a terminal of some size; the same content gives the same cells.
package struct ScreenDrawing: Sendable {
    /// The columns below which labels are above fields, and the rows below which nothing has a frame.
    package static let frameLimit = (columns: 64, rows: 20)

    /// The size from which fields are boxes, and rows between buttons are empty.
    private static let roomyLimit = (columns: 100, rows: 40)

    private static let labelColumns = 22

    let columns: Int
    let rows: Int

    /// Whether fields have their labels above them, because they have no room beside them.
    private var isNarrow: Bool { columns < Self.frameLimit.columns }

    private var hasFrame: Bool { !isNarrow && rows >= Self.frameLimit.rows }

    private var isRoomy: Bool { columns >= Self.roomyLimit.columns && rows >= Self.roomyLimit.rows }

    /// The number of columns of a form, beside which are the frame and the mark of the focus.
    private var formWidth: Int { min(columns - (isNarrow ? 2 : 8), isRoomy ? 92 : 72) }

    /// The number of columns to the right of a form that a long message can use; the one at the frame stays empty.
    private var overhang: Int { isNarrow ? 0 : max((columns - formWidth + 1) / 2 - 2, 0) }

    /// The column of fields and of the rules and messages below them.
    private var indent: Int { isNarrow ? 0 : Self.labelColumns }

    private var labelWidth: Int { isNarrow ? formWidth : indent - 1 }

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Draws a screen, or only the elements around the focus if there is no room for all.
    package func draw(_ content: ScreenContent) -> CellGrid {
        var content = content
        if let picture = content.picture {
            if let screen = draw(picture, of: content) { return screen }
            content.elements.insert(.text(picture.smallScreenText), at: 0)
        }
        var screen = CellGrid(columns: columns, rows: rows)
        guard let layout = layout(content) else { return screen }
        drawBar(layout.bar, content.context, on: &screen)
        if layout.hasHelp { drawHelp(content.help, on: &screen) }
        for (place, line) in layout.note.enumerated() {
            screen.write(line.text, row: layout.bottom + place, column: layout.noteLeft, style: line.style)
        }
        let (top, first, visible) = (layout.top, layout.visible.lowerBound, layout.visible)
        screen.draw(layout.body, rows: visible, row: top, column: layout.left)
        for row in visible where !content.sought.isEmpty { screen.underline(content.sought, row: top + row - first) }
        if let column = content.statusCursor, !layout.note.isEmpty {
            screen.cursor = .init(row: layout.bottom, column: layout.noteLeft + min(column, layout.width - 1))
        }
        let mark = isNarrow ? layout.focus?.lowerBound : layout.body.cursor?.row
        if let row = mark, visible.contains(row), content.alert == nil {
            screen.write("▌", row: top + row - first, column: isNarrow ? 0 : layout.left - 2, style: .accent)
        }
        if let frame = layout.frame { screen.drawFrame(frame, 0..<columns, style: .dim) }
        // What has no room is above or below.
        if first > 0 { screen.write("▲", row: top, column: columns - 1, style: .accent) }
        if visible.upperBound < layout.body.rows.count {
            screen.write("▼", row: top + visible.count - 1, column: columns - 1, style: .accent)
        }
        if let alert = content.alert { draw(alert, on: &screen) }
        return screen
    }

    /// A part of a screen that can be clicked.
    package enum Target: Hashable, Sendable {
        /// An element of the content, by its index.
        case element(Int)

        /// A button of the alert, by its index.
        case button(Int)
    }

    /// Returns what is drawn at a place, if it can be clicked; an alert covers everything else.
    ///
    /// Beside a button or a check box, and in dim text, is nothing. Elsewhere, the whole row counts.
    package func target(row: Int, column: Int, in content: ScreenContent) -> Target? {
        if let alert = content.alert { return button(of: alert, row: row, column: column).map { .button($0) } }
        guard content.picture == nil, let layout = layout(content), row >= layout.top else { return nil }
        let row = row - layout.top + layout.visible.lowerBound
        guard layout.visible.contains(row) else { return nil }
        guard let place = layout.elements.firstIndex(where: { $0.contains(row) }) else { return nil }
        switch content.elements[place] {
        case .button, .checkBox:
            let end = layout.body.rows[row].lastIndex { $0 != .blank } ?? -1
            return (0...max(end, 0)).contains(column - layout.left) ? .element(place) : nil
        case .gap, .ruleSpace, .ruleRoom, .text(_, style: .dim): return nil
        case .field, .text, .rule: return .element(place)
        }
    }

    /// Returns by how many elements Page Down or Page Up moves the focus: by the rows that are visible, except one.
    func page(of content: ScreenContent, back: Bool) -> Int {
        guard let focus = content.focus, let layout = layout(content) else { return 1 }
        let (room, row) = (max(layout.visible.count - 1, 1), layout.elements[focus].lowerBound)
        let place =
            back
            ? layout.elements.firstIndex { $0.lowerBound >= row - room }
            : layout.elements.lastIndex { $0.lowerBound <= row + room }
        return max(abs((place ?? focus) - focus), 1)
    }

    /// Whether the beginning of a screen has no room.
    func hidesBeginning(of content: ScreenContent) -> Bool { layout(content)?.visible.contains(0) == false }

    // MARK: Layout

    /// The places of the parts of a screen.
    private struct Layout {
        /// The elements, one below the other.
        var body: CellGrid

        /// The rows of each element in the body.
        var elements: [Range<Int>]

        /// The rows of the focus in the body, with the rules of a field.
        var focus: Range<Int>?

        /// The rows of the body that are visible, of which the first is at ``top``.
        var visible: Range<Int>

        /// The first columns of the body and of the lines at the bottom, which have ``width`` at most.
        var (left, noteLeft, width): (Int, Int, Int)

        /// The rows of the title.
        var bar: [String]

        var top: Int

        /// The row below the body and its frame.
        var bottom: Int

        /// The rows of the frame, if there is one.
        var frame: Range<Int>?

        var hasHelp: Bool

        /// The lines at the bottom: a message that would move something elsewhere, and the status if there is room for it.
        var note: [(text: String, style: CellStyle)]
    }

    /// Returns the number of rows at the bottom that are kept free, so that what appears there moves nothing.
    ///
    /// A narrow screen needs two of them for most messages. The smallest screens have none to spare, nor do lists and
    /// menus.
    private func noteRows(for content: ScreenContent) -> Int {
        guard rows > 4 else { return 0 }
        guard !hasFrame else { return 1 }
        let hasItems = content.elements.contains(where: \.takesFocus)
        return hasItems && !content.isList && rows >= 12 ? isNarrow ? 2 : 1 : content.status == nil ? 0 : 1
    }

    /// Places the parts of a screen; nil if it has no room for any.
    private func layout(_ content: ScreenContent) -> Layout? {
        let width = formWidth
        guard width > 0, rows > 0 else { return nil }
        let hasHelp = rows > 3 && !content.help.isEmpty
        let noteRows = noteRows(for: content)
        let bottom = rows - (hasHelp ? 1 : 0) - noteRows
        let frame = hasFrame ? 1..<bottom - 1 : nil
        let bar = bar(of: content)
        let (highest, end) = (frame == nil ? bar.count : 2, frame?.upperBound ?? bottom)
        let calm = content.calm
        var (reserve, calmBody) = (Reserve.nothing, CellGrid(columns: width, rows: 0))
        // The smallest screens show as many items as possible.
        for choice in rows <= 12 ? [.nothing] : Reserve.allCases.filter({ isRoomy || $0 != .boxes }) {
            (reserve, calmBody) = (choice, drawElements(calm, width: width, choice).grid)
            if calmBody.rows.count <= end - highest { break }
        }
        let count = calmBody.rows.count
        let left = isNarrow ? 1 : (columns - self.width(of: calm, drawnIn: calmBody)) / 2
        // The margin is as wide as that of a form.
        let bodyWidth = isNarrow ? width : min(width, columns - left - 4)
        var (content, body) = (content, drawElements(content, width: bodyWidth, reserve))
        var note: [(text: String, style: CellStyle)] = []
        if body.grid.rows.count != count, content.statusCursor == nil, let message = content.message {
            let lines = message.text.wrapped(to: width)
            // Instead of moving all that is below its place, a long message covers the last rows of a small screen, and
            // makes the frame a row smaller where that row is free.
            let room = noteRows == 2 ? rows / 3 : noteRows + (hasFrame && count < end - highest ? 1 : 0)
            if lines.count <= room {
                note = lines.map { ($0, message.style) }
                content = content.withoutMessages
                body = drawElements(content, width: bodyWidth, reserve)
            }
        }
        // A form is in the middle, and what needs more rows than usual moves it up instead of being hidden, except rules,
        // which come and go with the focus.
        let ruleRows = isNarrow && !reserve.hasRowsForRules ? calm.ruleRows : 0
        let most = max(body.grid.rows.count, count + ruleRows)
        let margin = content.isList ? 0 : min((end - highest - count) / 2, end - highest - most)
        let top = highest + max(margin, 0)
        let (visibleRows, covered) = (max(end - top, 0), max(note.count - noteRows, 0))
        let result = content.results.lastIndex { !$0.explainsItemAbove }
        let failure = content.elements.lastIndex(where: \.isFailure) ?? result
        // Only a field has rules.
        let hasRules = !isNarrow && content.focusedField != nil
        let rules = content.elements.firstIndex { if case .ruleSpace = $0 { hasRules } else { false } }
        var first = Self.firstRow(
            of: body.grid.rows.count,
            in: visibleRows,
            around: body.focus,
            showing: (failure ?? rules).map { body.elements[$0] }
        )
        if let row = body.focus?.lowerBound {
            // Of an item, the first row is visible too.
            let starts = zip(content.elements, body.elements).filter { !$0.0.explainsItemAbove }.map(\.1.lowerBound)
            first = starts.first { $0 >= first && $0 <= row } ?? first
            if content.isPaged { first = min(row, max(body.grid.rows.count - visibleRows, 0)) }
        }
        if covered > 0, let focus = body.focus { first = max(first, focus.upperBound + covered - visibleRows) }
        if content.isAtBeginning { first = 0 }
        let visible = first..<min(first + visibleRows - covered, max(body.grid.rows.count, first))
        // Of a failure that has no room beside the focus, at least the beginning is shown.
        if let failure, let message = content.elements[failure].message, content.statusCursor == nil,
            !body.elements[failure].allSatisfy(visible.contains)
        {
            note = message.wrapped(to: width, in: noteRows).map { ($0, .red) }
        }
        if content.isStatusNew, note.count >= noteRows { note = [] }
        let status =
            content.status?.wrapped(to: width, in: noteRows - note.count, shortening: content.shortened) ?? []
        note += status.map { ($0, content.statusStyle) }
        // The lines at the bottom begin below the elements, or further left if they have no room there.
        let noteLeft = isNarrow ? 1 : min(left, columns - 4 - (note.map(\.text.columns).max() ?? 0))
        return Layout(
            body: body.grid,
            elements: body.elements,
            focus: body.focus,
            visible: visible,
            left: left,
            noteLeft: noteLeft,
            width: width,
            bar: bar,
            top: top,
            bottom: bottom - covered,
            frame: frame.map { $0.lowerBound..<$0.upperBound - covered },
            hasHelp: hasHelp,
            note: note
        )
    }

    /// Returns the width of a screen's elements, so that they are in the middle.
    ///
    /// Fields use all columns. The texts of a list change while the user searches.
    private func width(of content: ScreenContent, drawnIn body: CellGrid) -> Int {
        let fields = content.elements.contains { if case .field = $0 { true } else { false } }
        guard !fields, content.elements.contains(where: \.takesFocus) else { return formWidth }
        return body.rows.map { ($0.lastIndex { $0 != .blank } ?? -1) + 1 }.max() ?? formWidth
    }

    /// Draws the keys in the last row, with their words dim.
    private func drawHelp(_ text: String, on screen: inout CellGrid) {
        var (column, isFirst) = (1, true)
        for word in help(text).split(separator: " ") {
            // Several keys may have the same words, or none.
            let isKey = isFirst || Self.isFunction(word) || "↑↓←→".contains(word)
            screen.write(word, row: rows - 1, column: column, style: isKey ? .plain : .dim)
            column += word.columns + 1
            isFirst = word == "·"
        }
    }

    private static func isFunction(_ key: Substring) -> Bool {
        key.hasPrefix("F") && key.dropFirst().first?.isNumber == true
    }

    /// Returns the keys; where they have no room, the last function keys have no words, and then the last ones of the
    /// others are left out.
    private func help(_ text: String) -> String {
        let (separator, room) = (" · ", columns - 2)
        var (keys, names): ([Substring], [Substring]) = (text.split(separator: separator), [])
        var excess = text.columns - room
        while excess > 0, let last = keys.dropFirst().lastIndex(where: Self.isFunction) ?? keys.indices.last {
            let key = keys.remove(at: last)
            // With the separator, which is a blank between the names.
            excess -= key.columns + 3
            guard Self.isFunction(key) else { continue }
            excess += names.isEmpty ? 5 : 3
            names.insert(key.prefix(2), at: 0)
        }
        let parts = names.isEmpty ? keys : keys + [names.joined(separator: " ")[...]]
        return (parts.isEmpty ? text : parts.joined(separator: separator)).fitting(room)
    }

    /// Draws a code with as much of its quiet zone as the screen has room for; nil if there is no room for one module of it.
    ///
    /// If the code leaves no row for the title, the preset and the language, they are beside it. The keys are left out
    /// where they have no row.
    private func draw(_ picture: ScreenContent.Picture, of content: ScreenContent) -> CellGrid? {
        func hasRoomBeside(_ code: [String]) -> Bool { columns - code[0].count - 2 >= Self.labelColumns }
        let codes = (1...QRCode.quietZone).reversed().lazy
            .map { picture.code.lines(quietZone: $0) }.filter { $0[0].count <= columns }
        let codeBelowBar = codes.first { $0.count < rows }
        let code = codeBelowBar ?? codes.first { $0.count <= rows && hasRoomBeside($0) }
        guard let code else { return nil }
        var screen = CellGrid(columns: columns, rows: rows)
        let (barRows, helpRows) = (codeBelowBar == nil ? 0 : 1, code.count + 2 <= rows ? 1 : 0)
        let top = barRows + (rows - barRows - helpRows - code.count) / 2
        if barRows > 0 { drawBar(Array(bar(of: content).prefix(1)), content.context, on: &screen) }
        if helpRows > 0 { drawHelp(content.help, on: &screen) }
        var caption: [(text: String, style: CellStyle)] = []
        if hasRoomBeside(code) {
            let width = min(columns - code[0].count - 2, 40)
            if barRows == 0 {
                caption += content.title.wrapped(to: width).map { ($0, .bold) }
                caption += content.context.wrapped(to: width).map { ($0, .dim) } + [("", .plain)]
            }
            caption += picture.caption.wrapped(to: width).map { ($0, .plain) }
        }
        let captionWidth = caption.map { $0.text.columns + 2 }.max() ?? 0
        let left = (columns - code[0].count - captionWidth) / 2
        for (row, line) in code.enumerated() { screen.write(line, row: top + row, column: left, style: .picture) }
        for (row, line) in caption.enumerated() {
            screen.write(line.text, row: top + row + 1, column: left + code[0].count + 2, style: line.style)
        }
        return screen
    }

    /// Returns the first row to show, so that the focus is visible, and a failure too if there is room for both.
    ///
    /// As long as the focus has room below it, that is the very first row.
    static func firstRow(
        of count: Int,
        in room: Int,
        around focus: Range<Int>?,
        showing failure: Range<Int>? = nil
    ) -> Int {
        guard count > room, let focus else { return 0 }
        let centre = focus.lowerBound - max(room - focus.count, 0) / 2
        let first = focus.upperBound <= room ? 0 : min(max(centre, 0), count - room)
        guard let failure else { return first }
        let both = min(focus.lowerBound, failure.lowerBound)..<max(focus.upperBound, failure.upperBound)
        return both.count > room ? first : min(max(first, both.upperBound - room), both.lowerBound)
    }

    /// Whether the bar has room for the preset and the language beside the name of the app.
    private func hasRoom(for context: String) -> Bool { context.columns + Self.labelColumns < columns }

    /// Returns the rows of the title, without the preset and the language at the end of the first one.
    ///
    /// A screen's name without room beside that of the app is below it, or alone in a low window.
    private func bar(of content: ScreenContent) -> [String] {
        let context = content.context
        let end = hasRoom(for: context) && !context.isEmpty ? context.columns + 2 : 1
        let room = max(columns - 1 - end, 0)
        let names = content.title.split(separator: " — ", maxSplits: 1).map(String.init)
        guard isNarrow, content.title.columns > room, names.count == 2 else { return [content.title.fitting(room)] }
        return rows < 12 ? [names[1].fitting(room)] : [names[0].fitting(room), names[1].fitting(columns - 2)]
    }

    private func drawBar(_ bar: [String], _ context: String, on screen: inout CellGrid) {
        for (row, text) in bar.enumerated() {
            screen.fill(0..<columns, row: row, style: [.bold, .bar])
            screen.write(" " + text, row: row, column: 0, style: [.bold, .bar])
        }
        guard hasRoom(for: context), !context.isEmpty else { return }
        screen.write(" " + context + " ", row: 0, column: columns - context.columns - 2, style: .bar)
    }

    // MARK: Elements

    /// What has empty rows, so that it moves nothing when it appears; the roomiest is first.
    private enum Reserve: CaseIterable {
        /// Messages and rules; fields are boxes, and there is an empty row between other items.
        case boxes
        case messagesAndRules, rules

        /// The rules of a field below it in a narrow window, so that they move the other fields alone.
        case rulesBelowField

        /// Only the gaps between the elements.
        case gaps
        case nothing

        var hasMessages: Bool { self == .boxes || self == .messagesAndRules }
        var hasRules: Bool { hasMessages || self == .rules }
        var hasRowsForRules: Bool { hasRules || self == .rulesBelowField }
    }

    /// Draws the elements one below the other, with empty rows for what may appear.
    ///
    /// The rules of a field are below all fields, except in a narrow window without room for that, where they are
    /// below the field.
    private func drawElements(
        _ content: ScreenContent,
        width: Int,
        _ reserve: Reserve
    ) -> (grid: CellGrid, elements: [Range<Int>], focus: Range<Int>?) {
        var grid = CellGrid(columns: width + overhang, rows: 0)
        var elements: [Range<Int>] = []
        var focus: Range<Int>?
        let hasPlace = content.elements.contains { if case .ruleSpace = $0 { true } else { false } }
        let hasSpace = hasPlace && (!isNarrow || reserve.hasRules)
        for (place, element) in content.elements.enumerated() {
            if reserve == .boxes, place > 0, element.takesFocus, content.elements[place - 1].isFollowedByItem {
                grid.add("")
            }
            let start = grid.rows.count
            let hasFocus = content.focus == place && content.alert == nil
            switch element {
            case .rule where hasSpace, .ruleRoom where hasSpace: break
            case .gap where reserve == .nothing: break
            case .ruleSpace(let count) where hasSpace:
                if isNarrow { grid.add("") }
                let first = grid.rows.count
                for rule in content.elements where rule.isRule { draw(rule, on: &grid) }
                if let field = content.focusedField, grid.rows.count > first {
                    grid.write(field.label.fitting(labelWidth), row: isNarrow ? start : first, column: 0, style: .dim)
                }
                while reserve.hasRules, grid.rows.count < first + count { grid.add("") }
            case .ruleSpace(let count) where isNarrow && reserve == .rulesBelowField:
                let shown = content.elements.count { $0.isRule || $0 == .ruleRoom }
                for _ in shown..<max(count, shown) { grid.add("") }
            default: draw(element, hasFocus: hasFocus, isBox: reserve == .boxes, on: &grid)
            }
            // Screen readers and input methods follow the cursor.
            if hasFocus, grid.cursor == nil { grid.cursor = CellGrid.Position(row: start, column: 0) }
            if reserve.hasMessages, case .field(let field) = element, field.issue == nil {
                // A failure of two lines right below the field takes this row too, and so moves nothing.
                let next = content.elements.dropFirst(place + 1).first
                let lines = next.flatMap { $0.isFailure ? $0.message?.wrapped(to: width) : nil }
                if lines?.count != 2 { grid.add("") }
            }
            elements.append(start..<grid.rows.count)
            if content.focus == place { focus = elements[place] }
            // What is explained below the item with the focus is shown with it.
            if element.explainsItemAbove, let item = focus, item.upperBound == start {
                focus = item.lowerBound..<grid.rows.count
            }
        }
        return (grid, elements, focus)
    }

    private func draw(
        _ element: ScreenElement,
        hasFocus: Bool = false,
        isBox: Bool = false,
        on grid: inout CellGrid
    ) {
        let width = grid.columns - overhang
        switch element {
        case .gap, .ruleRoom: grid.add("")
        case .ruleSpace: break
        case .text(let text, let style):
            for line in text.wrapped(to: width) { grid.add(line, style: style) }
        case .rule(let text, let status):
            let (sign, style): (String, CellStyle) =
                switch status {
                case .satisfied: ("✔ ", .green)
                case .violated: ("✘ ", .red)
                case .pending: ("· ", .dim)
                }
            let line = (sign + text).fitting(grid.columns - indent)
            grid.add(line, column: indent, style: style == .dim ? .dim : .plain)
            grid.write(sign, row: grid.rows.count - 1, column: indent, style: style)
        case .checkBox(let title, let isOn):
            for (place, line) in title.wrapped(to: max(width - 4, 1)).enumerated() {
                let box = place > 0 ? "    " : isOn ? "[x] " : "[ ] "
                grid.add(box + line, style: hasFocus ? .reversed : .plain)
            }
        case .button(let title, let isEnabled, let isDestructive):
            let color: CellStyle = !isEnabled ? .dim : isDestructive ? .red : .plain
            // The brackets mean the same as the style, for terminals without it.
            let (start, end) = isEnabled ? ("⟨ ", " ⟩") : ("( ", " )")
            let style: CellStyle = hasFocus ? [.reversed, color] : isEnabled ? [.bold, color] : color
            let lines = title.wrapped(to: max(width - 4, 1))
            for (place, line) in lines.enumerated() {
                let text = (place == 0 ? start : "  ") + line + (place == lines.count - 1 ? end : "")
                grid.add(text.fitting(width), style: style)
            }
        case .field(let field):
            draw(field, hasFocus: hasFocus, isBox: isBox, on: &grid)
        }
    }

    private func draw(_ field: ScreenElement.Field, hasFocus: Bool, isBox: Bool, on grid: inout CellGrid) {
        // A box has a border and a blank at each side.
        let width = grid.columns - overhang
        let start = indent + (isBox ? 2 : 0)
        let end = width - (isBox ? 4 : 2)
        let room = end - start
        // The signs mean the same as the colours, for terminals without colours.
        let (sign, color): (String, CellStyle) =
            switch field.mark {
            case .neutral: (" ", .plain)
            case .valid: ("✔", .green)
            case .invalid, .rejected: ("✘", .red)
            }
        if isBox { grid.add("") }
        grid.add(field.label.fitting(labelWidth), style: hasFocus ? .bold : .plain)
        if isNarrow { grid.add("") }
        let row = grid.rows.count - 1
        let window = field.editor.window(columns: room, mask: field.isMasked ? "•" : nil)
        let line: CellStyle = isBox ? .plain : .underlined
        let style: CellStyle = field.mark == .rejected ? [.reversed, .red] : line
        grid.fill(start..<start + max(room, 0), row: row, style: style)
        grid.write(window.text, row: row, column: start, style: field.editor.isSelected ? .reversed : style)
        let hint = field.hint?.fitting(room) ?? ""
        grid.write(hint, row: row, column: start, style: line.union(.dim))
        if window.start > 0 { grid.write("‹", row: row, column: start, style: .accent) }
        if window.start + window.text.count < field.editor.text.count {
            grid.write("›", row: row, column: end, style: .accent)
        }
        if isBox {
            grid.add("")
            let border: CellStyle = hasFocus ? [.accent, .bold] : field.issue == nil ? .dim : color
            grid.drawFrame(row - 1..<row + 1, indent..<end + 2, style: border)
        }
        grid.write(sign, row: row, column: width - 1, style: color)
        // A message without room beside the label begins below it, because a second row would move what is below.
        let wide = isNarrow ? room : grid.columns
        let lines = field.issue?.wrapped(to: max(wide, 1)) ?? []
        let column = lines.allSatisfy { $0.columns <= wide - indent } ? indent : 0
        for line in lines { grid.add(line, column: column, style: color) }
        if hasFocus { grid.cursor = CellGrid.Position(row: row, column: start + window.cursorColumn) }
    }
}
