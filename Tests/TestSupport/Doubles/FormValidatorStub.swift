package import Domain

/// A validator that asks every field of its own to be non-empty and the confirmation to match: enough to try what
/// stands on validation without any policy.
package struct FormValidatorStub: FormValidating {
    package let fields: [AccountField]

    package init(fields: [AccountField] = [.id, .password, .confirmation, .nickname]) {
        self.fields = fields
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
