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

    var requirement: Requirement {
        switch self {
        case .leaf(let leaf): leaf.requirement
        case .emailID, .all, .inOrder: .all
        }
    }
}
