public import Domain

/// The state of the sign-up screen.
public struct SignUpState: Hashable, Sendable {
    /// The form and its submission.
    public internal(set) var submission: SubmissionState<SignUpError>

    package init(submission: SubmissionState<SignUpError>) { self.submission = submission }

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<SignUpError> { submission.phase }

    /// The terms to agree to; nil if there are none.
    public var terms: TermsState? { submission.terms }

    /// Whether the action of the screen is enabled: the form is valid, and no submission is in progress.
    public var canSubmit: Bool { submission.canSubmit }
}
