/// The validator of the forms that need the current password: to delete the account, or to set a new password by the rules
/// of sign-up.
package struct PasswordChangeValidator: FormValidating {
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
        [.currentPassword] + (offersPasswordChange ? signUp.fields.filter(\.isOfNewPassword) : [])
    }

    package func report(on form: AccountForm) -> ValidationReport {
        let new = offersPasswordChange ? signUp.reportOnNewPassword(in: form, of: session).fields : []
        return ValidationReport(fields: [FieldReport(required: .currentPassword, in: form)] + new)
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        try signUp.validateInput(text, into: field, replacing: old)
    }
}

extension FormValidating {
    /// Returns the reports on a new password and its confirmation by the rules of sign-up, which also compare the password
    /// with the ID and the nickname.
    func reportOnNewPassword(in form: AccountForm, of session: Session) -> ValidationReport {
        reportOnNewPassword(in: form, id: session.accountID, nickname: session.profile.nickname)
    }

    /// Returns the same reports for an account whose ID or nickname may be unknown.
    func reportOnNewPassword(in form: AccountForm, id: AccountID?, nickname: Nickname? = nil) -> ValidationReport {
        var whole = form
        whole[.id] = id?.text ?? ""
        whole[.nickname] = nickname?.text ?? ""
        return ValidationReport(fields: report(on: whole).fields.filter(\.field.isOfNewPassword))
    }
}

extension AccountField {
    /// Whether the field is the password or its confirmation.
    var isOfNewPassword: Bool { self == .password || self == .confirmation }
}

extension FieldReport {
    /// Creates the report of a field that only has to be filled in.
    init(required field: AccountField, in form: AccountForm) {
        let outcome: RuleReport.Outcome = form[field].isEmpty ? .violated(.empty) : .satisfied
        self.init(field: field, rule: RuleReport(requirement: .notEmpty, outcome: outcome))
    }
}
