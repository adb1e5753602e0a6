public import Domain

/// The English texts; an app can replace any of them.
///
/// To replace a text, conform to this protocol and implement only that text. Sentences that quote it then quote the new
/// text:
///
/// ```swift
/// struct ShopMessages: EnglishMessageCatalog {
///     func label(of field: AccountField) -> String {
///         field == .id ? "E-mail" : EnglishMessages().label(of: field)
///     }
/// }
/// ```
public protocol EnglishMessageCatalog: MessageCatalog {}

/// The texts in English.
public struct EnglishMessages: EnglishMessageCatalog {
    /// Creates the catalog.
    public init() {}
}

extension EnglishMessageCatalog {
    public var language: Language { .english }

    public func title(of screen: ScreenName) -> String {
        switch screen {
        case .start: "Start"
        case .signUp: "Sign up"
        case .signIn: "Sign in"
        case .challenge: "Confirmation"
        case .passwordReset: "Forgotten password"
        case .agreement: "Terms"
        case .main: "Home"
        case .profile: "Profile"
        case .account: "Account"
        case .totp: "Authenticator app"
        case .accounts: "Accounts"
        case .welcome: "Welcome"
        }
    }

    public func title(of button: ButtonName) -> String {
        switch button {
        case .start: "Get started"
        case .signUp: "Sign up"
        case .signIn: "Sign in"
        case .remember: "Keep me signed in"
        case .signOut: "Sign out"
        case .signOutAll: "Sign out of all accounts"
        case .addAccount: "Add account"
        case .submitCode: "Continue"
        case .confirmAddress: "Confirm your address"
        case .forgotPassword: "Forgot password?"
        case .requestCode: "Send code"
        case .resendCode: "Send again"
        case .enterCode: "I have a code"
        case .changeID: "Another account"
        case .setPassword: "Set new password"
        case .makeRecoveryCode: "New recovery code"
        case .exportAccount: "Download my data"
        case .deleteAccount: "Delete account"
        case .changePassword: "Change password"
        case .account: "Account"
        case .profile: "Profile"
        case .totp: "Authenticator app"
        case .beginTOTP: "Set up"
        case .enableTOTP: "Turn on"
        case .disableTOTP: "Turn off"
        case .save: "Save"
        case .revert: "Revert"
        case .agree: "Agree"
        case .terms: "Show the terms"
        case .reveal: "Show password"
        case .obscure: "Hide password"
        case .confirm: "OK"
        case .cancel: "Cancel"
        case .retry: "Try again"
        case .startOver: "Start over"
        case .back: "Back"
        }
    }

    public func label(of field: AccountField) -> String {
        switch field {
        case .id: "ID"
        case .password: "Password"
        case .confirmation: "Password confirmation"
        case .nickname: "Nickname"
        case .name: "Name"
        case .email: "E-mail address"
        case .phone: "Phone number"
        case .currentPassword: "Current password"
        case .code: "Code"
        }
    }

    public func label(ofNew field: AccountField) -> String {
        switch field {
        case .password: "New password"
        case .confirmation: "Confirm new password"
        default: label(of: field)
        }
    }

    public func text(of title: StatusTitle) -> String {
        switch title {
        case .signedIn: "Signed in"
        case .signInFailed: "Signing in failed."
        case .termsRequired: "Agreement required"
        case .recoveryCode: "Recovery code"
        case .accountDeletion: "Delete account"
        case .notice: "Note"
        case .startingOver: "Start over?"
        case .signUpFailed: "Sign-up failed"
        }
    }

    public func text(of prompt: Prompt) -> String {
        switch prompt {
        case .agreeToTerms: "To continue, please agree to the terms of automatic sign-in."
        case .requestCode: "If the account exists, a message with a code is sent to its owner."
        case .enterCode:
            "If the account exists, a message was sent. Type its code, or paste its link, and choose a new password."
        case .enterReceivedCode: "Type the code of the message, or paste its link, and choose a new password."
        case .enterRecoveryCode:
            "Type your ID and the recovery code that you have kept, and choose a new password."
        case .beginTOTP:
            "Sign-in can also require the code of an authenticator app. Type your password to set it up."
        case .confirmTOTP:
            "Scan the QR code with an authenticator app, or type the key, and then type the code that the app shows."
        case .disableTOTP:
            "Sign-in requires the code of your authenticator app. To end that, type your password and a code, or your recovery code."
        case .passwordSet: "Your password was changed. Please sign in with the new one."
        case .passwordNeeded: "The following needs your current password."
        case .startOver: "You can start over without this data. Its file is stored under another name."
        }
    }

