import Domain

/// Judges the form of the account screen: a new password by the rules of sign-up, for the account that is signed in.
struct AccountValidator: FormValidating {
    private static let newFields: [AccountField] = [.password, .confirmation]

    let signUp: any FormValidating
    let session: Session
    let offersPasswordChange: Bool

    var fields: [AccountField] {
        [.currentPassword] + (offersPasswordChange ? Self.newFields.filter(signUp.fields.contains) : [])
    }

    func report(on form: AccountForm) -> ValidationReport {
        let isMissing = form[.currentPassword].isEmpty
        let current = FieldReport(
            field: .currentPassword,
            rule: RuleReport(requirement: .notEmpty, outcome: isMissing ? .violated(.empty) : .satisfied)
        )
        // The ID and the nickname are there to be compared with.
        var whole = form
        whole[.id] = session.accountID.text
        whole[.nickname] = session.profile.nickname?.text ?? ""
        let rest = signUp.report(on: whole).fields.filter { fields.contains($0.field) }
        return ValidationReport(fields: [current] + rest)
    }

    func admit(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        try signUp.admit(text, into: field, replacing: old)
    }
}
