/// What a screen shows of a form and of its submission.
public struct SubmissionState<Failure: Error & Hashable>: Hashable, Sendable {
    /// The form, field by field.
    public internal(set) var form: FormState

    /// Where the submission is.
    public internal(set) var phase: SubmissionPhase<Failure>

    /// How long the answer has been awaited, in the steps in which it is told; nothing while none is awaited.
    public internal(set) var elapsed: Duration

    /// How long the person has to wait before another try, in whole seconds, never less than it is; nil where nobody
    /// has to, or where waiting does not help.
    public internal(set) var wait: Duration?

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - form: The form, field by field.
    ///   - phase: Where the submission is.
    ///   - elapsed: How long the answer has been awaited.
    ///   - wait: How long the person has to wait before another try, in whole seconds; nil where nobody has to.
    public init(
        form: FormState,
        phase: SubmissionPhase<Failure> = .idle,
        elapsed: Duration = .zero,
        wait: Duration? = nil
    ) {
        self.form = form
        self.phase = phase
        self.elapsed = elapsed
        self.wait = wait
    }

    /// Whether the action of the screen is enabled: the form is valid and nothing is being submitted.
    public var canSubmit: Bool { form.isValid && phase != .submitting }
}
