public import Domain

/// The state of the sign-in screen.
public struct SignInState: Hashable, Sendable {
    /// The form and its submission.
    public internal(set) var submission: SubmissionState<SignInError>

    /// Whether the next launch restores the session.
    public internal(set) var remembers: Bool

    /// Whether the screen has a button that goes to Sign-up.
    public let offersSignUp: Bool

    /// Whether the app has a screen for a forgotten password.
    public let offersPasswordReset: Bool

    /// The confirmation of an address that the user has left, such as in an earlier launch; or nil.
    public internal(set) var pendingConfirmation: Challenge?

    package init(
        submission: SubmissionState<SignInError>,
        remembers: Bool = true,
        offersSignUp: Bool = true,
        offersPasswordReset: Bool = false
    ) {
        self.submission = submission
        self.offersSignUp = offersSignUp
        self.offersPasswordReset = offersPasswordReset
        self.remembers = remembers
    }

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<SignInError> { submission.phase }

    /// The terms to agree to; nil if there are none.
    public var terms: TermsState? { submission.terms }

    /// Whether the action of the screen is enabled: the form is valid, and no submission is in progress.
    public var canSubmit: Bool { submission.canSubmit }

    /// The result of the sign-in, for a label; nil without one.
    public var outcome: StatusTitle? {
        switch phase {
        case .idle, .submitting, .notice: nil
        case .failed: .signInFailed
        case .done: .signedIn
        }
    }
}
