public import Domain

/// The fields that a form has, in their order, and what is asked of each.
///
/// A policy is a value, so an app takes one that exists and changes the rule of a field in its copy.
public struct FormPolicy: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private struct Entry: Hashable, Sendable {
        let field: AccountField
        var rule: Rule
    }

    private var entries: [Entry] = []

    /// Creates a policy.
    ///
    /// - Parameter rules: The rule of each field, in the order in which forms show them; where a field is named twice,
    ///   its place is the first one and its rule the last.
    public init(dictionaryLiteral rules: (AccountField, Rule)...) {
        for (field, rule) in rules { self[field] = rule }
    }

    /// The fields, in the order in which forms show them.
    public var fields: [AccountField] { entries.map(\.field) }

    /// The rule of a field, or nil where the form has no such field.
    ///
    /// Setting a rule adds the field at the end if it is new; setting nil removes the field.
    public subscript(field: AccountField) -> Rule? {
        get { entries.first { $0.field == field }?.rule }
        set {
            let place = entries.firstIndex { $0.field == field }
            switch (place, newValue) {
            case (let place?, let rule?): entries[place].rule = rule
            case (let place?, nil): entries.remove(at: place)
            case (nil, let rule?): entries.append(Entry(field: field, rule: rule))
            case (nil, nil): break
            }
        }
    }

    /// Judges a form.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: One report a field of ``fields``, in that order.
    public func report(on form: AccountForm) -> ValidationReport {
        ValidationReport(
            fields: entries.map { FieldReport(field: $0.field, rule: $0.rule.report(on: form, field: $0.field)) }
        )
    }
}
