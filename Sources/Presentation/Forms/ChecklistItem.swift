public import Domain

/// A rule of the field that has the focus, and whether its text satisfies it.
public struct ChecklistItem: Hashable, Sendable {
    /// Whether the text of a field satisfies a rule.
    public enum Status: Hashable, Sendable {
        /// It does.
        case satisfied
        /// It does not.
        case violated
        /// It cannot be known yet: too little is typed, or an answer is awaited.
        case pending
    }

    /// What the rule requires.
    public let requirement: Requirement

    /// Whether the text satisfies the rule.
    public let status: Status

    package init(_ requirement: Requirement, _ status: Status) {
        self.requirement = requirement
        self.status = status
    }
}

extension [ChecklistItem] {
    /// Collects the rules of a field; a rule that combines others is replaced by these.
    ///
    /// The rules that the text is not empty and can be stored are left out if the field has others. Unless the field
    /// shows its issues, an issue that further typing may fix is not shown.
    init(_ report: RuleReport, showsIssues: Bool) {
        let all = report.leaves.map { ChecklistItem($0.requirement, $0.status(showsIssues: showsIssues)) }
        let helpful = all.filter { item in
            item.requirement != .notEmpty && (item.requirement != .storable || item.status == .violated)
        }
        self = helpful.isEmpty ? all.filter { $0.requirement == .notEmpty } : helpful
    }
}

extension RuleReport {
    /// The rules that combine no others.
    fileprivate var leaves: [RuleReport] { requirement == .all ? parts.flatMap(\.leaves) : [self] }

    fileprivate func status(showsIssues: Bool) -> ChecklistItem.Status {
        switch outcome {
        case .satisfied: .satisfied
        case .notEvaluated: .pending
        case .violated(let issue): showsIssues || !issue.isFixedByTyping ? .violated : .pending
        }
    }
}

extension ValidationIssue {
    /// Whether further typing may fix it.
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
