/// The use cases for the steps of one account service.
public struct ChallengeUseCases: Sendable {
    /// Completes a step.
    public let answer: AnswerChallenge

    /// Sends the message of a step again.
    public let resend: ResendChallenge

    /// Forgets a step.
    public let cancel: CancelChallenge

    /// Creates the use cases.
    ///
    /// - Parameters:
    ///   - service: Checks the answers.
    ///   - operations: The store of addresses to be confirmed.
    ///   - sessions: The session of the user.
    ///   - dates: The clock.
    ///   - policy: The lifetime of sessions.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    public init(
        service: any AccountService & ChallengeAnswering,
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
