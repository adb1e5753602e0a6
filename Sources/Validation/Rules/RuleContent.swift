import Domain

/// What a rule does, with the answers that are the same for every text.
final class RuleContent: Sendable {
    let check: Check
    let shortcut: Shortcut
    let hasShortcut: Bool

    /// Whether several parts read the text in its ``FoldedText``, so that it is made once for all of them.
    let foldsForParts: Bool

    /// The answer to a text that does all the rule asks.
    let satisfied: RuleReport

    /// The answer to a text that the rule is not put to.
    let notEvaluated: RuleReport

    /// The answer to a text to which the rule does not apply.
    let notApplicable: RuleReport

    /// The answer to an empty text, where the rule asks first of all that something is typed.
    let onEmpty: RuleReport?

    init(_ check: Check) {
        self.check = check
        shortcut = check.shortcut
        hasShortcut = shortcut != .none
        foldsForParts = if case .all(let rules) = check { rules.count(where: \.readsFolded) > 1 } else { false }
        let requirement = check.requirement
        func report(_ outcome: RuleReport.Outcome, parts: (Rule) -> RuleReport) -> RuleReport {
            if case .emailID(let check) = check {
                return RuleReport(
                    requirement: requirement,
                    outcome: outcome,
                    parts: check.requirements.map { RuleReport(requirement: $0, outcome: outcome) }
                )
            }
            return RuleReport(requirement: requirement, outcome: outcome, parts: check.parts.map(parts))
        }
        satisfied = report(.satisfied, parts: \.satisfied)
        notEvaluated = report(.notEvaluated, parts: \.notEvaluated)
        notApplicable = report(.satisfied, parts: \.notEvaluated)
        onEmpty =
            switch check {
            case .leaf(.notEmpty), .leaf(.notBlank):
                RuleReport(requirement: requirement, outcome: .violated(.empty))
            case .inOrder(let rules):
                rules.first?.onEmpty.map { first in
                    RuleReport(
                        requirement: requirement,
                        outcome: first.outcome,
                        parts: [first] + rules.dropFirst().map(\.notEvaluated)
                    )
                }
            default: nil
            }
    }
}
