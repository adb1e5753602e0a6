/// What has become of the session whose account was changed.
public enum AccountChangeOutcome: Hashable, Sendable {
    /// The session goes on, or another one has replaced it.
    case signedIn(OpenedSession)

    /// The session has ended during the change, such as by a sign-out, or another one is current now.
    case sessionEnded

    /// The session, or nil if it has ended.
    public var session: Session? {
        if case .signedIn(let opened) = self { opened.session } else { nil }
    }
}
