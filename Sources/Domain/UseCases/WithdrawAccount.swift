/// Deletes the account of the person who is signed in, with its session and its agreements to terms.
public struct WithdrawAccount: Sendable {
    private let authority: any AccountAuthority
    private let sessions: any SessionRepository
    private let consents: any ConsentRepository

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - authority: Deletes the account.
    ///   - sessions: Where the session is kept.
    ///   - consents: Where agreements to terms are kept.
    public init(
        authority: any AccountAuthority,
        sessions: any SessionRepository,
        consents: any ConsentRepository
    ) {
        self.authority = authority
        self.sessions = sessions
        self.consents = consents
    }

    /// Deletes an account.
    ///
    /// The account itself goes last: if the power fails on the way, a person who is signed out still has an account,
    /// whereas another order would leave a session of nobody, or agreements for the next owner of the ID to inherit.
    /// Where something cannot be deleted, what went before it is stored again. A stored session of another account is
    /// left alone.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Throws: `WithdrawAccountError`; the account was not deleted, as far as anybody here can tell.
    public func callAsFunction(_ session: Session) async throws(WithdrawAccountError) {
        let isRecognized: Bool
        do {
            isRecognized = try await authority.recognizes(session)
        } catch {
            throw .failed(error)
        }
        guard isRecognized else { throw .sessionEnded }

        let agreed: [Consent]
        let removed: Session?
        do {
            agreed = try await consents.consents(of: session.accountID)
            removed = try await removeStoredSession(of: session.accountID)
        } catch {
            throw .failed(.storage(error))
        }
        do {
            try await consents.removeAll(of: session.accountID)
        } catch {
            throw await undo(.storage(error), session: removed, consents: [])
        }
        do {
            try await authority.withdraw(session)
        } catch {
            throw await undo(error, session: removed, consents: agreed)
        }
        await removeLatecomers(of: session.accountID)
    }

    private func removeStoredSession(of accountID: AccountID) async throws(StorageError) -> Session? {
        guard let stored = try await sessions.load(), stored.accountID == accountID else { return nil }
        return try await sessions.replace(stored, with: nil) ? stored : nil
    }

    /// Removes what a sign-in and an agreement have stored while the account was being deleted.
    private func removeLatecomers(of accountID: AccountID) async {
        // The account is deleted, whatever a store says now, and the authority does not recognize a session of it.
        try? await consents.removeAll(of: accountID)
        guard let stored = try? await sessions.load(), stored.accountID == accountID else { return }
        // The ID is free, so the session may be of its next owner.
        let isOfNextOwner = (try? await authority.recognizes(stored)) == true
        if !isOfNextOwner { _ = try? await sessions.replace(stored, with: nil) }
    }

    /// Stores again what was removed before the failure.
    private func undo(
        _ failure: AuthorityFailure,
        session: Session?,
        consents removed: [Consent]
    ) async -> WithdrawAccountError {
        do {
            if !removed.isEmpty { try await consents.record(removed) }
            // A session whose token is worth nothing any more is not brought back.
            if let session, failure != .remote(.tokenRefused) { try await sessions.replace(nil, with: session) }
            return .failed(failure)
        } catch {
            return .failedSignedOut(failure, error)
        }
    }
}
