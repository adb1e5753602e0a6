/// The result of one rule for a text: a tree that also has the satisfied rules, from which a checklist is drawn.
public struct RuleReport: Hashable, Sendable {
    /// Whether a text satisfies a rule.
    public enum Outcome: Hashable, Sendable {
        /// The text satisfies the rule.
        case satisfied

        /// The text violates the rule.
        case violated(ValidationIssue)

        /// The rule was not evaluated: an earlier rule is violated, the rule does not apply, or its result is pending.
        case notEvaluated
    }

    /// The requirement of the rule.
    public let requirement: Requirement

    /// Whether the text satisfies the rule.
    public let outcome: Outcome

    /// The reports of the rules that this one combines, in their order.
    public let parts: [RuleReport]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - requirement: The requirement of the rule.
    ///   - outcome: Whether the text satisfies the rule.
    ///   - parts: The reports of the rules that this one combines, in their order.
    public init(requirement: Requirement, outcome: Outcome, parts: [RuleReport] = []) {
        self.requirement = requirement
        self.outcome = outcome
        self.parts = parts
    }

    /// Whether the text satisfies the rule.
    public var isSatisfied: Bool { outcome == .satisfied }

    /// The reports of the rules that combine no others, in their order: the lines of a checklist.
    public var leaves: [RuleReport] { requirement == .all ? parts.flatMap(\.leaves) : [self] }

    /// The issues of the violated rules that combine no others, in their order.
    public var issues: [ValidationIssue] {
        guard case .violated(let issue) = outcome else { return [] }
        let inner = parts.flatMap(\.issues)
        return inner.isEmpty ? [issue] : inner
    }
}
