public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The reason why an operation of the screen for a forgotten password failed.
public enum PasswordResetFailure: Error, Hashable, Sendable {
    /// No message was requested.
    case notRequested(RequestPasswordResetError)
    /// The password was not set.
    case notSet(ConfirmPasswordResetError)
}

/// The state of the screen for a forgotten password.
public struct PasswordResetState: Hashable, Sendable {
    /// The stage of a reset.
    public enum Stage: Hashable, Sendable {
        /// The form asks for the ID of the account, or its e-mail address, to which a message is sent.
        case askingID
        /// A message was sent, if the account exists; the form asks for its code and a new password.
        ///
        /// From the date on, another message can be sent.
        case sent(resendAt: Date)
        /// The form asks for the code that the user has already and a new password; and for the ID, unless a link opened
        /// the screen.
        case enteringCode
        /// The password was set, and the user can sign in.
        case done
    }

    /// The stage.
    public internal(set) var stage: Stage

    /// How the user proves to be the account owner.
    public let proof: ResetProof

    /// The ID or the e-mail address to which a message was sent, whether the account exists or not, or that of the account
    /// whose password was set; or nil.
    public internal(set) var accountID: AccountID?

    /// The time until another message can be sent, in whole seconds, rounded up; nil if there is no wait.
    public internal(set) var resendWait: Duration?

    /// The form and its submission.
    public internal(set) var submission: SubmissionState<PasswordResetFailure>

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<PasswordResetFailure> { submission.phase }

    /// Whether the form can be submitted now: it is valid, and no operation is in progress.
    public var canSubmit: Bool { submission.canSubmit && !phase.isBusy }

    /// Whether another message can be requested now.
    public var canResend: Bool {
        if case .sent = stage { resendWait == nil && !phase.isBusy } else { false }
    }
}
