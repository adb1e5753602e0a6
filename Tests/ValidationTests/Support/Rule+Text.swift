import Domain
import Validation

extension Rule {
    /// Evaluates a text as the ID of a form.
    func report(on text: String) -> RuleReport {
        report(on: AccountForm([.id: text]), field: .id)
    }

    /// Returns the issues of a text.
    func issues(in text: String) -> [ValidationIssue] { report(on: text).issues }
}

extension RuleReport {
    /// The reports without parts, in order.
    var leaves: [RuleReport] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }

    /// The requirements of the leaves, in order.
    var checklist: [Requirement] { leaves.map(\.requirement) }

    /// The outcomes of the leaves, in order.
    var outcomes: [Outcome] { leaves.map(\.outcome) }
}
