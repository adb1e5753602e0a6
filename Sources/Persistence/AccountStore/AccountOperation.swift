import Domain

/// A change of the accounts that is asked for.
enum AccountOperation: Sendable {
    case insert(Account)
    case update(AccountID, @Sendable (inout Account) -> Void)
    case delete(AccountID)

    /// What came of it.
    enum Outcome: Sendable {
        case inserted
        case idTaken
        case updated(Account)
        case notFound
        case idChanged
        case deleted(Bool)
    }
}
