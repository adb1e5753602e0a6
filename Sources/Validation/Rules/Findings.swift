import Domain

/// What a rule finds when it is asked for no tree.
struct Findings {
    /// Whether all that is wrong is collected; otherwise judging ends at the first of it.
    let areWanted: Bool

    /// What is wrong, in the order of the rules.
    private(set) var issues: [FieldIssue] = []

    init(areWanted: Bool) {
        self.areWanted = areWanted
    }

    mutating func add(_ issue: ValidationIssue, in field: AccountField) {
        if areWanted { issues.append(FieldIssue(field: field, issue: issue)) }
    }
}
