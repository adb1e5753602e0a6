/// Deletes the account of the person who is signed in, with its session and its agreements to terms.
public struct WithdrawAccount: Sendable {
    private let authority: any AccountAuthority
    private let sessions: any SessionRepository
    private let consents: any ConsentRepository
    private let dates: DateSource
    private let policy: SessionPolicy

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - authority: Deletes the account.
    ///   - sessions: Where the session is kept.
    ///   - consents: Where agreements to terms are kept.
    ///   - dates: Tells how old the session is.
    ///   - policy: Says from which age on the password is asked for once more.
    public init(
        authority: any AccountAuthority,
        sessions: any SessionRepository,
        consents: any ConsentRepository,
        dates: DateSource = .system,
        policy: SessionPolicy = .lasting
    ) {
        self.authority = authority
        self.sessions = sessions
        self.consents = consents
        self.dates = dates
        self.policy = policy
    }

    /// Deletes an account.
    ///
    /// The account itself goes last: if the power fails on the way, a person who is signed out still has an account,
    /// whereas another order would leave a session of nobody, or agreements for the next owner of the ID to inherit.
    /// Where something cannot be deleted, what went before it is stored again.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - password: The password once more; it is compared wherever it is given.
    /// - Throws: `WithdrawAccountError`; the account was not deleted, as far as anybody here can tell.
    public func callAsFunction(
        _ session: Session,
        password: Password? = nil
    ) async throws(WithdrawAccountError) {
        try await confirm(session, password: password)
        let agreed: [Consent]
        do {
            agreed = try await consents.consents(of: session.accountID)
            try await sessions.clear()
        } catch {
            throw .failed(.storage(error))
        }
        do {
            try await consents.removeAll(of: session.accountID)
        } catch {
            throw await undo(.storage(error), session: session, consents: [])
        }
        do {
            try await authority.withdraw(session)
        } catch {
            throw await undo(error, session: session, consents: agreed)
        }
    }

    /// Makes sure that it is the owner who asks, where the policy does not take the session for that.
    private func confirm(_ session: Session, password: Password?) async throws(WithdrawAccountError) {
        guard let password else {
            guard !policy.needsPassword(session, at: dates.now) else { throw .passwordRequired }
            return
        }
        do {
            _ = try await authority.authenticate(session.accountID, password: password)
        } catch {
            throw WithdrawAccountError(error)
        }
    }

    /// Stores again what was removed before the failure.
    private func undo(
        _ failure: AuthorityFailure,
        session: Session,
        consents removed: [Consent]
    ) async -> WithdrawAccountError {
        do {
            if !removed.isEmpty { try await consents.record(removed) }
            if session.isRemembered { try await sessions.save(session) }
            return .failed(failure)
        } catch {
            return .failedSignedOut(failure, error)
        }
    }
}
