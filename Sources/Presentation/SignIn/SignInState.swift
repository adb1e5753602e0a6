public import Domain

/// What the sign-in screen shows.
public struct SignInState: Hashable, Sendable {
    /// The form, field by field.
    public internal(set) var form: FormState

    /// Whether the next launch is to restore the session.
    public internal(set) var remembers: Bool

    /// Where the submission is.
    public internal(set) var phase: SubmissionPhase<SignInError>

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - form: The form, field by field.
    ///   - remembers: Whether the next launch is to restore the session.
    ///   - phase: Where the submission is.
    public init(form: FormState, remembers: Bool = true, phase: SubmissionPhase<SignInError> = .idle) {
        self.form = form
        self.remembers = remembers
        self.phase = phase
    }

    /// Whether the action of the screen is enabled: the form is valid and nothing is being submitted.
    public var canSubmit: Bool { form.isValid && phase != .submitting }
}
