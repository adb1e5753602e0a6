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
    /// The stored session goes first: if the power fails between the two, a person who is signed out still has an
    /// account, whereas the other order would leave a session of nobody. Where the account then cannot be deleted,
    /// the session is stored again.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Returns: What could not be done besides, if anything; the ID can be registered anew.
    /// - Throws: `WithdrawAccountError`; the account was not deleted, as far as anybody here can tell.
    @discardableResult
    public func callAsFunction(_ session: Session) async throws(WithdrawAccountError) -> WithdrawalOutcome {
        do {
            try await sessions.clear()
        } catch {
            throw .sessionNotCleared(error)
        }

        do {
            try await authority.withdraw(session)
        } catch let failure {
            guard session.isRemembered else { throw .failed(failure) }
            do {
                try await sessions.save(session)
            } catch {
                throw .failedSignedOut(failure, error)
            }
            throw .failed(failure)
        }

        do {
            try await consents.removeAll(of: session.accountID)
            return .complete
        } catch {
            return .consentsRemain(error)
        }
    }
}
