public import Domain

/// An alert that is shown over a screen until the user presses one of its buttons.
///
/// The texts are in a ``MessageCatalog``.
public struct AlertContent: Hashable, Sendable, Identifiable {
    /// The number of the alert, unique in its queue.
    public let id: Int

    /// The subject of the alert.
    public let subject: AlertSubject

    package init(id: Int, subject: AlertSubject) {
        self.id = id
        self.subject = subject
    }

    /// The buttons, in the order in which to show them.
    public var buttons: [AlertButton] { subject.buttons }

    /// Returns the title.
    ///
    /// - Parameter messages: The catalog of the user's language.
    /// - Returns: A few words.
    public func title(in messages: any MessageCatalog) -> String { messages.text(of: subject.title) }

    /// Returns the message.
    ///
    /// - Parameter messages: The catalog of the user's language.
    /// - Returns: One or more sentences.
    public func message(in messages: any MessageCatalog) -> String {
        switch subject {
        case .signInFailed(let error): messages.message(for: error)
        case .signUpRefused(let failure): messages.message(for: SignUpError.service(failure))
        case .termsRequired: messages.text(of: .agreeToTerms)
        case .accountDeletion(let id): messages.message(forDeletionOf: id)
        case .startingOver(let error): messages.message(for: error) + " " + messages.text(of: .startOver)
        case .recoveryCode(let code): messages.message(for: code)
        case .notice(let notice): messages.message(for: notice)
        }
    }
}

/// The subject of an alert.
public enum AlertSubject: Hashable, Sendable {
    /// A sign-in failed; only a screen whose ``SignInStyle`` says so shows this.
    case signInFailed(SignInError)
    /// A sign-up failed, and no field shows why.
    case signUpRefused(AccountServiceFailure)
    /// The user has to agree to these documents before signing in.
    case termsRequired([ConsentDocument])
    /// The user has to confirm the deletion of this account.
    case accountDeletion(AccountID)
    /// The user has to confirm starting over without a store that cannot be read.
    case startingOver(StorageError)
    /// The user has to keep this code, which is shown once.
    case recoveryCode(RecoveryCode)
    /// The user has to know this after an operation.
    case notice(FlowNotice)

    /// The buttons, in the order in which to show them.
    public var buttons: [AlertButton] {
        switch self {
        case .signInFailed, .signUpRefused, .recoveryCode, .notice:
            [AlertButton(.confirm, action: .dismiss)]
        case .termsRequired:
            [AlertButton(.cancel, role: .cancel, action: .dismiss), AlertButton(.agree, action: .agree)]
        case .accountDeletion:
            [
                AlertButton(.cancel, role: .cancel, action: .dismiss),
                AlertButton(.deleteAccount, role: .destructive, action: .deleteAccount),
            ]
        case .startingOver:
            [
                AlertButton(.cancel, role: .cancel, action: .dismiss),
                AlertButton(.startOver, role: .destructive, action: .startOver),
            ]
        }
    }

    var title: StatusTitle {
        switch self {
        case .signInFailed: .signInFailed
        case .signUpRefused(let failure): failure.leavesOutcomeUnknown ? .notice : .signUpFailed
        case .termsRequired: .termsRequired
        case .accountDeletion: .accountDeletion
        case .startingOver: .startingOver
        case .recoveryCode: .recoveryCode
        case .notice(.signedIn): .signedIn
        case .notice: .notice
        }
    }
}

/// A button of an alert.
public struct AlertButton: Hashable, Sendable {
    /// The presentation of a button.
    public enum Role: Hashable, Sendable {
        /// An ordinary button.
        case ordinary
        /// A button that changes nothing; the Escape key presses it.
        case cancel
        /// A button that destroys data, or moves it out of reach.
        case destructive
    }

    /// The name of the button; `MessageCatalog.title(of:)` has its title.
    public let name: ButtonName

    /// The presentation of the button.
    public let role: Role

    /// The action of the button.
    public let action: AlertAction

    package init(_ name: ButtonName, role: Role = .ordinary, action: AlertAction) {
        self.name = name
        self.role = role
        self.action = action
    }
}

/// The action of a button of an alert.
public enum AlertAction: Hashable, Sendable {
    /// Dismisses the alert.
    case dismiss
    /// Agrees to the documents, and continues.
    case agree
    /// Deletes the account.
    case deleteAccount
    /// Starts over without the data that cannot be read.
    case startOver
}