    public func text(of requirement: Requirement) -> String {
        switch requirement {
        case .notEmpty: "required"
        case .length(let minimum, let maximum?): "\(minimum) to \(maximum) characters"
        case .length(let minimum, nil): "at least \(characters(minimum))"
        case .lowercaseLettersAndDigits: "only a to z and 0 to 9"
        case .noLeadingDigit: "no digit at the beginning"
        case .emailAddress: "an e-mail address"
        case .sameAs(.password): "the same password again"
        case .sameAs(let field): "matches “\(label(of: field))”"
        case .storable: "not too long, no hidden characters"
        case .noWhitespace: "no spaces"
        case .phoneNumber(let minimum, let maximum): "a phone number with \(minimum) to \(maximum) digits"
        case .uncommon: "not a common password"
        case .noAccountID: "does not contain your ID"
        case .noNickname: "does not contain your nickname"
        case .noContextWord: "no word that is easy to guess"
        case .available: "not taken"
        case .local(.noLeadingDigit): text(of: .noLeadingDigit)
        case .local(let requirement): "\(text(of: requirement)) before @"
        case .custom(let text): text
        case .all: "all of these"
        }
    }

    public func text(of status: ChecklistItem.Status) -> String {
        switch status {
        case .satisfied: "met"
        case .violated: "not met"
        case .pending: "not met yet"
        }
    }

    public func greeting(to name: String) -> String { "Welcome, \(name)." }

    public func message(for issue: FieldIssue) -> String {
        message(for: issue, about: label(of: issue.field))
    }

    private func message(for issue: FieldIssue, about label: String) -> String {
        switch issue.issue {
        case .empty where issue.field == .confirmation: "Enter your password again."
        // It may be a new one.
        case .empty where issue.field == .password: "Enter a password."
        case .empty: "Enter your \(words(for: issue.field))."
        case .tooShort(let minimum, _): "\(label) must have at least \(characters(minimum))."
        case .tooLong(let maximum, _): "\(label) must have at most \(characters(maximum))."
        case .tooManyBytes: "\(label) is too long."
        case .containsWhitespace, .forbiddenCharacter(" ", _): "\(label) must not contain spaces."
        case .forbiddenCharacter(let first?, _) where !issue.field.isSecret:
            "\(label) must not contain “\(first.visible)”."
        case .forbiddenCharacter(_, let position):
            "Character \(position + 1) of your \(words(for: issue.field)) is not allowed."
        case .startsWithDigit: "\(label) must not begin with a digit."
        case .containsControlCharacter where issue.field.isSecret: "\(label) must not contain control characters."
        case .containsControlCharacter: "\(label) must not contain control or invisible characters."
        case .notAnEmailAddress(.shape) where issue.field == .email:
            "Enter an e-mail address, such as name@example.com."
        case .notAnEmailAddress(.shape): "\(label) must be an e-mail address (name@example.com)."
        case .notAnEmailAddress(.local): "The part of your \(words(for: issue.field)) before @ is not valid."
        case .notAnEmailAddress(.domain): "The part of your \(words(for: issue.field)) after @ is not valid."
        case .local(let local):
            message(for: FieldIssue(field: issue.field, issue: local), about: "The part before @")
        case .mismatch(let other): "\(label) does not match your \(words(for: other))."
        case .tooFewDigits(let minimum, _): "\(label) must have at least \(digits(minimum))."
        case .tooManyDigits(let maximum, _): "\(label) must have at most \(digits(maximum))."
        case .tooCommon: "\(label) is too easy to guess. Choose a different one."
        case .containsAccountID: "\(label) must not contain your ID."
        case .containsNickname: "\(label) must not contain your nickname."
        case .containsContextWord:
            "\(label) must not contain a word that is easy to guess, such as the name of the service."
        case .custom(let text): text
        case .taken: "\(label) is already taken. Choose a different one."
        }
    }

