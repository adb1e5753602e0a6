public import Domain

/// The content of an alert over a screen, which waits for an answer.
///
/// It is a value without wording: a ``MessageCatalog`` has the texts.
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
        case .signUpRefused(let failure): messages.message(for: failure)
        case .termsRequired: messages.text(of: .agreeToTerms)
        case .accountDeletion: messages.text(of: .deleteAccount)
        case .notice(let notice): messages.message(for: notice)
        }
    }
}

/// The subject of an alert.
public enum AlertSubject: Hashable, Sendable {
    /// A sign-up failed, and no field shows why.
    case signUpRefused(AccountServiceFailure)
    /// Signing in requires an agreement to these documents.
    case termsRequired([ConsentDocument])
    /// The account is deleted after a confirmation.
    case accountDeletion
    /// Something has succeeded, and something else besides has failed.
    case notice(FlowNotice)

    /// The buttons, in the order in which to show them.
    public var buttons: [AlertButton] {
        switch self {
        case .signUpRefused, .notice:
            [AlertButton(.confirm, action: .dismiss)]
        case .termsRequired:
            [AlertButton(.cancel, role: .cancel, action: .dismiss), AlertButton(.agree, action: .agree)]
        case .accountDeletion:
            [
                AlertButton(.cancel, role: .cancel, action: .dismiss),
                AlertButton(.deleteAccount, role: .destructive, action: .deleteAccount),
            ]
        }
    }

    var title: StatusTitle {
        switch self {
        case .signUpRefused: .signUpFailed
        case .termsRequired: .termsRequired
        case .accountDeletion: .accountDeletion
        case .notice: .notice
        }
    }
}

/// A button of an alert.
public struct AlertButton: Hashable, Sendable {
    /// How a button is presented.
    public enum Role: Hashable, Sendable {
        /// Like any other.
        case ordinary
        /// The button changes nothing; the Escape key stands for it.
        case cancel
        /// The button destroys something.
        case destructive
    }

    /// The name of the button; `MessageCatalog.title(of:)` has its title.
    public let name: ButtonName

    /// How the button is presented.
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
}
