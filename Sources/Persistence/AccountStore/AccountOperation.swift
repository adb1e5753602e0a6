import Domain

/// A change of the accounts that is asked for.
enum AccountOperation: Sendable {
    /// The change as it stands in a frame: made by whoever asks, so that whoever writes for many has less to do.
    case insertion([UInt8])

    case update(AccountID, @Sendable (inout Account) -> Void)
    case delete(AccountID, where: @Sendable (Account) -> Bool)

    static func insert(_ account: Account) -> AccountOperation {
        var change: [UInt8] = []
        change.reserveCapacity(160)
        change.append(insertionOf: account)
        return .insertion(change)
    }

    /// What came of it.
    enum Outcome: Sendable {
        case inserted
        case idTaken
        indirect case updated(Account)
        case notFound
        case idChanged
        case deleted(Bool)
    }
}
