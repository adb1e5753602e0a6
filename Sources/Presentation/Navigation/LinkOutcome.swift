public import Domain

/// What has become of the link of a message that opened the app.
public enum LinkOutcome: Hashable, Sendable {
    /// The code is filled in, and the user submits it.
    case shown(Challenge)

    /// No step is waiting for a link, so nothing has changed, and the user signs in.
    case noStep

    /// The session or the addresses cannot be read; the same link can be shown again.
    case unavailable(StorageError)
}
