/// Begins the session of somebody who has been authenticated: the last step of sign-up and of sign-in.
struct OpenSession: Sendable {
    let sessions: any SessionRepository
    let dates: DateSource

    /// Why the store does not say what was asked for.
    struct Failure: Error {
        let session: Session
        let cause: StorageError
    }

    /// Begins a session and makes the store agree with it.
    ///
    /// A session that is not to be remembered leaves no other one behind: the next launch must not restore somebody
    /// who was signed in before.
    func callAsFunction(for authentication: Authentication, remember: Bool) async throws(Failure) -> Session {
        let session = Session(authentication, startedAt: dates.now, isRemembered: remember)
        do {
            if remember {
                try await sessions.save(session)
            } else {
                try await sessions.clear()
            }
        } catch {
            throw Failure(session: session, cause: error)
        }
        return session
    }
}
