/// The use cases for the steps of one account service.
public struct ChallengeUseCases: Sendable {
    /// Completes a step.
    public let answer: AnswerChallenge

    /// Sends the message of a step again.
    public let resend: ResendChallenge

    /// Forgets a step.
    public let cancel: CancelChallenge

    private let owners: (any SessionVerifying)?
    private let sessions: CurrentSession

    /// Creates the use cases.
    ///
    /// - Parameters:
    ///   - service: Checks the answers.
    ///   - owners: Looks up the address of the signed-in user; nil if only the session knows it.
    ///   - operations: The store of addresses to be confirmed.
    ///   - sessions: The session of the user.
    ///   - dates: The clock.
    ///   - policy: The lifetime of sessions.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    public init(
        service: any AccountService & ChallengeAnswering,
        owners: (any SessionVerifying)? = nil,
        operations: any PendingOperationRepository,
        sessions: CurrentSession,
        dates: DateGenerator,
        policy: SessionPolicy = .untilSignOut,
        review: ReviewTerms? = nil
    ) {
        answer = AnswerChallenge(
            service: service,
            operations: operations,
            sessions: sessions,
            dates: dates,
            policy: policy,
            review: review
        )
        resend = ResendChallenge(service: service, operations: operations, dates: dates)
        cancel = CancelChallenge(service: service, operations: operations)
        self.owners = owners
        self.sessions = sessions
    }

    /// Returns the step that confirms the address of the signed-in user, which the service is asked for.
    ///
    /// Some servers return no address at sign-in. If the service cannot be asked, the copy in the session counts.
    ///
    /// - Parameter session: The session of the user.
    /// - Returns: The step, or nil if the service confirms no addresses, or says that this one is confirmed.
    package func confirmation(for session: Session) async -> Challenge? {
        guard let known = answer.confirmation(of: session.accountID, at: session.profile.email) else { return nil }
        guard let owners else { return known }
        // An operation of the user finds out why.
        let owner = try? await sessions.authorized { current throws(AccountServiceFailure) in
            current.id == session.id ? try await owners.owner(of: current) : nil
        }
        guard let owner else { return known }
        return owner.isAddressConfirmed ? nil : answer.confirmation(of: session.accountID, at: owner.profile.email)
    }

    /// Sends the message that confirms the address of an account, unless one was sent a short time ago.
    ///
    /// - Parameters:
    ///   - accountID: The account.
    ///   - address: The e-mail address to be confirmed, if it is known and is not the ID.
    /// - Returns: The step, with the dates of the last message.
    /// - Throws: ``ChallengeError``, with `.notSent(.remote(.notOffered))` if the service confirms no addresses.
    package func confirmAddress(
        of accountID: AccountID,
        at address: EmailAddress? = nil
    ) async throws(ChallengeError) -> Challenge {
        // If the store cannot be read, the service decides about another message.
        let pending = try? await answer.pending()
        guard let step = pending?.accountID == accountID ? pending : answer.confirmation(of: accountID, at: address)
        else {
            throw .notSent(.remote(.notOffered))
        }
        do throws(ChallengeError) {
            return try await resend(step)
        } catch .throttled(let until) where until == step.resendAt {
            return step
        }
    }
}
