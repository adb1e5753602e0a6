/// The result of validating a form.
public struct ValidationReport: Hashable, Sendable {
    /// The reports of the fields, in the order in which the form shows them.
    public let fields: [FieldReport]

    /// Creates a report of a form.
    ///
    /// - Parameter fields: The reports of the fields, in the order in which the form shows them.
    public init(fields: [FieldReport]) {
        self.fields = fields
    }

    /// Whether every field is valid.
    public var isValid: Bool { fields.allSatisfy(\.isValid) }

    /// The issues, in the order of the fields and of their rules.
    public var issues: [FieldIssue] {
        fields.flatMap { report in report.issues.map { FieldIssue(field: report.field, issue: $0) } }
    }

    /// The report of one field, or nil if the form does not have the field.
    public subscript(field: AccountField) -> FieldReport? {
        fields.first { $0.field == field }
    }
}

/// The result of validating one field.
public struct FieldReport: Hashable, Sendable {
    /// The field.
    public let field: AccountField

    /// The report of its rule.
    public let rule: RuleReport

    /// Creates a report of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - rule: The report of its rule.
    public init(field: AccountField, rule: RuleReport) {
        self.field = field
        self.rule = rule
    }

    /// Whether the field is valid.
    public var isValid: Bool { rule.isSatisfied }

    /// The issues, in the order of the rules.
    public var issues: [ValidationIssue] { rule.issues }
}

/// An issue, and the field that has it.
public struct FieldIssue: Error, Hashable, Sendable {
    /// The field.
    public let field: AccountField

    /// The issue.
    public let issue: ValidationIssue

    /// Creates an issue of a field.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - issue: The issue.
    public init(field: AccountField, issue: ValidationIssue) {
        self.field = field
        self.issue = issue
    }
}
