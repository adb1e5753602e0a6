import Domain

extension RuleReport {
    /// The leaves, in their order.
    var leaves: [RuleReport] { parts.isEmpty ? [self] : parts.flatMap(\.leaves) }

    /// The requirements of the leaves, in their order.
    var checklist: [Requirement] { leaves.map(\.requirement) }

    /// The outcomes of the leaves, in their order.
    var outcomes: [Outcome] { leaves.map(\.outcome) }
}
