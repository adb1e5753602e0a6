import Domain

/// What a rule does, with the two answers that are the same for every text.
final class RuleContent: Sendable {
    let check: Check
    let satisfied: RuleReport
    let notEvaluated: RuleReport

    init(_ check: Check) {
        self.check = check
        switch check {
        case .leaf:
            satisfied = RuleReport(requirement: check.requirement, outcome: .satisfied)
            notEvaluated = RuleReport(requirement: check.requirement, outcome: .notEvaluated)
        case .emailID(let check):
            satisfied = RuleReport(
                requirement: .all,
                outcome: .satisfied,
                parts: check.requirements.map { RuleReport(requirement: $0, outcome: .satisfied) }
            )
            notEvaluated = RuleReport(
                requirement: .all,
                outcome: .notEvaluated,
                parts: check.requirements.map { RuleReport(requirement: $0, outcome: .notEvaluated) }
            )
        case .all(let rules), .inOrder(let rules):
            satisfied = RuleReport(requirement: .all, outcome: .satisfied, parts: rules.map(\.satisfied))
            notEvaluated = RuleReport(requirement: .all, outcome: .notEvaluated, parts: rules.map(\.notEvaluated))
        }
    }
}
