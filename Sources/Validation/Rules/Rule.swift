public import Domain

/// What is asked of one field of a form, as a value.
///
/// A rule is one question, or several of them. It answers with a tree that has the satisfied questions too, so that a
/// checklist can be drawn from it. Every rule looks at the size of a text before it looks at the text, and none reads
/// more than `AccountForm.maximumFieldUTF8Length`: a megabyte is refused as fast as a word.
///
/// The answer to a text that does all a rule asks is made once, with the rule: to hand it out allocates nothing.
public struct Rule: Hashable, Sendable {
    // Behind one reference, because reports are large: a copy of a rule would take longer than its answer.
    let content: RuleContent

    init(_ check: Check) {
        content = RuleContent(check)
    }

    /// What the rule asks for.
    public var requirement: Requirement { content.satisfied.requirement }

    /// The answer to a text that does all the rule asks.
    var satisfied: RuleReport { content.satisfied }

    /// The answer to a text that the rule is not put to.
    var notEvaluated: RuleReport { content.notEvaluated }

    /// The answer to an empty text, where the rule asks first of all that something is typed.
    var onEmpty: RuleReport? { content.onEmpty }

    /// Whether the rule is a question that reads the text in its ``FoldedText``.
    var readsFolded: Bool { if case .leaf(let leaf) = content.check { leaf.readsFolded } else { false } }

    /// What of the rule can be decided at one look.
    var shortcut: Shortcut { content.shortcut }

    /// Judges one field of a form.
    ///
    /// - Parameters:
    ///   - form: What has been typed so far; some rules read other fields too.
    ///   - field: The field to judge.
    /// - Returns: What the rule found, with the same parts in the same order for every text.
    public func report(on form: AccountForm, field: AccountField) -> RuleReport {
        deviation(in: form[field], of: form, field: field) ?? content.satisfied
    }

    /// Tells whether one field of a form does what the rule asks, without saying what is wrong with it.
    ///
    /// It is what ``report(on:field:)`` says, and faster where the field is not as it should be.
    ///
    /// - Parameters:
    ///   - form: What has been typed so far; some rules read other fields too.
    ///   - field: The field to judge.
    /// - Returns: Whether the rule is satisfied.
    public func accepts(_ form: AccountForm, field: AccountField) -> Bool {
        var findings = Findings(areWanted: false)
        return judge(form[field], form, field, folded: nil, &findings)
    }

    /// Judges one field, with nil in place of the answer that is known already.
    func deviation(
        in text: String,
        of form: AccountForm,
        field: AccountField,
        folded: UnsafeBufferPointer<UInt8>? = nil
    ) -> RuleReport? {
        if content.hasShortcut, content.shortcut.verdict(on: text) == .accepted { return nil }
        if let onEmpty = content.onEmpty, text.isEmpty { return onEmpty }
        return tree(on: text, of: form, field: field, folded: folded)
    }

    @inline(never)
    private func tree(
        on text: String,
        of form: AccountForm,
        field: AccountField,
        folded: UnsafeBufferPointer<UInt8>?
    ) -> RuleReport? {
        switch content.check {
        case .leaf(let leaf):
            guard let issue = leaf.issue(in: text, of: form, field: field, folded: folded) else { return nil }
            return RuleReport(requirement: leaf.requirement, outcome: .violated(issue))
        case .emailID(let check):
            return check.violation(in: text, isSecret: field.isSecret)
        case .all(let rules):
            return withFolded(text, folded) { folded in
                Self.conjunction(of: rules, endsAtViolation: false, in: text, of: form, field: field, folded: folded)
            }
        case .inOrder(let rules):
            return Self.conjunction(of: rules, endsAtViolation: true, in: text, of: form, field: field, folded: folded)
        case .atLeast(let minimum, let rules):
            let parts = rules.map { $0.report(on: form, field: field) }
            let met = parts.count { $0.isSatisfied }
            let issue = ValidationIssue.tooFewMet(minimum: minimum, actual: met, of: rules.count)
            return RuleReport(
                requirement: .atLeast(minimum),
                outcome: met >= minimum ? .satisfied : .violated(issue),
                parts: parts
            )
        case .not(let rule, let issue):
            return Self.violation(ofNot: rule, reporting: issue, in: form, field: field)
                .map { RuleReport(requirement: requirement, outcome: .violated($0)) }
        case .when(let condition, let rule):
            guard condition.holds(in: form, field: field) else { return content.notApplicable }
            guard let part = rule.deviation(in: text, of: form, field: field, folded: folded) else { return nil }
            return RuleReport(requirement: .all, outcome: part.outcome, parts: [part])
        }
    }

    private static func conjunction(
        of rules: [Rule],
        endsAtViolation: Bool,
        in text: String,
        of form: AccountForm,
        field: AccountField,
        folded: UnsafeBufferPointer<UInt8>?
    ) -> RuleReport? {
        // Nothing is collected as long as every part gives the answer that is known already.
        var parts: [RuleReport] = []
        var outcome = RuleReport.Outcome.satisfied
        for index in rules.indices {
            if endsAtViolation, outcome != .satisfied {
                parts.append(rules[index].notEvaluated)
            } else if let part = rules[index].deviation(in: text, of: form, field: field, folded: folded) {
                if parts.isEmpty {
                    parts.reserveCapacity(rules.count)
                    for rule in rules[..<index] { parts.append(rule.satisfied) }
                }
                parts.append(part)
                if outcome == .satisfied { outcome = part.outcome }
            } else if !parts.isEmpty {
                parts.append(rules[index].satisfied)
            }
        }
        return parts.isEmpty ? nil : RuleReport(requirement: .all, outcome: outcome, parts: parts)
    }

    /// Tells whether two rules ask the same.
    public static func == (left: Rule, right: Rule) -> Bool {
        left.content === right.content || left.content.check == right.content.check
    }

    /// Hashes what is asked.
    public func hash(into hasher: inout Hasher) { hasher.combine(content.check) }
}
