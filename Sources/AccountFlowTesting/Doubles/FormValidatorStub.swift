public import Domain

/// A validator that requires its fields to be filled and the confirmation to match, and limits what a field accepts.
public struct FormValidatorStub {
    /// The required fields, in order.
    public let fields: [AccountField]
    private let limit: Int

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - fields: The required fields, in order.
    ///   - limit: The largest number of characters that a field accepts; if negative, it does not accept an empty text.
    public init(fields: [AccountField] = [.id, .password, .confirmation, .nickname], limit: Int = .max) {
        self.fields = fields
        self.limit = limit
    }
}

extension FormValidatorStub: FormValidating {
    public func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        if text.count > limit { throw .tooLong(maximum: limit, actual: text.count) }
    }

    public func report(on form: AccountForm) -> ValidationReport {
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
