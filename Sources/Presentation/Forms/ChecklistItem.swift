public import Domain

/// A rule of the field that is typed into, and how it stands.
public struct ChecklistItem: Hashable, Sendable {
    /// How a rule stands.
    public enum Mark: Hashable, Sendable {
        /// What is typed does what the rule asks.
        case kept

        /// What is typed does not.
        case broken

        /// Nobody can tell yet: too little is typed, or an answer is awaited.
        case open
    }

    /// What the rule asks for.
    public let requirement: Requirement

    /// How the rule stands.
    public let mark: Mark

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - requirement: What the rule asks for.
    ///   - mark: How the rule stands.
    public init(_ requirement: Requirement, _ mark: Mark) {
        self.requirement = requirement
        self.mark = mark
    }
}

extension [ChecklistItem] {
    /// Collects the rules of a field, those that are made of others by their parts.
    ///
    /// That something is typed, and that it can be stored, goes without saying where the field has other rules.
    ///
    /// - Parameters:
    ///   - report: How the field was judged.
    ///   - isDisclosed: Whether the field shows what is wrong with it; until then nothing is held against it that going
    ///     on typing may mend.
    init(_ report: RuleReport, isDisclosed: Bool) {
        let all = report.leaves.map { ChecklistItem($0.requirement, $0.mark(isDisclosed: isDisclosed)) }
        let telling = all.filter { item in
            item.requirement != .notEmpty && (item.requirement != .storable || item.mark == .broken)
        }
        self = telling.isEmpty ? all.filter { $0.requirement == .notEmpty } : telling
    }
}

extension RuleReport {
    /// The rules that combine no others.
    fileprivate var leaves: [RuleReport] { requirement == .all ? parts.flatMap(\.leaves) : [self] }

    fileprivate func mark(isDisclosed: Bool) -> ChecklistItem.Mark {
        switch outcome {
        case .satisfied: .kept
        case .notEvaluated: .open
        case .violated(let issue): isDisclosed || !issue.mayBeMended ? .broken : .open
        }
    }
}

extension ValidationIssue {
    /// Whether going on typing may mend it.
    fileprivate var mayBeMended: Bool {
        switch self {
        case .empty, .tooShort, .tooFewDigits, .notAnEmailAddress, .mismatch, .custom: true
        case .tooLong, .tooManyBytes, .forbiddenCharacter, .startsWithDigit, .containsWhitespace,
            .containsControlCharacter, .tooManyDigits, .tooCommon, .containsAccountID, .containsNickname,
            .containsContextWord, .taken:
            false
        }
    }
}
