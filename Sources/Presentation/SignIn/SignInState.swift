public import Domain

/// What the sign-in screen shows.
public struct SignInState: Hashable, Sendable {
    /// The form and its submission.
    public internal(set) var submission: SubmissionState<SignInError>

    /// Whether the next launch is to restore the session.
    public internal(set) var remembers: Bool

    /// The terms that are to be agreed to; nil where there are none.
    public internal(set) var terms: TermsState?

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - submission: The form and its submission.
    ///   - remembers: Whether the next launch is to restore the session.
    ///   - terms: The terms that are to be agreed to; nil where there are none.
    public init(submission: SubmissionState<SignInError>, remembers: Bool = true, terms: TermsState? = nil) {
        self.submission = submission
        self.remembers = remembers
        self.terms = terms
    }

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - form: The form, field by field.
    ///   - remembers: Whether the next launch is to restore the session.
    ///   - phase: Where the submission is.
    public init(form: FormState, remembers: Bool = true, phase: SubmissionPhase<SignInError> = .idle) {
        self.init(submission: SubmissionState(form: form, phase: phase), remembers: remembers)
    }

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// Where the submission is.
    public var phase: SubmissionPhase<SignInError> { submission.phase }

    /// Whether the action of the screen is enabled: the form is valid and nothing is being submitted.
    public var canSubmit: Bool { submission.canSubmit }

    /// How the sign-in has gone, for a label; nil while there is nothing to tell.
    public var outcome: Headline? {
        switch phase {
        case .idle, .submitting: nil
        case .failed: .signInFailed
        case .done: .signedIn
        }
    }
}
