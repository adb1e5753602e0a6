public import Domain

/// The fields that a form has, in their order, and what is asked of each; it judges forms for screen and use case.
///
/// A policy is a value, so an app takes one that exists and changes the rule of a field in its copy.
public struct FormPolicy: FormValidating, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private struct Entry: Hashable, Sendable {
        let field: AccountField
        var rule: Rule
    }

    private var entries: [Entry] = [] {
        didSet {
            satisfied = ValidationReport(fields: entries.map { FieldReport(field: $0.field, rule: $0.rule.satisfied) })
        }
    }

    /// The report on a form without a fault, which is the same for every such form.
    private var satisfied = ValidationReport(fields: [])

    /// How much the fields take while somebody types; one that is missing takes `AccountForm.maximumFieldUTF8Length`.
    public var limits: [AccountField: InputLimit] = [:]

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
    /// Setting a rule adds the field at the end if it is new; setting nil removes the field with its limit.
    public subscript(field: AccountField) -> Rule? {
        get { entries.first { $0.field == field }?.rule }
        set {
            let place = entries.firstIndex { $0.field == field }
            switch (place, newValue) {
            case (let place?, let rule?): entries[place].rule = rule
            case (let place?, nil):
                entries.remove(at: place)
                limits[field] = nil
            case (nil, let rule?): entries.append(Entry(field: field, rule: rule))
            case (nil, nil): break
            }
        }
    }

    /// Judges a form, for a checklist that shows what is satisfied too.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: One report a field of ``fields``, in that order.
    public func report(on form: AccountForm) -> ValidationReport {
        // Nothing is collected as long as every field gives the answer that is known already.
        var reports: [FieldReport] = []
        for index in entries.indices {
            let field = entries[index].field
            if let deviation = entries[index].rule.deviation(in: form[field], of: form, field: field) {
                if reports.isEmpty {
                    reports.reserveCapacity(entries.count)
                    reports += satisfied.fields[..<index]
                }
                reports.append(FieldReport(field: field, rule: deviation))
            } else if !reports.isEmpty {
                reports.append(satisfied.fields[index])
            }
        }
        return reports.isEmpty ? satisfied : ValidationReport(fields: reports)
    }

    /// Tells what is wrong with a form, and nothing besides; for a form without a fault, nothing is allocated.
    ///
    /// - Parameter form: What has been typed so far.
    /// - Returns: The issues of ``report(on:)``.
    public func issues(in form: AccountForm) -> [FieldIssue] {
        var findings = Findings(areWanted: true)
        for index in entries.indices {
            let field = entries[index].field
            _ = entries[index].rule.judge(form[field], form, field, folded: nil, &findings)
        }
        return findings.issues
    }

    /// Decides whether a field takes a text that is typed or pasted into it; a text is taken whole or not at all.
    ///
    /// - Parameters:
    ///   - text: All that would be in the field now.
    ///   - field: The field.
    ///   - old: What is in the field, which it keeps where the text is refused.
    /// - Throws: `ValidationIssue.tooLong` beyond the limit of the field; `.tooManyBytes` where the text is too large
    ///   to be counted, and beyond `AccountForm.maximumFieldUTF8Length`.
    public func validateInput(_ text: String, into field: AccountField, replacing old: String) throws(ValidationIssue) {
        try AccountForm.checkFieldSize(of: text)
        try limits[field]?.validateInput(text, replacing: old)
    }

    /// Tells whether two policies ask the same.
    public static func == (left: FormPolicy, right: FormPolicy) -> Bool {
        left.entries == right.entries && left.limits == right.limits
    }

    /// Hashes what is asked.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        hasher.combine(limits)
    }
}
