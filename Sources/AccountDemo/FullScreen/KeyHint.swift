/// What the last row of the screen says about a key.
package enum KeyHint: CaseIterable, Sendable {
    case keys, next, stop, back, close, reveal, hide, quit, language, apps, sessions, accounts
    case press, move, moveAcross, yesOrNo, search, signOut, copy

    /// Returns the keys of an alert, the most important ones first.
    static func onAlert(buttons: Int, also: [KeyHint] = []) -> [KeyHint] {
        let more: [KeyHint] = (buttons > 1 ? [.moveAcross] : []) + (buttons == 2 ? [.yesOrNo] : [])
        return [.press] + also + more + [.close, .language, .quit]
    }
}

extension DemoText {
    /// Returns the row of these hints, which is shortened where it has no room.
    func hints(_ hints: [KeyHint]) -> String { hints.map { hint($0) }.joined(separator: " · ") }
}
