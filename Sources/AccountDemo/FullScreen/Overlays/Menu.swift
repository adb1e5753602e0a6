import Presentation

struct Menu: Overlay {
    struct Line {
        let title: @MainActor (any DemoText) -> String

        /// The text below the line, if any.
        var note: (@MainActor (any DemoText) -> String)?

        /// What follows when the line is pressed.
        let answer: OverlayAnswer
    }

    /// The key that opens the menu, and closes it again.
    let key: Key

    let title: @MainActor (any DemoText) -> String
    let lines: [Line]

    /// The texts below the lines.
    let remarks: @MainActor (any DemoText) -> [String]
    var selection = 0

    var belongsToScreen: Bool { false }

    /// The typed text, which selects lines and remarks.
    var query = ""

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        let found = found(in: text)
        content = ScreenContent(
            title: "AccountFlow — " + title(text),
            elements: elements(found, remarks(text).filter { $0.isFound(by: query) }, in: text),
            focus: places(of: found).firstIndex(of: selection),
            help: text.hints([.close, .search] + (found.isEmpty ? [] : [.press, .move]))
        )
        content.isList = true
        content.whole = elements(lines, remarks(text), in: text)
        if !query.isEmpty { content.showSearch(for: query, in: text) }
    }

    private func elements(_ lines: [Line], _ remarks: [String], in text: any DemoText) -> [ScreenElement] {
        func dim(_ words: String) -> ScreenElement { .text("  " + words, style: .dim) }
        if lines.isEmpty, remarks.isEmpty { return [.text(text.noMatch)] }
        return lines.flatMap { line in
            [.button(line.title(text), isEnabled: true)] + (line.note.map { [dim($0(text))] } ?? [])
        } + [.gap] + remarks.map(dim)
    }

    /// Returns the index of a line for each of the elements that lines have.
    private func places(of lines: [Line]) -> [Int] {
        lines.indices.flatMap { Array(repeating: $0, count: lines[$0].note == nil ? 1 : 2) }
    }

    private func found(in text: any DemoText) -> [Line] {
        lines.filter { $0.title(text).isFound(by: query) || $0.note?(text).isFound(by: query) == true }
    }

    mutating func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer {
        let found = found(in: text)
        // Before a text is typed, Space presses.
        let isTyped = if case .text(let text) = key { text != " " || !query.isEmpty } else { false }
        if !isTyped, !found.isEmpty {
            if let moved = key.moved(selection, of: found.count) {
                selection = moved
                return .stay
            }
            if key.isPress { return found[selection].answer }
        }
        if let edited = key.edited(query) {
            query = edited
            // The name of a line counts more than what is said about it.
            selection = self.found(in: text).firstIndex { $0.title(text).isFound(by: edited) } ?? 0
            return .stay
        }
        if key == .escape || key == self.key { return .close }
        // A key that the menu names has its effect here too.
        for line in lines { if case .press(key) = line.answer { return line.answer } }
        return .stay
    }

    mutating func select(_ place: Int, in text: any DemoText) {
        let places = places(of: found(in: text))
        if places.indices.contains(place) { selection = places[place] }
    }
}
