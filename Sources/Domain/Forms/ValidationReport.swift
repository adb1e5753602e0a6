/// How a policy judged a form.
public struct ValidationReport: Hashable, Sendable {
    /// The reports of the policy's fields, in the order in which forms show them.
    public let fields: [FieldReport]

    /// Creates a report of a form.
    ///
    /// - Parameter fields: The reports of the policy's fields, in the order in which forms show them.
    public init(fields: [FieldReport]) {
        self.fields = fields
    }

    /// Whether every field is as it should be.
    public var isValid: Bool { fields.allSatisfy(\.isValid) }

    /// What is wrong, in the order of the fields and of their rules.
    public var issues: [FieldIssue] {
        fields.flatMap { report in report.issues.map { FieldIssue(field: report.field, issue: $0) } }
    }

    /// The report of one field, or nil where the policy has no such field.
    public subscript(field: AccountField) -> FieldReport? {
        fields.first { $0.field == field }
    }
}
