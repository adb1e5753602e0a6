public import Domain

/// The kind of text in a field, by which a system offers to fill it in and chooses a keyboard.
public enum FieldContent: Hashable, Sendable {
    /// The ID of an account.
    case username
    /// The current password of an account.
    case password
    /// A password that is being set.
    case newPassword
    /// A code that works once.
    case oneTimeCode
    /// A field of the profile, such as `.profile(.email)`.
    case profile(AccountField)
}

extension FormState {
    /// Returns the kind of text in a field.
    ///
    /// - Parameter field: The field.
    /// - Returns: The kind; a password is a new one, unless the form signs in.
    public func content(of field: AccountField) -> FieldContent {
        switch field {
        case .id: .username
        case .password, .confirmation: setsPassword ? .newPassword : .password
        case .currentPassword: .password
        case .code: .oneTimeCode
        default: .profile(field)
        }
    }

    /// Returns the label of a field, for the screen and for accessibility.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - messages: The catalog of the user's language.
    /// - Returns: A few words, which say that a password is new if the account has one already.
    public func label(of field: AccountField, in messages: any MessageCatalog) -> String {
        let hasAccount = fields.contains { $0 == .currentPassword || $0 == .code }
        return hasAccount ? messages.label(ofNew: field) : messages.label(of: field)
    }

    /// Returns the error text below a field, which a screen reader has to find there too.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - messages: The catalog of the user's language.
    /// - Returns: Why the form rejected the last text for the field, or else the message for its first issue; nil if it
    ///   shows neither.
    public func hint(for field: AccountField, in messages: any MessageCatalog) -> String? {
        if let refusal, refusal.field == field { return messages.message(for: refusal) }
        return switch self[field] {
        case .untouched, .editing, .valid: nil
        case .invalid(let issues), .rejected(let issues):
            issues.first.map { messages.message(for: FieldIssue(field: field, issue: $0)) }
        }
    }

    /// Returns the accessibility label of the button that shows or hides the text of a secret field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - messages: The catalog of the user's language.
    /// - Returns: The label of the field and the title of the button, so that the buttons of two fields differ.
    public func revealLabel(of field: AccountField, in messages: any MessageCatalog) -> String {
        label(of: field, in: messages) + ", " + messages.title(of: isObscured(field) ? ButtonName.reveal : .obscure)
    }
}
