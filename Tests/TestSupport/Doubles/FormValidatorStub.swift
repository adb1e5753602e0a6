package import Domain

/// A validator that asks every field of its own to be non-empty and the confirmation to match, and takes texts up to a
/// limit: enough to try what stands on validation without any policy.
package struct FormValidatorStub: FormValidating {
    package let fields: [AccountField]
    private let limit: Int

    package init(fields: [AccountField] = [.id, .password, .confirmation, .nickname], limit: Int = .max) {
        self.fields = fields
        self.limit = limit
    }

    package func admit(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        if text.count > limit { throw .tooLong(maximum: limit, actual: text.count) }
    }

    package func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(
            fields: fields.map { field in
                let issue: ValidationIssue? =
                    if form[field].isEmpty {
                        .empty
                    } else if field == .confirmation, form[.confirmation] != form[.password] {
                        .mismatch(with: .password)
                    } else {
                        nil
                    }
                return FieldReport(
                    field: field,
                    rule: RuleReport(
                        requirement: field == .confirmation ? .sameAs(.password) : .notEmpty,
                        outcome: issue.map { .violated($0) } ?? .satisfied
                    )
                )
            }
        )
    }
}
