import Presentation

/// The question whether to leave a form with text.
struct DiscardQuestion: Overlay {
    private static let buttons: [ButtonName] = [.back, .cancel]

    private var selection = 1

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        content.alert = ScreenContent.Alert(
            title: text.discardQuestion,
            message: "",
            buttons: Self.buttons.map { text.messages.title(of: $0) },
            selection: selection
        )
    }

    mutating func press(_ key: Key, in text: any DemoText) -> OverlayAnswer {
        if let moved = key.moved(selection, of: Self.buttons.count) {
            selection = moved
            return .stay
        }
        guard key.isPress else { return key == .escape ? .close : .stay }
        return Self.buttons[selection] == .back ? .leave : .close
    }

    mutating func select(_ place: Int) { selection = place }
}
