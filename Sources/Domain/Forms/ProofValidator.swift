/// A validator of a form with which users prove who they are, by a code or the current password.
///
/// Each field only has to be filled in, and takes as much as any field, because the user may paste a whole link.
package struct ProofValidator: FormValidating {
    package let fields: [AccountField]

    package init(_ fields: AccountField...) {
        self.fields = fields
    }

    package func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(fields: fields.map { FieldReport(required: $0, in: form) })
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        try AccountForm.checkFieldSize(of: text)
    }
}
