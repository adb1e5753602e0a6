public import Domain

/// What the sign-up screen shows.
public struct SignUpState: Hashable, Sendable {
    /// The form, field by field.
    public internal(set) var form: FormState

    /// Where the submission is.
    public internal(set) var phase: SubmissionPhase<SignUpError>

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - form: The form, field by field.
    ///   - phase: Where the submission is.
    public init(form: FormState, phase: SubmissionPhase<SignUpError> = .idle) {
        self.form = form
        self.phase = phase
    }

    /// Whether the action of the screen is enabled: the form is valid and nothing is being submitted.
    public var canSubmit: Bool { form.isValid && phase != .submitting }
}
