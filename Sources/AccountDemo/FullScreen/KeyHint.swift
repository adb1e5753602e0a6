import Domain
import Presentation

/// What the last row of the screen says about a key.
package enum KeyHint: CaseIterable, Sendable {
    case keys, next, stop, back, close, reveal, hide, quit, language, apps, sessions, accounts
    case press, move, yesOrNo, search, signOut, copy

    /// Returns the keys of an alert, the most important ones first.
    static func onAlert(buttons: Int, also: [KeyHint] = []) -> [KeyHint] {
        [.press] + also + (buttons > 1 ? [.move] : []) + (buttons == 2 ? [.yesOrNo] : []) + [.close, .language, .quit]
    }

    /// Returns the keys of the account switcher, by the item with the focus.
    static func onAccountSwitcher(_ focused: SceneItem?) -> [KeyHint] {
        let isSession = if case .account = focused { true } else { false }
        return [.keys, .close, .press] + (isSession ? [.signOut] : []) + [.quit]
    }

    /// Returns the keys of a screen, by the item with the focus; some have an effect only now.
    ///
    /// Of a field with a secret, the form knows whether it is obscured.
    static func onScreen(_ focused: SceneItem?, of form: FormState?, also: [KeyHint], isShowing: Bool) -> [KeyHint] {
        var secret: [KeyHint] = []
        if case .field(let field) = focused, field.isSecret {
            secret = [form?.isObscured(field) == false ? .hide : .reveal]
        }
        return [.keys, .next] + also + secret
            + [.quit, .language, .apps] + (isShowing ? [.sessions, .accounts] : [])
    }
}

extension DemoText {
    /// Returns the row of these hints, which is shortened where it has no room.
    func hints(_ hints: [KeyHint]) -> String { hints.map { hint($0) }.joined(separator: " · ") }
}
