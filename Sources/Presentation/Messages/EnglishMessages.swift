public import Domain

/// The wording in English.
public struct EnglishMessages: EnglishWording {
    /// Creates the catalog.
    public init() {}
}

extension EnglishWording {
    /// English.
    public var language: Language { .english }

    /// Gives the title of a screen.
    ///
    /// - Parameter screen: The screen.
    /// - Returns: A few words.
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

    /// Gives the title of a button or switch.
    ///
    /// - Parameter button: The button or switch.
    /// - Returns: A few words.
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

    /// Gives the label of a field.
    ///
    /// - Parameter field: The field.
    /// - Returns: A few words.
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

    /// Tells an outcome in a few words.
    ///
    /// - Parameter headline: The outcome.
    /// - Returns: A few words or one sentence.
    public func text(of headline: Headline) -> String {
        switch headline {
        case .signedIn: "Signed in"
        case .signInFailed: "Signing in failed."
        case .termsRequired: "Agreement needed"
        case .accountDeletion: "Delete account"
        case .notice: "Please note"
        case .signUpFailed: "Sign-up failed"
        }
    }

    /// Asks a question.
    ///
    /// - Parameter question: What is asked.
    /// - Returns: One or more sentences.
    public func text(of question: Question) -> String {
        switch question {
        case .agreeToTerms: "To sign in, please agree to the terms of automatic sign-in."
        case .deleteAccount: "A deleted account cannot be brought back. Press Delete account if you really want that."
        }
    }

    /// Greets a person.
    ///
    /// - Parameter name: The nickname, or the ID where there is none.
    /// - Returns: One sentence.
    public func greeting(to name: String) -> String { "Welcome, \(name)." }

    /// Says what is wrong with a field.
    ///
    /// - Parameter issue: What is wrong, and in which field.
    /// - Returns: One or two sentences.
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
        case .tooFewMet(let minimum, let actual, let count):
            "\(label) must meet at least \(minimum) of \(count) requirements; it meets \(actual)."
        case .taken:
            "\(label) is taken. Choose another one."
        }
    }

    /// Says why a sign-up has failed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    public func message(for error: SignUpError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .duplicateAccount: "This ID is taken. Choose another one."
        case .failed(let failure): message(for: failure)
        }
    }

    /// Returns what the sign-up screen says instead of leading to a session.
    ///
    /// - Parameter notice: The reason.
    /// - Returns: One or more sentences.
    public func message(for notice: SignUpNotice) -> String {
        switch notice {
        case .failed(let error): message(for: error)
        case .signInRequired: "Your account was created. Please sign in."
        case .signInCancelled: "Your account was created, but signing in was cancelled. Please sign in."
        case .outcomeHidden: "Your sign-up has been received. Sign in with this ID and password."
        }
    }

    /// Says why a sign-in has failed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    public func message(for error: SignInError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .invalidCredentials: "The ID or the password is wrong."
        case .throttled(until: .some): "Signing in has failed too often. Wait a while, then try again."
        case .throttled(until: nil): "Signing in has failed so often that this ID is blocked."
        case .failed(let failure): message(for: failure)
        }
    }

    /// Says why a password was not changed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    public func message(for error: ChangePasswordError) -> String {
        switch error {
        case .invalidInput(let issues): message(for: issues)
        case .wrongPassword: "Your current password is another one."
        case .throttled(until: .some): "The password was wrong too often. Wait a while, then try again."
        case .throttled(until: nil): "The password was wrong so often that this ID is blocked."
        case .failed(let failure): "Your password was not changed. \(message(for: failure))"
        }
    }

    /// Says why an account was not deleted.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    public func message(for error: DeleteAccountError) -> String {
        switch error {
        case .sessionEnded: "This account no longer exists. Please sign out."
        case .passwordRequired: "Enter your password to delete your account."
        case .wrongPassword: "Your current password is another one."
        case .throttled(until: .some): "The password was wrong too often. Wait a while, then try again."
        case .throttled(until: nil): "The password was wrong so often that this ID is blocked."
        case .failed(let failure): "Your account was not deleted. \(message(for: failure))"
        case .failedSignedOut(let failure, let error):
            "Your account was not deleted. \(message(for: failure)) You will have to sign in again next time. \(message(for: error))"
        }
    }

    /// Says why an agreement to terms was not stored.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    public func message(for error: AgreeToTermsError) -> String {
        switch error {
        case .sessionEnded: "Your agreement to the terms was not saved. This account no longer exists. Please sign out."
        case .failed(let failure): "Your agreement to the terms was not saved. \(message(for: failure))"
        }
    }

    /// Says why accounts were not listed.
    ///
    /// - Parameter error: The reason.
    /// - Returns: One or more sentences.
    public func message(forUnlistedAccounts error: StorageError) -> String {
        "The accounts could not be listed. \(message(for: error))"
    }

    /// Says why an account service could not do its work.
    ///
    /// - Parameter failure: The reason.
    /// - Returns: One or more sentences.
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

    /// Says why a server did not do what was asked of it.
    ///
    /// - Parameter failure: The reason.
    /// - Returns: One or more sentences.
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

    /// Says what is the matter with a store.
    ///
    /// - Parameter error: Which store, and what kind of trouble.
    /// - Returns: One or more sentences.
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

    /// Says that nobody knows whether somebody is signed in.
    ///
    /// - Parameter error: Which store, and what kind of trouble.
    /// - Returns: One or more sentences.
    public func message(forUnavailableSession error: StorageError) -> String {
        "It is not known whether you are signed in. \(message(for: error))"
    }

    /// Says what could not be done besides the thing that has succeeded.
    ///
    /// - Parameter notice: What could not be done.
    /// - Returns: One or more sentences.
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
