import Presentation

/// The question whether to leave a form with text.
struct DiscardQuestion: Overlay {
    /// The index of the selected button, of which the first one discards the text.
    private var selection = 1

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        content.alert = ScreenContent.Alert(
            title: text.discardQuestion,
            message: "",
            buttons: [text.discard, text.messages.title(of: .cancel)],
            selection: selection
        )
        content.alert?.destructive = 0
        content.help = text.hints(KeyHint.onAlert())
    }

    mutating func press(_ key: Key, in text: any DemoText) -> OverlayAnswer {
        if let moved = key.moved(selection, of: 2) {
            selection = moved
            return .stay
        }
        guard key.isPress else { return key == .escape ? .close : .stay }
        return selection == 0 ? .leave : .close
    }

    mutating func select(_ place: Int) { selection = place }
}
