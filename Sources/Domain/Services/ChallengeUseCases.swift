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
}
