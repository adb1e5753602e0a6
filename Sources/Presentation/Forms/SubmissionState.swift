/// What a screen shows of a form and its submission.
public struct SubmissionState<Failure: Error & Hashable>: Hashable, Sendable {
    /// The form, field by field.
    public internal(set) var form: FormState

    /// The phase of the submission.
    public internal(set) var phase: SubmissionPhase<Failure>

    /// How long the answer has been awaited, updated at every step of ``ScreenTiming``; zero while none is.
    public internal(set) var elapsed: Duration

    /// The time until another attempt is possible, in whole seconds, rounded up; nil if waiting is not needed or does
    /// not help.
    public internal(set) var wait: Duration?

    package init(
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

/// The phase of the submission of a form.
public enum SubmissionPhase<Failure: Error & Hashable>: Hashable, Sendable {
    /// Nothing has been submitted, or the form was edited after a failure.
    case idle
    /// The answer is awaited.
    case submitting
    /// The submission failed for this reason.
    case failed(Failure)
    /// The submission succeeded, and the screen has done its work.
    case done
}
