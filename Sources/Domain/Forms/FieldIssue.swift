/// What is wrong, and in which field.
public struct FieldIssue: Error, Hashable, Sendable {
    /// The field concerned.
    public let field: AccountField

    /// What is wrong with it.
    public let issue: ValidationIssue

    /// Creates an issue of a field.
    ///
    /// - Parameters:
    ///   - field: The field concerned.
    ///   - issue: What is wrong with it.
    public init(field: AccountField, issue: ValidationIssue) {
        self.field = field
        self.issue = issue
    }
}
