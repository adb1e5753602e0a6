import Domain

/// A validator for which a field is valid exactly while its text begins with `ok`, whatever the others hold.
struct FieldwiseValidator: FormValidating {
    let fields: [AccountField] = [.id, .password, .confirmation, .nickname]

    func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(
            fields: fields.map { field in
                FieldReport(
                    field: field,
                    rule: RuleReport(
                        requirement: .notEmpty,
                        outcome: form[field].hasPrefix("ok") ? .satisfied : .violated(.empty)
                    )
                )
            }
        )
    }
}
