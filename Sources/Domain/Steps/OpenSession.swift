/// The first and the last step of sign-up, sign-in and password change: the check of the store, and the start of a
/// session.
struct OpenSession: Sendable {
    let service: any AccountService
    let sessions: CurrentSession
    var review: ReviewTerms?

    /// The reason why no session was started or stored.
    enum Failure: Error {
        /// The task was cancelled.
        case cancelled

        /// The account was deleted after the authentication.
        case accountDeleted

        /// The account has not agreed to these documents.
        case termsRequired([ConsentDocument])

        /// The agreement could not be read or stored.
        case agreementNotSaved(StorageError)

        /// Other sign-ins took the last places meanwhile.
        case full

        /// The session to replace has ended meanwhile.
        case ended
    }

    /// Checks that the store can be read, before a step that cannot be undone.
    ///
    /// - Returns: Whether it has no place for a session of the account.
    func isFull(for accountID: AccountID) async throws(StorageError) -> Bool {
        let time = await sessions.time
        let others = try await sessions.list().sessions.filter { $0.accountID != accountID }
        return others.count { time.validity(of: $0) != .expired } >= StoredSessions.limit
    }

    /// Stores the agreement, and then starts a session and stores it, unless the task is cancelled before.
    ///
    /// No session starts without the agreement to the required terms, not even if the power fails. If the new session is
    /// not remembered, no stored one is active any more, so that the next launch cannot restore an earlier user.
    func callAsFunction(
        for authentication: Authentication,
        agreeingTo documents: [ConsentDocument],
        remember: Bool
    ) async throws(Failure) -> OpenedSession {
        guard !Task.isCancelled else { throw .cancelled }
        try await agree(to: documents, by: authentication.accountID)
        do {
            return try await open(authentication, remember: remember, replacing: nil)
        } catch {
            // The next owner of the ID must not inherit the agreement. If this fails, the deletion removes it.
            if case .accountDeleted = error { try? await review?.consents.removeAll(of: authentication.accountID) }
            throw error
        }
    }

    /// Starts a session in place of another one, after a change that cannot be undone, so it ignores cancellation.
    func callAsFunction(
        for authentication: Authentication,
        replacing replaced: Session
    ) async throws(Failure) -> OpenedSession {
        try await open(authentication, remember: replaced.isRemembered, replacing: replaced.id)
    }

    /// Starts a session, unless its account was deleted since the authentication.
    private func open(
        _ authentication: Authentication,
        remember: Bool,
        replacing replaced: SessionID?
    ) async throws(Failure) -> OpenedSession {
        let began = sessions.moment
        let session = Session(
            authentication,
            id: SessionID(sessions.identifiers),
            startedAt: began.date,
            isRemembered: remember,
            policy: sessions.policy
        )
        guard !(await isDeleted(session)) else { throw .accountDeleted }
        let opened = try await sessions.begin(session, at: began, replacing: replaced)
        // A deletion by another process may have missed the session.
        guard await isDeleted(session), await sessions.removeWithoutAccount(session.id) else { return opened }
        throw .accountDeleted
    }

    private func agree(to documents: [ConsentDocument], by accountID: AccountID) async throws(Failure) {
        guard let review else { return }
        let missing: [ConsentDocument]
        do {
            missing = try await review.missing(for: accountID, agreeingTo: documents)
            if missing.isEmpty, !documents.isEmpty {
                let present = review.terms.present(documents)
                _ = try await review.consents.agree(to: present, by: accountID, at: sessions.dates.now)
            }
        } catch {
            throw .agreementNotSaved(error)
        }
        guard missing.isEmpty else { throw .termsRequired(missing) }
    }

    /// Returns whether the account was deleted since the authentication.
    private func isDeleted(_ session: Session) async -> Bool {
        do {
            return !(try await service.recognizes(session))
        } catch {
            // The service has just authenticated the user, so the account most likely exists.
            return false
        }
    }
}
