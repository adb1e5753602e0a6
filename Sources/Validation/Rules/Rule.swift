public import Domain

/// What is asked of one field of a form, as a value.
///
/// A rule is one question, or several of them. It answers with a tree that has the satisfied questions too, so that a
/// checklist can be drawn from it. Every rule looks at the size of a text before it looks at the text, and what it
/// reads is bounded by the rule: a megabyte is refused as fast as a word.
///
/// The answer to a text that does all a rule asks is made once, with the rule: to hand it out allocates nothing.
public struct Rule: Hashable, Sendable {
    // Behind one reference, because reports are large: a copy of a rule would take longer than its answer.
    private let content: RuleContent

    init(_ check: Check) {
        content = RuleContent(check)
    }

    /// What the rule asks for.
    public var requirement: Requirement { content.satisfied.requirement }

    /// The answer to a text that does all the rule asks.
    var satisfied: RuleReport { content.satisfied }

    /// The answer to a text that the rule is not put to.
    var notEvaluated: RuleReport { content.notEvaluated }

    /// Judges one field of a form.
    ///
    /// - Parameters:
    ///   - form: What has been typed so far; some rules read other fields too.
    ///   - field: The field to judge.
    /// - Returns: What the rule found, with the same parts in the same order for every text.
    public func report(on form: AccountForm, field: AccountField) -> RuleReport {
        violation(in: form, field: field) ?? content.satisfied
    }

    /// Judges one field, with nil in place of the answer that is known already.
    private func violation(in form: AccountForm, field: AccountField) -> RuleReport? {
        switch content.check {
        case .leaf(let leaf):
            guard let issue = leaf.issue(in: form, field: field) else { return nil }
            return RuleReport(requirement: leaf.requirement, outcome: .violated(issue))
        case .emailID(let check):
            return check.violation(in: form[field])
        case .all(let rules):
            guard let (place, first) = Self.firstViolation(of: rules, in: form, field: field) else { return nil }
            let parts = rules.indices.map { index in
                if index < place { return rules[index].satisfied }
                return index == place ? first : rules[index].report(on: form, field: field)
            }
            return RuleReport(requirement: .all, outcome: first.outcome, parts: parts)
        case .inOrder(let rules):
            guard let (place, first) = Self.firstViolation(of: rules, in: form, field: field) else { return nil }
            let parts = rules.indices.map { index in
                if index < place { return rules[index].satisfied }
                return index == place ? first : rules[index].notEvaluated
            }
            return RuleReport(requirement: .all, outcome: first.outcome, parts: parts)
        }
    }

    private static func firstViolation(
        of rules: [Rule],
        in form: AccountForm,
        field: AccountField
    ) -> (Int, RuleReport)? {
        for index in rules.indices {
            if let report = rules[index].violation(in: form, field: field) { return (index, report) }
        }
        return nil
    }

    /// Tells whether two rules ask the same.
    public static func == (left: Rule, right: Rule) -> Bool {
        left.content === right.content || left.content.check == right.content.check
    }

    /// Hashes what is asked.
    public func hash(into hasher: inout Hasher) { hasher.combine(content.check) }
}
