/// Begins the session of an authenticated user: the first and the last step of sign-up, sign-in and password change.
struct OpenSession: Sendable {
    let service: any AccountService
    let sessions: any SessionRepository
    let dates: DateGenerator
    var policy = SessionPolicy.untilSignOut

    /// Why no session was begun, and none is stored.
    enum Failure: Error {
        /// The task was cancelled.
        case cancelled

        /// The account was deleted after the authentication.
        case accountDeleted
    }

    /// Checks that the store can be read, before anything is done that could not be undone.
    func checkStore() async throws(StorageError) {
        _ = try await sessions.load()
    }

    /// Begins a session and stores it, unless the task is cancelled.
    ///
    /// A session that is not remembered removes the stored one, so that the next launch cannot restore an earlier user.
    /// A cancelled task gives the stored session before it its place back.
    func callAsFunction(for authentication: Authentication, remember: Bool) async throws(Failure) -> OpenedSession {
        guard !Task.isCancelled else { throw .cancelled }
        let session = session(for: authentication, remember: remember)
        let failure: Failure
        do {
            var earlier = try await save(session)
            if await isDeleted(session) {
                failure = .accountDeleted
                if earlier?.accountID == session.accountID { earlier = nil }
            } else if Task.isCancelled {
                failure = .cancelled
            } else {
                return OpenedSession(session)
            }
            // Only if it is still this one: another sign-in may have stored its own since.
            try await sessions.replace(remember ? session : nil, with: earlier)
        } catch {
            return OpenedSession(session, storageError: error)
        }
        throw failure
    }

    /// Begins a session after a change that cannot be undone, so cancellation no longer matters.
    ///
    /// - Returns: The session, or nil where the account was deleted after the authentication.
    func uncancellable(for authentication: Authentication, remember: Bool) async -> OpenedSession? {
        let session = session(for: authentication, remember: remember)
        do {
            _ = try await save(session)
            guard await isDeleted(session) else { return OpenedSession(session) }
            if remember { try await sessions.replace(session, with: nil) }
            return nil
        } catch {
            return OpenedSession(session, storageError: error)
        }
    }

    private func session(for authentication: Authentication, remember: Bool) -> Session {
        Session(authentication, startedAt: dates.now, isRemembered: remember, policy: policy)
    }

    private func save(_ session: Session) async throws(StorageError) -> Session? {
        session.isRemembered ? try await sessions.save(session) : try await sessions.clear()
    }

    /// Looks at the account once more: a deletion since the authentication would leave a session without an account,
    /// whereas a later deletion finds the session.
    private func isDeleted(_ session: Session) async -> Bool {
        do {
            return !(try await service.recognizes(session))
        } catch {
            // The service has just authenticated the user, so its silence now means nothing.
            return false
        }
    }
}

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
