/// Begins the session of somebody who has been authenticated: the first and the last step of sign-up and of sign-in.
struct OpenSession: Sendable {
    let sessions: any SessionRepository
    let dates: DateSource
    var policy = SessionPolicy.lasting

    /// Why no session was begun.
    enum Failure: Error {
        /// Nobody waits for the session any more, and none is stored.
        case cancelled

        /// The store does not say what was asked for.
        case notSaved(Session, StorageError)
    }

    /// Makes sure that the store can be read before anything is done that could not be undone.
    func checkStore() async throws(StorageError) {
        _ = try await sessions.load()
    }

    /// Begins a session behind what cannot be undone, so that nobody can call it off any more.
    func store(_ authentication: Authentication, remember: Bool) async throws(ChangePasswordError) -> Session {
        let session = Session(authentication, startedAt: dates.now, isRemembered: remember, policy: policy)
        do {
            try await save(session)
        } catch {
            throw .sessionNotSaved(session, error)
        }
        return session
    }

    private func save(_ session: Session) async throws(StorageError) {
        if session.isRemembered {
            try await sessions.save(session)
        } else {
            try await sessions.clear()
        }
    }

    /// Begins a session and makes the store agree with it.
    ///
    /// A session that is not to be remembered leaves no other one behind: the next launch must not restore somebody
    /// who was signed in before. A session that nobody waits for any more signs nobody in, not even the next launch.
    func callAsFunction(for authentication: Authentication, remember: Bool) async throws(Failure) -> Session {
        guard !Task.isCancelled else { throw .cancelled }
        let session = Session(authentication, startedAt: dates.now, isRemembered: remember, policy: policy)
        do {
            try await save(session)
            guard Task.isCancelled else { return session }
            // Only if it is still this one: somebody else may have signed in meanwhile.
            try await sessions.replace(session, with: nil)
        } catch {
            throw .notSaved(session, error)
        }
        throw .cancelled
    }
}