    public func message(for error: SignUpError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .duplicateAccount: "This ID is already taken. Choose a different one."
        case .termsRequired: text(of: .agreeToTerms)
        case .tooManyAccounts: tooManyAccounts
        case .accountDeleted: "Your account was created, but has been deleted since."
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "We could not confirm whether your account was created. \(message(for: failure))"
        case .service(let failure): message(for: failure)
        }
    }

    public func message(for error: SignInError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .invalidCredentials: "The ID or the password is incorrect."
        case .termsRequired: text(of: .agreeToTerms)
        case .tooManyAccounts: tooManyAccounts
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): message(for: failure)
        }
    }

    private var tooManyAccounts: String {
        "At most \(StoredSessions.limit) accounts can be signed in on this device. Sign out of one first."
    }

    public func message(for error: ChangePasswordError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .wrongPassword: "Your current password is incorrect."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .termsRequired: text(of: .agreeToTerms)
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "It is uncertain whether your password was changed. \(message(for: failure))"
        case .service(let failure): "Your password was not changed. \(message(for: failure))"
        }
    }

    public func message(for error: UpdateProfileError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .conflict(let conflict):
            "Your profile was changed elsewhere in the meantime: \(labels(of: conflict.fields)). "
                + "Save again to replace that, or revert to see it."
        case .sessionEnded: "Your profile was not changed, because your session has ended. Please sign in again."
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "It is uncertain whether your profile was changed. \(message(for: failure))"
        case .service(let failure): "Your profile was not changed. \(message(for: failure))"
        }
    }

    private func throttled(isBanned: Bool) -> String {
        isBanned
            ? "This ID is blocked after too many failed attempts."
            : "Too many failed attempts. Please wait before you try again."
    }

    private func labels(of fields: [AccountField]) -> String { fields.map { label(of: $0) }.joined(separator: ", ") }

    public func message(for code: RecoveryCode) -> String {
        """
        Your new recovery code: \(code.revealed)
        Keep it in a safe place. It is not shown again, and replaces a forgotten password or a lost authenticator app once.
        """
    }

    public func message(for error: RequestPasswordResetError) -> String {
        switch error {
        case .throttled: "A message was requested a moment ago. Please wait before you request another one."
        case .service(let failure): notSent(failure)
        }
    }

    private func notSent(_ failure: AccountServiceFailure) -> String {
        failure.leavesOutcomeUnknown
            ? "It is uncertain whether a message was sent. Look for it before you request another one. \(cause(of: failure))"
            : "No message was requested. \(message(for: failure))"
    }

    /// Returns why an outcome is unknown, without the advice to try again.
    private func cause(of failure: AccountServiceFailure) -> String {
        failure == .remote(.outcomeUnknown) ? "The server's response was lost." : message(for: failure)
    }

    public func message(for error: ConfirmPasswordResetError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .wrongCode: "The code is wrong or was used before, or there is no such account."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure) where failure.leavesOutcomeUnknown:
            "It is uncertain whether your password was changed. Sign in with the new one to find out. \(cause(of: failure))"
        case .service(let failure): "Your password was not changed. \(message(for: failure))"
        }
    }

    public func message(for challenge: Challenge) -> String {
        let known = challenge.knownAddress ?? "you"
        func message(_ address: String?) -> String { "the message that was sent to \(address ?? "you")" }
        return switch (challenge.kind, challenge.purpose) {
        case (.link(let address), .addressConfirmation):
            "Confirm your address with the link in the message to \(address ?? known). Paste it as the code."
        case (.code(_, let address), .addressConfirmation):
            "Confirm your address with the code in the message to \(address ?? known)."
        case (.link(let address), .secondFactor): "Sign in with the link in \(message(address))."
        case (.code(_, let address), .secondFactor): "Enter the code in \(message(address))."
        case (.totp, _) where challenge.acceptsRecoveryCode:
            "Enter the code that your authenticator app shows. If you have lost the app, type your recovery code, which turns these codes off."
        case (.totp, _): "Enter the code that your authenticator app shows."
        }
    }

    public func message(for error: AnswerChallengeError, of challenge: Challenge?) -> String {
        switch (error, challenge?.kind) {
        case (.wrong(nil), .link): "The link is incorrect, or was used before."
        case (.wrong(nil), _): "The code is incorrect."
        case (.wrong(1?), _): "The code is incorrect. You have one attempt left."
        case (.wrong(let left?), _): "The code is incorrect. You have \(left) attempts left."
        case (.expired, _?) where challenge?.resendAt == nil: "The time for this step is over. Please sign in again."
        case (.expired, _): "The message has expired. Request another one."
        case (.used, .link): "The link was used before."
        case (.used, _): "The code was used before."
        case (.tooManyAttempts, _): "There were too many incorrect codes. Please sign in again."
        case (.throttled(nil), _): "There were too many attempts. Please try again later."
        case (.throttled, _): "There were too many attempts. Please wait before you try again."
        case (.unknown, _): "The code belongs to an earlier sign-in. Please sign in again."
        case (.termsRequired(let documents), _): message(for: SignInError.termsRequired(documents))
        case (.tooManyAccounts, _): message(for: SignInError.tooManyAccounts)
        case (.service(let failure), _) where failure.leavesOutcomeUnknown:
            "It is uncertain whether the code was accepted. Sign in to find out. \(cause(of: failure))"
        case (.service(let failure), _): "The code was not confirmed. \(message(for: failure))"
        }
    }

    public func message(for error: ResendError) -> String {
        switch error {
        case .throttled(nil): "There were too many attempts. Please try again later."
        case .throttled: "There were too many attempts. Please wait before you try again."
        case .unknown: "The message belongs to an earlier sign-in. Please sign in again."
        case .service(let failure): notSent(failure)
        }
    }

    public func message(for error: MakeRecoveryCodeError) -> String {
        switch error {
        case .wrongPassword: "Your current password is incorrect."
        case .codeRequired:
            "A new recovery code also needs a code of your authenticator app. Press Authenticator app to make it."
        case .wrongCode: message(for: TOTPError.wrongCode)
        case .usedCode: message(for: TOTPError.usedCode)
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): "No recovery code was made. \(message(for: failure))"
        }
    }

    public func message(for error: TOTPError) -> String {
        switch error {
        case .wrongPassword: "Your current password is incorrect."
        case .wrongCode: "The code is incorrect. Check the clock of the device with your authenticator app."
        case .usedCode: "The code was used before, or is older than one that was. Wait for the next one."
        case .alreadyEnabled: "Sign-in already requires a code of your authenticator app."
        case .notEnabled: "Sign-in requires no code of an authenticator app."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): "Nothing was changed. \(message(for: failure))"
        }
    }

    public func message(for error: ExportAccountError) -> String {
        switch error {
        case .wrongPassword: "Your current password is incorrect."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .sessionEnded: "Your data was not exported, because your session has ended. Please sign in again."
        case .eventsUnreadable: "Your data was not exported, because the security events cannot be read."
        case .service(let failure): "Your data was not exported. \(message(for: failure))"
        }
    }

    public func message(forDeletionOf id: AccountID) -> String {
        "The account \(id) cannot be restored once it is deleted. Press Delete account to delete it."
    }

    public func message(for error: DeleteAccountError) -> String {
        switch error {
        case .sessionEnded: "Your session has ended, and your account may already be deleted. Please sign out."
        case .passwordRequired: "Enter your password to delete your account."
        case .wrongPassword: "Your current password is incorrect."
        case .throttled(let throttling): throttled(isBanned: throttling == .banned)
        case .service(let failure): deletionFailed(failure)
        case .failedAndSignedOut(let failure, let error):
            "\(deletionFailed(failure)) Please sign in again. \(message(for: error))"
        }
    }

    private func deletionFailed(_ failure: AccountServiceFailure) -> String {
        failure.leavesOutcomeUnknown
            ? "We could not confirm whether your account was deleted. \(message(for: failure))"
            : "Your account was not deleted. \(message(for: failure))"
    }

    public func message(for error: AgreeToTermsError) -> String {
        switch error {
        case .sessionEnded:
            "Your agreement to the terms was not stored. This account no longer exists. Please sign out."
        case .service(let failure): "Your agreement to the terms was not stored. \(message(for: failure))"
        }
    }

    public func message(for error: WithdrawConsentError) -> String {
        switch error {
        case .required: "This agreement is required. To withdraw it, delete your account."
        case .sessionEnded: "Your consent was not withdrawn. This account no longer exists. Please sign out."
        case .service(let failure): "Your consent was not withdrawn. \(message(for: failure))"
        }
    }

    public func message(for error: SwitchAccountError) -> String {
        switch error {
        case .notSignedIn: "This account is no longer signed in on this device. Please sign in."
        case .storage(let error): "The account was not switched. \(message(for: error))"
        }
    }

    public func message(for error: SessionError) -> String {
        switch error {
        case .signedOut: "You are not signed in."
        case .ended: "Your session has ended. Please sign in again."
        case .service(let failure): message(for: failure)
        case .cancelled: message(for: AccountServiceFailure.cancelled)
        }
    }

    public func message(forUnlistedAccounts error: StorageError) -> String {
        "The accounts could not be listed. \(message(for: error))"
    }

    public func message(for failure: AccountServiceFailure) -> String {
        switch failure {
        case .storage(let error): message(for: error)
        case .corruptPasswordHash: "The stored password of this account is damaged and cannot be checked."
        case .busy: "Too many people are signing in. Try again in a moment."
        case .hashingUnavailable: "This device cannot process passwords safely."
        case .notOffered: "This service does not support this."
        case .tokenRefused: "Your session has expired. Please sign in again."
        case .cancelled: "The request was cancelled."
        case .remote(let failure): message(for: failure)
        }
    }

    public func message(for failure: RemoteFailure) -> String {
        switch failure {
        case .refused(let refusal):
            switch (refusal.texts, refusal.fields.first) {
            case ([], let field?): "The server does not accept the \(words(for: field))."
            case ([], nil): "The server refused the request."
            case (let texts, _): texts.joined(separator: " ")
            }
        case .pathError: "The server does not support this request. Update the app, or try again later."
        case .serverError: "The server has a problem. Try again later."
        case .network(.unreachable): "The server cannot be reached. Check your connection and try again."
        case .network(.notSecure): "No secure connection to the server could be established, so nothing was sent."
        case .network(.timedOut): "The server did not answer in time. Try again in a moment."
        case .network(.broken): "The connection to the server was lost. Try again in a moment."
        case .network(.unavailable): "This device cannot connect to servers."
        case .throttled(let time?): "Too many requests. Try again in \(seconds(time))."
        case .throttled(nil): "Too many requests. Try again later."
        case .undecodable: "The server's response is not valid. Update the app, or try again later."
        case .tokenMissing: "The server's response is incomplete, so you could not be signed in."
        case .outcomeUnknown: "The server's response was lost. Try again to find out."
        }
    }

    public func message(for error: StorageError) -> String {
        let store = name(of: error.store)
        return switch error.reason {
        case .corrupt: "The stored \(store) is damaged. It was not changed."
        case .unsupportedVersion(let version):
            "The stored \(store) has a newer format (version \(version)). Update the app to use it."
        case .replaced:
            "The file of the \(store) was removed or replaced. Nothing was written."
        case .busy: "Another program is using the \(store). Try again in a moment."
        case .unreachable: "The \(store) cannot be reached at the moment. Try again later."
        case .readOnly: "The \(store) cannot be changed, because the disk or the database is read-only."
        case .notPermitted: "The app does not have permission to use the \(store)."
        case .full: "The disk is full, so the \(store) cannot be stored."
        case .unsafeLocation(let location): message(for: location, of: store)
        case .closed: "The app was shut down. Start it again to use the \(store)."
        case .failed(let code): "The \(store) could not be read or written (error \(code))."
        }
    }

    public func message(forUnavailableSession error: StorageError) -> String {
        "Your session could not be restored. \(message(for: error))"
    }

    public func message(for notice: FlowNotice) -> String {
        switch notice {
        case .sessionNotSaved(let error):
            "You are signed in, but you may have to sign in again next time. \(message(for: error))"
        case .notStartedOver(let error): "The app could not start over. \(message(for: error))"
        case .sessionUncertain:
            "The clock of this device looks wrong, so it is uncertain whether you are still signed in. "
                + "Set the clock and start the app again, or sign in."
        case .sessionRemains(let error):
            "You are signed out, but you may be signed in again next time. \(message(for: error))"
        case .profileNotStored(let error):
            "Your profile was changed, but this device may still show the earlier one next time. \(message(for: error))"
        case .confirmationNeeded(let challenge): "Your profile was changed. \(message(for: challenge))"
        case .sessionEnded(.refused): "The server has ended your session. Please sign in again."
        case .sessionEnded(.expired): "Your session has expired. Please sign in again."
        case .sessionEnded: "You were signed out by another window or program. Please sign in again."
        case .addressConfirmed: "Your address is confirmed."
        case .secondFactorEnded:
            "Your recovery code was used, so sign-in requires no code of the authenticator app anymore. Make a new recovery code."
        case .recoveryCodeUsed: "Your recovery code was used, and there is no other one. Sign in, and make a new one."
        case .passwordChanged: "Your password was changed."
        case .passwordChangedAndSignedOut:
            "Your password was changed, but your session has ended. Sign in with the new password."
        case .profileChanged: "Your profile was changed."
        case .notSignedIn(nil): "Your code was accepted, but you are not signed in. Please sign in again."
        case .notSignedIn(let error?):
            "Your code was accepted, but your agreement to the terms was not stored. \(message(for: error)) Please sign in again."
        case .signedIn: "You are signed in."
        case .signInRequired: "Your account was created. Please sign in."
        case .signInCancelled: "Your account was created, but the sign-in was cancelled. Please sign in."
        case .agreementNotSaved(let error):
            "Your account was created, but your agreement to the terms was not stored. \(message(for: error)) Please sign in."
        case .outcomeHidden: "Your sign-up has been received. Sign in with this ID and password."
        }
    }

    private func message(for issues: [FieldIssue]) -> String {
        issues.isEmpty ? "Check your input." : issues.map { message(for: $0) }.joined(separator: " ")
    }

    private func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    /// Returns a time in whole seconds, rounded up.
    private func seconds(_ time: Duration) -> String {
        let seconds = time.wholeSeconds
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }

    private func digits(_ count: Int) -> String { count == 1 ? "1 digit" : "\(count) digits" }

    /// Returns the label of a field within a sentence: in lower case, unless it begins with an abbreviation.
    private func words(for field: AccountField) -> String {
        let label = label(of: field)
        let beginning = label.prefix(2)
        return beginning.allSatisfy(\.isUppercase) ? label : beginning.prefix(1).lowercased() + label.dropFirst()
    }

    private func message(for location: StorageError.UnsafeLocation, of store: String) -> String {
        let reason =
            switch location {
            case .invalidPath: "It is not a valid path."
            case .link: "It has a symbolic link. Use the folder or file that the link leads to."
            case .notAFolder: "It is not a folder."
            case .notAFile: "It has something else in place of a file."
            case .anotherOwner: "It belongs to another user."
            case .secondName: "One of its files has a second name."
            case .otherFiles: "Other people can access it, and it has other files. Choose a folder of your own."
            case .writableByOthers: "Other people can write to it. Choose a folder of your own."
            }
        return "The location of the \(store) is not safe. \(reason)"
    }

    private func name(of store: StorageError.Store) -> String {
        switch store {
        case .accounts: "account data"
        case .session: "session"
        case .consents: "consent data"
        case .pendingOperations: "request data"
        case .attempts: "sign-in history"
        }
    }
}
