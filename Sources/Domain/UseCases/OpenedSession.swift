/// A session that has started, and whether it could be stored.
public struct OpenedSession: Hashable, Sendable {
    /// The session.
    public let session: Session

    /// The reason why the session could not be stored, or removed from the store if it is not remembered; or nil.
    ///
    /// The user is signed in nevertheless. The next launch may restore no session, or the previous one.
    public let storageError: StorageError?

    /// Creates the result of an operation that starts a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - storageError: The reason why the session could not be stored, or nil.
    public init(_ session: Session, storageError: StorageError? = nil) {
        self.session = session
        self.storageError = storageError
    }
}
