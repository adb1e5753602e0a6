/// A validator of the forms with which users prove who they are, by a code or the current password, perhaps to set a new
/// password by the rules of sign-up.
///
/// A proof only has to be filled in.
package struct ProofValidator: FormValidating {
    private let account: (field: AccountField, rules: any FormValidating)?
    private let proofs: [AccountField]
    private let newPassword: (any FormValidating)?
    private let id: AccountID?
    private let nickname: Nickname?

    /// Creates a validator of a form with the field that names the account, the proofs and the fields of a new password.
    ///
    /// The new password is compared with the ID of the form, or with `id` and `nickname`, as far as they are known.
    package init(
        account: (field: AccountField, rules: any FormValidating)? = nil,
        _ proofs: [AccountField],
        newPassword: (any FormValidating)? = nil,
        id: AccountID? = nil,
        nickname: Nickname? = nil
    ) {
        self.account = account
        self.proofs = proofs
        self.newPassword = newPassword
        self.id = id
        self.nickname = nickname
    }

    package var fields: [AccountField] {
        (account.map { [$0.field] } ?? []) + proofs + (newPassword?.fields.filter(\.isOfNewPassword) ?? [])
    }

    package func report(on form: AccountForm) -> ValidationReport {
        var reports: [FieldReport] = []
        if let account { reports += account.rules.report(on: form).fields.filter { $0.field == account.field } }
        reports += proofs.map { FieldReport(required: $0, in: form) }
        if let newPassword {
            // Without an ID, the new password cannot be compared with it.
            let id = if let account { try? AccountID(form[account.field]) } else { id }
            reports += newPassword.reportOnNewPassword(in: form, id: id, nickname: nickname).fields
        }
        return ValidationReport(fields: reports)
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        let rules = field == account?.field ? account?.rules : newPassword
        // The user may paste a whole link.
        guard let rules, field != .code else { return try AccountForm.checkFieldSize(of: text) }
        try rules.validateInput(text, into: field, replacing: old)
    }
}

extension FormValidating {
    /// Returns the reports on a new password and its confirmation by the rules of sign-up, which also compare the password
    /// with the ID and the nickname, as far as they are known.
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
