/// How one rule judged a text: a tree with the satisfied rules too, from which a checklist can be drawn.
public struct RuleReport: Hashable, Sendable {
    /// What a rule found.
    public enum Outcome: Hashable, Sendable {
        /// The text does what the rule asks.
        case satisfied

        /// The text does not.
        case violated(ValidationIssue)

        /// The rule could not be put to the text, because another one that it builds on is violated.
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
    public var issues: [ValidationIssue] {
        guard case .violated(let issue) = outcome else { return [] }
        let inner = parts.flatMap(\.issues)
        return inner.isEmpty ? [issue] : inner
    }
}
