public import Domain

/// What the start screen shows.
public enum StartState: Hashable, Sendable {
    /// The screen waits for its action.
    case idle

    /// The remembered session is being looked for.
    case checking

    /// The store of the session cannot be read, so nobody knows whether somebody is signed in.
    case unavailable(StorageError)
}
