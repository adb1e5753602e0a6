public import Domain

/// The fields of a form, in order, and the rule of each.
///
/// A policy is a value: an app copies one and replaces the rule of a field.
public struct FormPolicy: FormValidating, ExpressibleByDictionaryLiteral {
    private var rules: [(field: AccountField, rule: Rule)] = []

    /// The limits of the fields while the user types; a field without one accepts
    /// `AccountForm.maximumFieldUTF8Length`.
    public var limits: [AccountField: InputLimit] = [:]

    /// Creates a policy.
    ///
    /// - Parameter rules: The rule of each field, in the order in which the form shows them. A repeated field gets its
    ///   first position and its last rule.
    public init(dictionaryLiteral rules: (AccountField, Rule)...) {
        for (field, rule) in rules { self[field] = rule }
    }

    public var fields: [AccountField] { rules.map(\.field) }

    /// The rule of a field, or nil if the form does not have the field.
    ///
    /// Setting a rule adds a new field at the end; setting nil removes the field with its limit.
    public subscript(field: AccountField) -> Rule? {
        get { rules.first { $0.field == field }?.rule }
        set {
            let place = rules.firstIndex { $0.field == field }
            switch (place, newValue) {
            case (let place?, let rule?): rules[place].rule = rule
            case (nil, let rule?): rules.append((field, rule))
            case (_, nil):
                rules.removeAll { $0.field == field }
                limits[field] = nil
            }
        }
    }

    public func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(
            fields: rules.map { FieldReport(field: $0.field, rule: $0.rule.report(on: form, field: $0.field)) }
        )
    }

    public func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        try AccountForm.checkFieldSize(of: text)
        try limits[field]?.validateInput(text, replacing: old)
    }
}
