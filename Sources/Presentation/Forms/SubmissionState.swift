/// The state of a form and its submission.
public struct SubmissionState<Failure: Error & Hashable>: Hashable, Sendable {
    /// The form, field by field.
    public internal(set) var form: FormState

    /// The phase of the submission.
    public internal(set) var phase: SubmissionPhase<Failure>

    /// The terms to agree to; nil if there are none.
    public internal(set) var terms: TermsState?

    /// The time since the submission began, updated at every step of ``ScreenTiming``; zero if none is in progress.
    public internal(set) var elapsed: Duration

    /// The time until the next attempt, in whole seconds, rounded up; nil if there is no wait.
    public internal(set) var wait: Duration?

    package init(
        form: FormState,
        phase: SubmissionPhase<Failure> = .idle,
        terms: TermsState? = nil,
        elapsed: Duration = .zero,
        wait: Duration? = nil
    ) {
        self.form = form
        self.phase = phase
        self.terms = terms
        self.elapsed = elapsed
        self.wait = wait
    }

    /// Whether the action of the screen is enabled: the form is valid, and no submission is in progress.
    public var canSubmit: Bool { form.isValid && phase != .submitting }
}

/// The phase of the submission of a form.
public enum SubmissionPhase<Failure: Error & Hashable>: Hashable, Sendable {
    /// Nothing has been submitted, or the form was edited after a failure.
    case idle
    /// A submission is in progress.
    case submitting
    /// The submission failed with this error.
    case failed(Failure)
    /// The submission succeeded without a session, and this notice says what the user can do.
    case notice(FlowNotice)
    /// The submission succeeded, and the screen has ended.
    case done

    var isBusy: Bool {
        switch self {
        case .idle, .failed, .notice: false
        case .submitting, .done: true
        }
    }
}
