public import Domain

/// The state of the start screen.
public enum StartState: Hashable, Sendable {
    /// The screen waits for its action.
    case idle
    /// The remembered session is being restored.
    case checking
    /// The store of the session cannot be read, so it is unknown whether the user is signed in.
    case unavailable(StorageError)
}
