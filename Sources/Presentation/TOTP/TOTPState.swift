public import Domain

/// The state of the screen for one-time passwords.
public struct TOTPState: Hashable, Sendable {
    /// The stage.
    public enum Stage: Hashable, Sendable {
        /// It is not yet known whether sign-ins require one-time passwords.
        case checking
        /// They are off; the form asks for the current password.
        case off
        /// The authenticator app needs this key; the form asks for its first code.
        case confirming(TOTPSetup)
        /// They are on; the form asks for the current password and a code, to turn them off or to make a recovery code.
        case on
    }

    /// The ID of the account that is signed in.
    public let signedInID: AccountID

    let makesRecoveryCodes: Bool

    /// The stage.
    public internal(set) var stage = Stage.checking

    /// The form and its submission.
    public internal(set) var submission: SubmissionState<TOTPError>

    /// Whether a recovery code can be made here: one-time passwords are on, and the app offers recovery codes.
    public var offersRecoveryCode: Bool { makesRecoveryCodes && stage == .on }

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<TOTPError> { submission.phase }

    /// Whether the form can be submitted now: it is filled in, and no operation is in progress.
    public var canSubmit: Bool { stage != .checking && submission.canSubmit && !phase.isBusy }
}
