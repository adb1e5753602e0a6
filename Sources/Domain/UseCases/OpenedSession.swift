/// A session that has begun, and whether the next launch will know it.
public struct OpenedSession: Hashable, Sendable {
    /// The session, valid from now on.
    public let session: Session

    /// Why the store does not agree with the session, or nil where it does.
    ///
    /// The user is signed in all the same. The next launch may find no session, or the one before this.
    public let storageError: StorageError?

    /// Creates the result of an operation that begins a session.
    ///
    /// - Parameters:
    ///   - session: The session, valid from now on.
    ///   - storageError: Why the store does not agree with it, or nil where it does.
    public init(_ session: Session, storageError: StorageError? = nil) {
        self.session = session
        self.storageError = storageError
    }
}
