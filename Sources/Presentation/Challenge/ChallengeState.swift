public import Domain

/// The reason why an operation of the screen for a step failed.
public enum ChallengeFailure: Error, Hashable, Sendable {
    /// The answer was not accepted, or not even checked.
    case notAnswered(AnswerChallengeError)
    /// The message was not sent again.
    case notSent(ResendError)
}

/// The state of the screen for a step before a session.
public struct ChallengeState: Hashable, Sendable {
    /// The step, which a message that is sent again or a further step replaces.
    public internal(set) var challenge: Challenge

    /// The time until another message can be sent, in whole seconds, rounded up; nil if there is no wait.
    public internal(set) var resendWait: Duration?

    /// The form for the code, and its submission.
    public internal(set) var submission: SubmissionState<ChallengeFailure>

    /// The form.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<ChallengeFailure> { submission.phase }

    /// Whether no answer can complete the step anymore, so that the user has to begin again.
    public internal(set) var isOver = false

    /// Whether the code can be submitted now.
    public var canSubmit: Bool { submission.canSubmit && !phase.isBusy && !isOver }

    /// Whether another message can be requested now.
    public var canResend: Bool { challenge.resendAt != nil && resendWait == nil && !phase.isBusy && !isOver }
}
