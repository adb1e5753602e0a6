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

    var belongsToScreen = true

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        func dim(_ words: String) -> ScreenElement { .text("  " + words, style: .dim) }
        var (elements, focus): ([ScreenElement], Int?) = ([], nil)
        for (place, line) in lines.enumerated() {
            if place == selection { focus = elements.count }
            elements.append(.button(line.title(text), isEnabled: true))
            if let note = line.note { elements.append(dim(note(text))) }
        }
        content = ScreenContent(
            title: "AccountFlow — " + title(text),
            elements: elements + [.gap] + remarks(text).map(dim),
            focus: focus,
            help: text.hints([.close, .press, .move])
        )
        content.isMenu = true
    }

    mutating func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer {
        if let moved = key.moved(selection, of: lines.count) {
            selection = moved
            return .stay
        }
        if key.isPress { return lines[selection].answer }
        if key == .escape || key == self.key { return .close }
        // A key that the menu names has its effect here too.
        for line in lines { if case .press(key) = line.answer { return line.answer } }
        return .stay
    }

    mutating func select(_ place: Int) {
        let places = lines.indices.flatMap { Array(repeating: $0, count: lines[$0].note == nil ? 1 : 2) }
        if places.indices.contains(place) { selection = places[place] }
    }
}
