/// A validator of the form for the code of a ``Challenge``; the user may paste a whole link.
package struct CodeValidator: FormValidating {
    package let fields: [AccountField] = [.code]

    package init() {}

    package func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(fields: [FieldReport(required: .code, in: form)])
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        try AccountForm.checkFieldSize(of: text)
    }
}
