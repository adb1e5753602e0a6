/// The validator of a profile that exists already: a field that the user has not changed is valid.
///
/// So rules that are newer than the profile do not prevent a change of another field.
package struct ProfileValidator: FormValidating {
    private let rules: any FormValidating
    private let base: Profile

    /// Creates a validator with that of the profile's fields and the profile before the changes.
    package init(rules: any FormValidating, base: Profile) {
        self.rules = rules
        self.base = base
    }

    package var fields: [AccountField] { rules.fields }

    package func report(on form: AccountForm) -> ValidationReport {
        let old = AccountForm(base)
        return ValidationReport(
            fields: rules.report(on: form).fields.map { report in
                guard form[report.field].isUTF8Equal(to: old[report.field]) else { return report }
                return FieldReport(
                    field: report.field,
                    rule: RuleReport(
                        requirement: report.rule.requirement,
                        outcome: .satisfied,
                        parts: report.rule.parts
                    )
                )
            }
        )
    }

    package func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue)
    {
        try rules.validateInput(text, into: field, replacing: old)
    }
}
