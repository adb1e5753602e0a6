/// The first and the last step of sign-up, sign-in and password change: the check of the store, and the start of a
/// session.
struct OpenSession: Sendable {
    let service: any AccountService
    let sessions: any SessionRepository
    let dates: DateGenerator
    var policy = SessionPolicy.untilSignOut
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
    }

    /// Checks that the store can be read, before a step that cannot be undone.
    func checkStore() async throws(StorageError) {
        _ = try await sessions.load()
    }

    /// Stores the agreement, and then starts a session and stores it, unless the task is cancelled.
    ///
    /// No session starts without the agreement to the required terms, not even if the power fails.
    ///
    /// If the new session is not remembered, the stored one is removed, so that the next launch cannot restore an
    /// earlier user. If the task is cancelled, the earlier stored session is restored.
    func callAsFunction(
        for authentication: Authentication,
        agreeingTo documents: [ConsentDocument],
        remember: Bool
    ) async throws(Failure) -> OpenedSession {
        guard !Task.isCancelled else { throw .cancelled }
        try await agree(to: documents, by: authentication.accountID)
        let session = session(for: authentication, remember: remember)
        let failure: Failure
        do {
            var earlier = try await save(session)
            if await isDeleted(session) {
                failure = .accountDeleted
                // The next owner of the ID must not inherit the agreement. If this fails, the deletion removes it.
                try? await review?.consents.removeAll(of: session.accountID)
                if earlier?.accountID == session.accountID { earlier = nil }
            } else if Task.isCancelled {
                failure = .cancelled
            } else {
                return OpenedSession(session)
            }
            // Another sign-in may have stored its session since; that session stays.
            try await sessions.replace(remember ? session : nil, with: earlier)
        } catch {
            return OpenedSession(session, storageError: error)
        }
        throw failure
    }

    /// Starts a session after a change that cannot be undone, so it ignores cancellation.
    ///
    /// - Returns: The session, or nil if the account was deleted after the authentication.
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

    private func agree(to documents: [ConsentDocument], by accountID: AccountID) async throws(Failure) {
        guard let review else { return }
        let missing: [ConsentDocument]
        do {
            missing = try await review.missing(for: accountID, agreeingTo: documents)
            if missing.isEmpty, !documents.isEmpty {
                let present = review.terms.present(documents)
                _ = try await review.consents.agree(to: present, by: accountID, at: dates.now)
            }
        } catch {
            throw .agreementNotSaved(error)
        }
        guard missing.isEmpty else { throw .termsRequired(missing) }
    }

    private func session(for authentication: Authentication, remember: Bool) -> Session {
        Session(authentication, startedAt: dates.now, isRemembered: remember, policy: policy)
    }

    private func save(_ session: Session) async throws(StorageError) -> Session? {
        session.isRemembered ? try await sessions.save(session) : try await sessions.clear()
    }

    /// Returns whether the account was deleted since the authentication; a later deletion removes the session.
    private func isDeleted(_ session: Session) async -> Bool {
        do {
            return !(try await service.recognizes(session))
        } catch {
            // The service has just authenticated the user, so the account most likely exists.
            return false
        }
    }
}

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
