public import Domain

/// The texts for users, in one language.
///
/// To replace single texts, conform to the protocol of a language, such as ``EnglishMessageCatalog``. To add a
/// language, conform to this protocol.
///
/// No text shows a secret, apart from that of a new recovery code: its arguments are neither passwords nor tokens, and it
/// never quotes the text of a password field.
public protocol MessageCatalog: Sendable {
    /// The language of the texts.
    var language: Language { get }

    /// Returns the title of a screen.
    ///
    /// - Parameter screen: The screen.
    /// - Returns: A few words.
    func title(of screen: ScreenName) -> String

    /// Returns the title of a button or switch.
    ///
    /// - Parameter button: The button or switch.
    /// - Returns: A few words.
    func title(of button: ButtonName) -> String

    /// Returns the label of a field.
    ///
    /// - Parameter field: The field.
    /// - Returns: A few words.
    func label(of field: AccountField) -> String

    /// Returns the label of a field for a new value, in a form that also has the current password.
    ///
    /// - Parameter field: The field, such as the password.
    /// - Returns: A few words.
    func label(ofNew field: AccountField) -> String

    /// Returns a title or an outcome.
    ///
    /// - Parameter title: The title.
    /// - Returns: A few words or one sentence.
    func text(of title: StatusTitle) -> String

    /// Returns the text of a prompt.
    ///
    /// - Parameter prompt: The prompt.
    /// - Returns: One or more sentences.
    func text(of prompt: Prompt) -> String

    /// Returns the text of a requirement, for a checklist.
    ///
    /// - Parameter requirement: The requirement of a rule.
    /// - Returns: A few words.
    func text(of requirement: Requirement) -> String

    /// Returns the status of a requirement in a checklist, for a screen reader.
    ///
    /// - Parameter status: The status.
    /// - Returns: A few words.
    func text(of status: ChecklistItem.Status) -> String

    /// Returns the greeting on the main screen.
    ///
    /// - Parameter name: The nickname or, without one, the ID.
    /// - Returns: One sentence.
    func greeting(to name: String) -> String

    /// Returns the message with a new recovery code; no other text has a secret.
    ///
    /// - Parameter code: The code.
    /// - Returns: One or more sentences.
    func message(for code: RecoveryCode) -> String

    /// Returns the message for an issue of a field.
    ///
    /// - Parameter issue: The issue and its field.
    /// - Returns: One or two sentences.
    func message(for issue: FieldIssue) -> String

    /// Returns the message for a failed sign-up.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: SignUpError) -> String

    /// Returns the message for a failed sign-in.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: SignInError) -> String

    /// Returns the message for a failed change of the password.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: ChangePasswordError) -> String

    /// Returns the message for a failed change of the profile.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: UpdateProfileError) -> String

    /// Returns the message for a message that was not requested.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: RequestPasswordResetError) -> String

    /// Returns the message for a password that was not set with a code.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: ConfirmPasswordResetError) -> String

    /// Returns what the user has to do to complete a step.
    ///
    /// - Parameter challenge: The step.
    /// - Returns: One sentence.
    func message(for challenge: Challenge) -> String

    /// Returns the message for a step that was not completed.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - challenge: The step, whose message has a link or a code, or which has none; nil if it is not known.
    /// - Returns: One or more sentences.
    func message(for error: AnswerChallengeError, of challenge: Challenge?) -> String

    /// Returns the message for a message of a step that was not sent again.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: ResendError) -> String

    /// Returns the message for a recovery code that was not made.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: MakeRecoveryCodeError) -> String

    /// Returns the message for one-time passwords that were not turned on or off.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: TOTPError) -> String

    /// Returns the message for a failed export of the data about an account.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: ExportAccountError) -> String

    /// Returns the question before an account is deleted.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: One or more sentences.
    func message(forDeletionOf id: AccountID) -> String

    /// Returns the message for a failed deletion of an account.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: DeleteAccountError) -> String

    /// Returns the message for an agreement that was not stored.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: AgreeToTermsError) -> String

    /// Returns the message for a consent that was not withdrawn.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: WithdrawConsentError) -> String

    /// Returns the message for an account that was not switched.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: SwitchAccountError) -> String

    /// Returns the message for a request that needs a session.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(for error: SessionError) -> String

    /// Returns the message for a failed listing of the accounts.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    func message(forUnlistedAccounts error: StorageError) -> String

    /// Returns the message for a failure of an account service.
    ///
    /// - Parameter failure: The reason.
    /// - Returns: One or more sentences.
    func message(for failure: AccountServiceFailure) -> String

    /// Returns the message for a failure of a server.
    ///
    /// - Parameter failure: The reason; the server's own message is shown unchanged.
    /// - Returns: One or more sentences.
    func message(for failure: RemoteFailure) -> String

    /// Returns the message for a failure of a store.
    ///
    /// - Parameter error: The store and the reason.
    /// - Returns: One or more sentences.
    func message(for error: StorageError) -> String

    /// Returns the message for a session that could not be restored (`RestoreOutcome.unavailable`).
    ///
    /// - Parameter error: The store and the reason.
    /// - Returns: One or more sentences.
    func message(forUnavailableSession error: StorageError) -> String

    /// Returns the message for an operation that succeeded in part.
    ///
    /// - Parameter notice: The part that failed, or that the user has to do.
    /// - Returns: One or more sentences.
    func message(for notice: FlowNotice) -> String
}
