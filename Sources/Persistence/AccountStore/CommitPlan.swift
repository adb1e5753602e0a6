import Domain

/// A requested change of the accounts.
enum AccountOperation: Sendable {
    /// An encoded change; the caller encodes it, so that the leader of a group commit has less to do.
    case insertion([UInt8])

    case update(AccountID, @Sendable (inout Account) -> Void)
    case delete(AccountID, where: @Sendable (Account) -> Bool)

    static func insert(_ account: Account) -> AccountOperation {
        .insertion(StoreChange.bytes(storing: account, isNew: true))
    }

    enum Outcome: Sendable {
        case inserted
        case idTaken
        indirect case updated(Account)
        case notFound
        case idChanged
        case unencodable
        case deleted(Bool)
    }
}

/// The outcomes of operations in their order, and the changes to store.
struct CommitPlan {
    private(set) var outcomes: [AccountOperation.Outcome] = []

    /// The changes, to be stored as one frame.
    private(set) var changes: Memtable

    /// Whether there is no change to store.
    var isEmpty: Bool { changes.changes.isEmpty }

    init(_ operations: [AccountOperation], on view: inout StoreView) throws(InvalidRecord) {
        outcomes.reserveCapacity(operations.count)
        changes = view.emptyMemtable
        for operation in operations {
            outcomes.append(try outcome(of: operation, on: &view))
        }
    }

    private mutating func outcome(
        of operation: AccountOperation,
        on view: inout StoreView
    ) throws(InvalidRecord) -> AccountOperation.Outcome {
        switch operation {
        case .insertion(let change):
            let isTaken = try change.withBytes { bytes throws(InvalidRecord) in
                // The first byte is the kind of the change.
                var reader = ByteReader(bytes, at: 1)
                return try view.withAccount(try StoredAccount(&reader).key, over: changes) { _ in true } ?? false
            }
            guard !isTaken else { return .idTaken }
            try add(change)
            return .inserted
        case .update(let id, let change):
            guard var account = try view.find(id, over: changes) else { return .notFound }
            change(&account)
            guard account.id == id else { return .idChanged }
            guard account.isStorable else { return .unencodable }
            try add(StoreChange.bytes(storing: account, isNew: false))
            return .updated(account)
        case .delete(let id, let isMeant):
            guard let account = try view.find(id, over: changes), isMeant(account) else { return .deleted(false) }
            try add(StoreChange.bytes(deleting: id))
            return .deleted(true)
        }
    }

    private mutating func add(_ change: [UInt8]) throws(InvalidRecord) {
        try change.withBytes { bytes throws(InvalidRecord) in try changes.apply(bytes) }
    }
}
