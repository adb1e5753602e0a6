import Domain

/// What a rule does: the closed set of them.
enum Check: Hashable, Sendable {
    /// One question.
    case leaf(LeafCheck)

    /// The questions put to an e-mail address that is an account ID, in one pass.
    case emailID(EmailIDCheck)

    /// Independent rules.
    case all([Rule])

    /// Rules of which each builds on those before it.
    case inOrder([Rule])

    /// Independent rules of which so many have to be satisfied.
    case atLeast(Int, [Rule])

    /// A rule that must not be satisfied, and what is wrong where it is.
    case not(Rule, ValidationIssue)

    /// A rule that is put to a field only where this is so.
    case when(FormCondition, Rule)

    var requirement: Requirement {
        switch self {
        case .leaf(let leaf): leaf.requirement
        case .emailID, .all, .inOrder, .when: .all
        case .atLeast(let count, _): .atLeast(count)
        case .not(let rule, _): .not(rule.requirement)
        }
    }

    /// The rules that the parts of its report are about.
    var parts: [Rule] {
        switch self {
        case .leaf, .emailID, .not: []
        case .all(let rules), .inOrder(let rules), .atLeast(_, let rules): rules
        case .when(_, let rule): [rule]
        }
    }

    /// What of it can be decided at one look.
    var shortcut: Shortcut {
        switch self {
        case .leaf(let leaf): leaf.shortcut
        case .emailID(let check): .email(check.grammar, maximumUTF8Length: AccountID.maximumUTF8Length)
        case .all(let rules), .inOrder(let rules):
            rules.reduce(.plain(PlainShortcut())) { $0.and($1.shortcut) }
        case .atLeast, .not, .when: .none
        }
    }
}
