/// The validator of the forms of a forgotten password: an ID or e-mail address, a code, and a new password by the rules of sign-up.
package struct PasswordResetValidator: FormValidating {
    private let signIn: any FormValidating
    private let signUp: any FormValidating
    private let field: AccountField
    private let asksForID: Bool
    private let asksForCode: Bool
    private let id: AccountID?

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - signIn: The validator of the ID.
    ///   - signUp: The validator of a new password and of an e-mail address.
    ///   - field: The field for the account: the ID or the e-mail address.
    ///   - asksForID: Whether the form has that field.
    ///   - asksForCode: Whether the form has fields for the code and the new password.
    ///   - id: The account, unless the form asks for it; nil if only a link knows it.
    package init(
        signIn: any FormValidating,
        signUp: any FormValidating,
        field: AccountField = .id,
        asksForID: Bool,
        asksForCode: Bool,
        id: AccountID? = nil
    ) {
        self.signIn = signIn
        self.signUp = signUp
        self.field = field
        self.asksForID = asksForID
        self.asksForCode = asksForCode
        self.id = id
    }

    package var fields: [AccountField] {
        (asksForID ? [field] : []) + (asksForCode ? [.code] + signUp.fields.filter(\.isOfNewPassword) : [])
    }

    package func report(on form: AccountForm) -> ValidationReport {
        var reports: [FieldReport] = []
        if asksForID { reports += ownValidator.report(on: form).fields.filter { $0.field == field } }
        if asksForCode {
            reports.append(FieldReport(required: .code, in: form))
            // Without an ID, the new password cannot be compared with it.
            let id = asksForID ? try? AccountID(form[field]) : id
            reports += signUp.reportOnNewPassword(in: form, id: id).fields
        }
        return ValidationReport(fields: reports)
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        switch field {
        // The user may paste a whole link.
        case .code: try AccountForm.checkFieldSize(of: text)
        case self.field: try ownValidator.validateInput(text, into: field, replacing: old)
        default: try signUp.validateInput(text, into: field, replacing: old)
        }
    }

    private var ownValidator: any FormValidating { field == .id ? signIn : signUp }
}
