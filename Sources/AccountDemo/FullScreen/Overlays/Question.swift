import Domain
import Presentation

/// A question before something is lost, in which the button that changes nothing is selected first.
struct Question: Overlay {
    enum Subject: Equatable {
        /// Leaving a form with text, with the screen or with the app.
        case discard

        /// Another app, with which accounts or sessions in memory are lost.
        case leaveApp
        case signOut(AccountID)
        case signOutAll
    }

    let subject: Subject

    /// What follows if the user confirms.
    let confirmed: OverlayAnswer
    private var selection = 0

    /// What another app loses does not depend on the screen.
    var belongsToScreen: Bool { subject != .leaveApp }

    init(_ subject: Subject, then confirmed: OverlayAnswer) {
        (self.subject, self.confirmed) = (subject, confirmed)
    }

    private func alert(in text: any DemoText) -> ScreenContent.Alert {
        let (title, button) =
            switch subject {
            case .discard: (text.discardQuestion, text.discard)
            case .leaveApp: (text.leaveAppQuestion, text.leaveApp)
            case .signOut(let id): (text.signOutQuestion(id), text.messages.title(of: .signOut))
            case .signOutAll: (text.signOutAllQuestion, text.messages.title(of: .signOutAll))
            }
        var alert = ScreenContent.Alert(
            title: title,
            message: "",
            buttons: [text.messages.title(of: .cancel), button],
            selection: selection
        )
        alert.destructive = 1
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
        return pressed.map { $0 == alert.safe ? .close : confirmed } ?? .stay
    }

    mutating func select(_ place: Int, in text: any DemoText) { selection = place }
}
