/// How one rule judged a text: a tree with the satisfied rules too, from which a checklist can be drawn.
public struct RuleReport: Hashable, Sendable {
    /// What a rule found.
    public enum Outcome: Hashable, Sendable {
        /// The text does what the rule asks.
        case satisfied

        /// The text does not.
        case violated(ValidationIssue)

        /// The rule was not put to the text, because another one that it builds on is violated, because it does not
        /// apply, or because the answer has to be waited for.
        case notEvaluated
    }

    /// What the rule asks for.
    public let requirement: Requirement

    /// What the rule found.
    public let outcome: Outcome

    /// The reports of the rules that this one is made of, in their order.
    public let parts: [RuleReport]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - requirement: What the rule asks for.
    ///   - outcome: What the rule found.
    ///   - parts: The reports of the rules that this one is made of, in their order.
    public init(requirement: Requirement, outcome: Outcome, parts: [RuleReport] = []) {
        self.requirement = requirement
        self.outcome = outcome
        self.parts = parts
    }

    /// Whether the text does what the rule asks.
    public var isSatisfied: Bool { outcome == .satisfied }

    /// What is wrong, leaf by leaf, in the order of the rules.
    ///
    /// Where only some of several parts have to be satisfied, it is told how many are missing: none of the parts by
    /// itself is wrong.
    public var issues: [ValidationIssue] {
        guard case .violated(let issue) = outcome else { return [] }
        if case .atLeast = requirement { return [issue] }
        let inner = parts.flatMap(\.issues)
        return inner.isEmpty ? [issue] : inner
    }
}
