/// How a policy judged one field.
public struct FieldReport: Hashable, Sendable {
    /// The field that was judged.
    public let field: AccountField

    /// What its rule found.
    public let rule: RuleReport

    /// Creates a report of a field.
    ///
    /// - Parameters:
    ///   - field: The field that was judged.
    ///   - rule: What its rule found.
    public init(field: AccountField, rule: RuleReport) {
        self.field = field
        self.rule = rule
    }

    /// Whether the field is as it should be.
    public var isValid: Bool { rule.isSatisfied }

    /// What is wrong with the field, in the order of the rules.
    public var issues: [ValidationIssue] { rule.issues }
}
