import Presentation

/// What the last row of the screen says about a key.
package enum KeyHint: CaseIterable, Sendable {
    case keys, next, stop, back, close, reveal, quit, language, apps, sessions, accounts
    case press, move, search, signOut

    /// The hints of an alert with several buttons.
    static let alert: [KeyHint] = [.press, .move, .close, .language, .quit]
}

extension DemoText {
    /// Returns the row of these hints; where it has no room, the last ones are left out.
    func hints(_ hints: [KeyHint]) -> String { hints.map { hint($0) }.joined(separator: " · ") }
}
