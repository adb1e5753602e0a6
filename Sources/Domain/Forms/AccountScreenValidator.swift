/// The validator of the account screen: the current password, and a new one by the rules of sign-up.
package struct AccountScreenValidator: FormValidating {
    private static let newFields: [AccountField] = [.password, .confirmation]

    private let signUp: any FormValidating
    private let session: Session
    private let offersPasswordChange: Bool

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - signUp: The validator of a new password.
    ///   - session: The session of the account owner.
    ///   - offersPasswordChange: Whether the form has fields for a new password.
    package init(signUp: any FormValidating, session: Session, offersPasswordChange: Bool) {
        self.signUp = signUp
        self.session = session
        self.offersPasswordChange = offersPasswordChange
    }

    package var fields: [AccountField] {
        [.currentPassword] + (offersPasswordChange ? Self.newFields.filter(signUp.fields.contains) : [])
    }

    package func report(on form: AccountForm) -> ValidationReport {
        let isMissing = form[.currentPassword].isEmpty
        let current = FieldReport(
            field: .currentPassword,
            rule: RuleReport(requirement: .notEmpty, outcome: isMissing ? .violated(.empty) : .satisfied)
        )
        // The rules compare a new password with the ID and the nickname.
        var whole = form
        whole[.id] = session.accountID.text
        whole[.nickname] = session.profile.nickname?.text ?? ""
        let rest = signUp.report(on: whole).fields.filter { fields.contains($0.field) }
        return ValidationReport(fields: [current] + rest)
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        try signUp.validateInput(text, into: field, replacing: old)
    }
}
