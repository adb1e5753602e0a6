/// Begins the session of somebody who has been authenticated: the first and the last step of sign-up and of sign-in.
struct OpenSession: Sendable {
    let service: any AccountService
    let sessions: any SessionRepository
    let dates: DateGenerator
    var policy = SessionPolicy.untilSignOut

    /// Why no session was begun.
    enum Failure: Error {
        /// Nobody waits for the session any more, and none is stored.
        case cancelled

        /// The account was deleted meanwhile, and no session of it is stored.
        case deleted

        /// The store does not say what was asked for.
        case notSaved(Session, StorageError)
    }

    /// Makes sure that the store can be read before anything is done that could not be undone.
    func checkStore() async throws(StorageError) {
        _ = try await sessions.load()
    }

    /// Begins a session behind what cannot be undone, so that nobody can call it off any more.
    ///
    /// An account that was deleted meanwhile has no password any more, so none is right.
    func store(_ authentication: Authentication, remember: Bool) async throws(ChangePasswordError) -> Session {
        let session = Session(authentication, startedAt: dates.now, isRemembered: remember, policy: policy)
        do {
            _ = try await save(session)
            guard await isDeleted(session) else { return session }
            if remember { try await sessions.replace(session, with: nil) }
        } catch {
            throw .sessionNotSaved(session, error)
        }
        throw .wrongPassword
    }

    private func save(_ session: Session) async throws(StorageError) -> Session? {
        session.isRemembered ? try await sessions.save(session) : try await sessions.clear()
    }

    /// Begins a session and makes the store agree with it.
    ///
    /// A session that is not to be remembered leaves no other one behind: the next launch must not restore somebody
    /// who was signed in before. A session that nobody waits for any more signs nobody in, not even the next launch,
    /// and gives its place back to the session before.
    func callAsFunction(for authentication: Authentication, remember: Bool) async throws(Failure) -> Session {
        guard !Task.isCancelled else { throw .cancelled }
        let session = Session(authentication, startedAt: dates.now, isRemembered: remember, policy: policy)
        let failure: Failure
        do {
            var earlier = try await save(session)
            if await isDeleted(session) {
                failure = .deleted
                if earlier?.accountID == session.accountID { earlier = nil }
            } else if Task.isCancelled {
                failure = .cancelled
            } else {
                return session
            }
            // Only if it is still this one: somebody else may have signed in meanwhile.
            try await sessions.replace(remember ? session : nil, with: earlier)
        } catch {
            throw .notSaved(session, error)
        }
        throw failure
    }

    /// Looks at the account once more: a deletion that has gone by since the authentication would leave a session of
    /// nobody, whereas one that is still to come finds the session.
    private func isDeleted(_ session: Session) async -> Bool {
        do {
            return !(try await service.recognizes(session))
        } catch {
            // The person has just been authenticated, and nobody says anything against it.
            return false
        }
    }
}
