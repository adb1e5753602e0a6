public import Domain

/// The English texts, of which an app may replace any.
///
/// ``EnglishMessages`` has all of them. To replace a text, conform to this protocol and implement only that one; sentences
/// that quote it, such as those with the label of a field, follow:
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

// MessageCatalog documents these functions.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EnglishMessageCatalog {
    public var language: Language { .english }

    public func title(of screen: ScreenName) -> String {
        switch screen {
        case .start: "Start"
        case .signUp: "Sign up"
        case .signIn: "Sign in"
        case .main: "Home"
        case .account: "Account"
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
        case .deleteAccount: "Delete account"
        case .changePassword: "Change password"
        case .account: "Account"
        case .agree: "Agree"
        case .terms: "Show the terms"
        case .reveal: "Show password"
        case .obscure: "Hide password"
        case .confirm: "OK"
        case .cancel: "Cancel"
        case .retry: "Try again"
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
        }
    }

    public func text(of title: StatusTitle) -> String {
        switch title {
        case .signedIn: "Signed in"
        case .signInFailed: "Signing in failed."
        case .termsRequired: "Agreement needed"
        case .accountDeletion: "Delete account"
        case .notice: "Please note"
        case .signUpFailed: "Sign-up failed"
        }
    }

    public func text(of prompt: Prompt) -> String {
        switch prompt {
        case .agreeToTerms: "To sign in, please agree to the terms of automatic sign-in."
        case .deleteAccount: "A deleted account cannot be brought back. Press Delete account if you really want that."
        }
    }

    public func text(of requirement: Requirement) -> String {
        switch requirement {
        case .notEmpty: "filled in"
        case .length(let minimum, let maximum?): "\(minimum) to \(maximum) characters"
        case .length(let minimum, nil): "\(minimum) characters or more"
        case .lowercaseLettersAndDigits: "a to z and 0 to 9 only"
        case .noLeadingDigit: "no digit at the beginning"
        case .emailAddress: "an e-mail address"
        case .sameAs(let field): "the same as “\(label(of: field))”"
        case .storable: "characters and length that can be stored"
        case .noWhitespace: "no spaces"
        case .phoneNumber(let minimum, let maximum): "a phone number of \(minimum) to \(maximum) digits"
        case .uncommon: "not a common password"
        case .noAccountID: "without your ID in it"
        case .noNickname: "without your nickname in it"
        case .noContextWord: "without a word that is easily guessed"
        case .available: "not taken by anybody"
        case .custom(let text): text
        case .all: "all of these"
        }
    }

    public func greeting(to name: String) -> String { "Welcome, \(name)." }

    public func message(for issue: FieldIssue) -> String {
        let label = label(of: issue.field)
        return switch issue.issue {
        case .empty:
            issue.field == .confirmation
                ? "Enter your password once more." : "Enter your \(words(for: issue.field))."
        case .tooShort(let minimum, let actual):
            "\(label) must have at least \(characters(minimum)); it has \(actual)."
        case .tooLong(let maximum, let actual):
            "\(label) must have at most \(characters(maximum)); it has \(actual)."
        case .tooManyBytes(let maximum, let actual):
            "\(label) is too long: it takes \(actual) bytes, and \(maximum) are allowed."
        case .forbiddenCharacter(let first?, let position) where !issue.field.isSecret:
            "\(label) must not contain “\(first.visible)”, as it does at character \(position + 1)."
        case .forbiddenCharacter(_, let position):
            "Character \(position + 1) of your \(words(for: issue.field)) is not allowed."
        case .startsWithDigit:
            "\(label) must not begin with a digit."
        case .containsWhitespace(let position):
            "\(label) must not contain a space, as it does at character \(position + 1)."
        case .containsControlCharacter(let position):
            "\(label) must not contain a control character, as it does at character \(position + 1)."
        case .notAnEmailAddress(.shape):
            "\(label) must be an e-mail address, such as name@example.com."
        case .notAnEmailAddress(.local):
            "The part of your \(words(for: issue.field)) before the @ is not right."
        case .notAnEmailAddress(.domain):
            "The part of your \(words(for: issue.field)) after the @ is not right."
        case .mismatch(let other):
            "\(label) does not match your \(words(for: other))."
        case .tooFewDigits(let minimum, let actual):
            "\(label) must have at least \(digits(minimum)); it has \(actual)."
        case .tooManyDigits(let maximum, let actual):
            "\(label) must have at most \(digits(maximum)); it has \(actual)."
        case .tooCommon:
            "\(label) is so common that it is easily guessed. Choose another one."
        case .containsAccountID:
            "\(label) must not contain your ID."
        case .containsNickname:
            "\(label) must not contain your nickname."
        case .containsContextWord:
            "\(label) must not contain a word that is easily guessed, such as the name of the service."
        case .custom(let text):
            text
        case .taken:
            "\(label) is taken. Choose another one."
        }
    }

    public func message(for failure: SignUpFailure) -> String {
        switch failure {
        case .invalidInput(let issues): message(for: issues)
        case .duplicateAccount: "This ID is taken. Choose another one."
        case .service(let failure): message(for: failure)
        case .signInRequired: "Your account was created. Please sign in."
        case .signInCancelled: "Your account was created, but signing in was cancelled. Please sign in."
        case .outcomeHidden: "Your sign-up has been received. Sign in with this ID and password."
        }
    }

    public func message(for error: SignInError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .invalidCredentials: "The ID or the password is wrong."
        case .throttled(until: .some): "Signing in has failed too often. Wait a while, then try again."
        case .throttled(until: nil): "Signing in has failed so often that this ID is blocked."
        case .failed(let failure): message(for: failure)
        }
    }

    public func message(for error: ChangePasswordError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .wrongPassword: "Your current password is incorrect."
        case .throttled(until: .some): "The password was wrong too often. Wait a while, then try again."
        case .throttled(until: nil): "The password was wrong so often that this ID is blocked."
        case .failed(let failure): "Your password was not changed. \(message(for: failure))"
        }
    }

    public func message(for error: DeleteAccountError) -> String {
        switch error {
        case .sessionEnded: "This account no longer exists. Please sign out."
        case .passwordRequired: "Enter your password to delete your account."
        case .wrongPassword: "Your current password is incorrect."
        case .throttled(until: .some): "The password was wrong too often. Wait a while, then try again."
        case .throttled(until: nil): "The password was wrong so often that this ID is blocked."
        case .failed(let failure): "Your account was not deleted. \(message(for: failure))"
        case .failedSignedOut(let failure, let error):
            "Your account was not deleted. \(message(for: failure)) You will have to sign in again next time. \(message(for: error))"
        }
    }

    public func message(for error: AgreeToTermsError) -> String {
        switch error {
        case .sessionEnded: "Your agreement to the terms was not saved. This account no longer exists. Please sign out."
        case .failed(let failure): "Your agreement to the terms was not saved. \(message(for: failure))"
        }
    }

    public func message(forUnlistedAccounts error: StorageError) -> String {
        "The accounts could not be listed. \(message(for: error))"
    }

    public func message(for failure: AccountServiceFailure) -> String {
        switch failure {
        case .storage(let error): message(for: error)
        case .corruptPasswordHash: "The saved password of this account is damaged and cannot be checked."
        case .busy: "Too many people are signing in right now. Try again in a moment."
        case .hashingUnavailable: "This device has no safe way to handle passwords."
        case .cancelled: "The request was cancelled."
        case .remote(let failure): message(for: failure)
        }
    }

    public func message(for failure: RemoteFailure) -> String {
        switch failure {
        case .refused(.none, let field?): "The server does not accept the \(words(for: field))."
        case .refused(.none, nil): "The server refused the request."
        case .refused(let message, _): message.text
        case .pathError: "The server does not know this request. The app may have to be updated."
        case .serverError: "The server has a problem. Try again later."
        case .network(.unreachable): "The server cannot be reached. Check your connection and try again."
        case .network(.notSecure): "No secure connection to the server came about, so nothing was sent."
        case .network(.timedOut): "The server did not answer in time. Try again in a moment."
        case .network(.broken): "The connection to the server broke. Try again in a moment."
        case .network(.unavailable): "This device has no means to reach the server."
        case .throttled(let time?): "There were too many requests. Try again in \(seconds(time))."
        case .throttled(nil): "There were too many requests. Try again later."
        case .undecodable: "The server's answer cannot be understood. The app may have to be updated."
        case .tokenMissing: "The server's answer is incomplete, so you could not be signed in."
        case .tokenRefused: "You are not signed in any more. Please sign in again."
        case .outcomeUnknown:
            "The server's answer was lost, so it is not known whether this was done. Try again: it will not be done twice."
        case .notOffered: "This server does not offer that."
        }
    }

    public func message(for error: StorageError) -> String {
        let store = name(of: error.store)
        return switch error.reason {
        case .corrupt: "The saved \(store) is damaged and was left as it is."
        case .unsupportedVersion(let version):
            "The saved \(store) has a newer format (version \(version)). Update this app to use it."
        case .replaced:
            "The file with the saved \(store) was removed or replaced while it was in use. Nothing was written."
        case .busy: "Another program is using the saved \(store). Try again in a moment."
        case .readOnly: "The saved \(store) cannot be changed, because the storage is read-only."
        case .notPermitted: "This app is not permitted to use the saved \(store)."
        case .full: "There is no room left to save the \(store)."
        case .unsafeLocation:
            "The place for the \(store) is not safe: it has to be a folder of its own, neither a file nor a link, that only you have access to."
        case .closed: "The app was shut down. Start it again to use the saved \(store)."
        case .failed(let code): "The saved \(store) could not be read or written (system error \(code))."
        }
    }

    public func message(forUnavailableSession error: StorageError) -> String {
        "It is not known whether you are signed in. \(message(for: error))"
    }

    public func message(for notice: FlowNotice) -> String {
        switch notice {
        case .sessionNotSaved(let error):
            "You are signed in, but this could not be saved, so it may be different next time. \(message(for: error))"
        case .agreementNotSaved(let error):
            "You are signed in. \(message(for: error)) You will be asked again at the next sign-in."
        case .sessionRemains(let error):
            "You are signed out, but the saved session could not be removed, so you may be signed in next time. \(message(for: error))"
        }
    }

    private func message(for issues: [FieldIssue]) -> String {
        issues.isEmpty ? "Check what you have entered." : issues.map { message(for: $0) }.joined(separator: " ")
    }

    private func characters(_ count: Int) -> String { count == 1 ? "1 character" : "\(count) characters" }

    /// A time in whole seconds, never less than it is.
    private func seconds(_ time: Duration) -> String {
        let seconds = time.wholeSeconds
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }

    private func digits(_ count: Int) -> String { count == 1 ? "1 digit" : "\(count) digits" }

    /// The label of a field as it stands within a sentence: without its capital letter, unless that begins an
    /// abbreviation, such as ID.
    private func words(for field: AccountField) -> String {
        let label = label(of: field)
        let beginning = label.prefix(2)
        return beginning.allSatisfy(\.isUppercase) ? label : beginning.prefix(1).lowercased() + label.dropFirst()
    }

    private func name(of store: StorageError.Store) -> String {
        switch store {
        case .accounts: "account data"
        case .session: "session"
        case .consents: "record of agreements"
        case .pendingOperations: "record of requests"
        case .attempts: "record of sign-in attempts"
        }
    }
}
