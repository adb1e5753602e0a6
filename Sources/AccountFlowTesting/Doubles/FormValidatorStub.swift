public import Domain

/// A validator that asks every field of its own to be non-empty and the confirmation to match, and takes texts up to a
/// limit: enough to try what stands on validation without any policy.
public struct FormValidatorStub: FormValidating {
    /// The fields that are asked for, in their order.
    public let fields: [AccountField]
    private let limit: Int

    /// Creates a validator.
    ///
    /// - Parameters:
    ///   - fields: The fields that are asked for, in their order.
    ///   - limit: How many characters a field takes; with less than 0, not even an empty text.
    public init(fields: [AccountField] = [.id, .password, .confirmation, .nickname], limit: Int = .max) {
        self.fields = fields
        self.limit = limit
    }

    /// Tells whether there is room for a text.
    ///
    /// - Parameters:
    ///   - text: What the field would hold.
    ///   - field: The field; all take the same.
    ///   - old: What it holds now; it makes no difference.
    /// - Throws: `ValidationIssue.tooLong` beyond the limit.
    public func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        if text.count > limit { throw .tooLong(maximum: limit, actual: text.count) }
    }

    /// Judges a form.
    ///
    /// - Parameter form: The form.
    /// - Returns: A report on every field of the validator.
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
