import Presentation

/// The question whether to leave a form with text.
struct DiscardQuestion: Overlay {
    private var selection = 1

    private func alert(in text: any DemoText) -> ScreenContent.Alert {
        var alert = ScreenContent.Alert(
            title: text.discardQuestion,
            message: "",
            buttons: [text.discard, text.messages.title(of: .cancel)],
            selection: selection
        )
        (alert.destructive, alert.safe) = (0, 1)
        return alert
    }

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        content.alert = alert(in: text)
        content.help = text.hints(KeyHint.onAlert(buttons: 2))
    }

    mutating func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer {
        var alert = alert(in: text)
        let pressed = alert.press(key)
        selection = alert.selection
        return pressed.map { $0 == alert.safe ? .close : .leave } ?? .stay
    }

    mutating func select(_ place: Int) { selection = place }
}
