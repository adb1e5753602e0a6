/// What was found of the remembered session at launch.
public enum RestoreOutcome: Hashable, Sendable {
    /// The session goes on.
    case restored(Session)

    /// Nobody is remembered, or the session has ended by itself.
    case none

    /// The store cannot be read, so nobody knows; nothing was deleted, and asking again later may help.
    case unavailable(StorageError)
}
