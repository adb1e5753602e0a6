public import Domain

/// A rule of the field that has the focus, and whether its text satisfies it.
public struct ChecklistItem: Hashable, Sendable {
    /// Whether the text of a field satisfies a rule.
    public enum Status: Hashable, Sendable {
        /// The text satisfies the rule.
        case satisfied
        /// The text violates the rule.
        case violated
        /// The text is too short to decide, or a check is in progress.
        case pending
    }

    /// The requirement of the rule.
    public let requirement: Requirement

    /// Whether the text satisfies the rule.
    public let status: Status

    package init(_ requirement: Requirement, _ status: Status) {
        self.requirement = requirement
        self.status = status
    }
}

extension [ChecklistItem] {
    /// Creates the checklist of a field; a combined rule is replaced by its parts.
    ///
    /// If the field has other rules, the rule against an empty text is left out. The rule that a text can be stored is
    /// shown only if it is violated. Issues that further typing may fix are pending until the field shows its issues.
    init(_ report: RuleReport, showsIssues: Bool) {
        let all = report.leaves.map { ChecklistItem($0.requirement, $0.status(showsIssues: showsIssues)) }
        let helpful = all.filter { item in
            item.requirement != .notEmpty && (item.requirement != .storable || item.status == .violated)
        }
        self = helpful.isEmpty ? all.filter { $0.requirement == .notEmpty } : helpful
    }
}

extension RuleReport {
    fileprivate func status(showsIssues: Bool) -> ChecklistItem.Status {
        switch outcome {
        case .satisfied: .satisfied
        case .notEvaluated: .pending
        case .violated(let issue): showsIssues || !issue.isFixedByTyping ? .violated : .pending
        }
    }
}

extension ValidationIssue {
    /// Whether further typing may fix the issue.
    fileprivate var isFixedByTyping: Bool {
        switch self {
        case .empty, .tooShort, .tooFewDigits, .notAnEmailAddress, .mismatch, .custom: true
        case .local(let issue): issue.isFixedByTyping
        case .tooLong, .tooManyBytes, .forbiddenCharacter, .startsWithDigit, .containsWhitespace,
            .containsControlCharacter, .tooManyDigits, .tooCommon, .containsAccountID, .containsNickname,
            .containsContextWord, .taken:
            false
        }
    }
}
