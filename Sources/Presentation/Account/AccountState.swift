public import Domain

/// The reason why an operation of the account screen failed.
public enum AccountFailure: Error, Hashable, Sendable {
    /// The password was not changed.
    case passwordNotChanged(ChangePasswordError)
    /// The account was not deleted.
    case notDeleted(DeleteAccountError)
    /// No recovery code was made.
    case recoveryCodeNotMade(MakeRecoveryCodeError)
    /// The data about the account was not exported.
    case notExported(ExportAccountError)
    /// The message that confirms the address was not requested.
    case confirmationNotSent(ResendError)
}

/// The state of the account screen.
public struct AccountState: Hashable, Sendable {
    /// The ID of the account that is signed in.
    public let signedInID: AccountID

    /// Whether the password can be changed here.
    public let offersPasswordChange: Bool

    /// Whether the profile can be changed here.
    public let offersProfile: Bool

    /// Whether one-time passwords can be turned on and off here.
    public let offersTOTP: Bool

    /// Whether the address can be confirmed here, and is not known to be confirmed; the service may not say whether it is.
    public internal(set) var offersConfirmation: Bool

    /// Whether the account can be deleted here.
    public let offersDeletion: Bool

    /// Whether a recovery code can be made here.
    public let offersRecoveryCode: Bool

    /// Whether the data about the account can be exported here.
    public let offersExport: Bool

    /// The form and its submission: the current password, and the new one twice.
    public internal(set) var submission: SubmissionState<AccountFailure>

    /// The data about the account, for the view to save or to offer; nil before an export.
    public internal(set) var export: AccountExport?

    /// Whether deleting the account requires the current password.
    public internal(set) var needsPasswordToDelete: Bool

    /// The form, field by field.
    public var form: FormState { submission.form }

    /// The phase of the submission.
    public var phase: SubmissionPhase<AccountFailure> { submission.phase }

    /// Whether the password can be changed now: the form is valid, and no operation is in progress.
    public var canChangePassword: Bool { offersPasswordChange && submission.canSubmit }

    /// Whether the account can be deleted now: no operation is in progress, and a required password is typed.
    public var canDeleteAccount: Bool {
        guard offersDeletion, !phase.isBusy else { return false }
        return !needsPasswordToDelete || !form.form[.currentPassword].isEmpty
    }

    /// Whether the message that confirms the address can be requested now: no operation is in progress.
    public var canConfirmAddress: Bool { offersConfirmation && !phase.isBusy }

    /// Whether a recovery code can be made, or the data exported, now: the current password is typed, and no operation is
    /// in progress.
    public var canConfirm: Bool { !phase.isBusy && !form.form[.currentPassword].isEmpty }
}
