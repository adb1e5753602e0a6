import Domain

/// What operations come to, one after the other, and the changes that make it so.
struct CommitPlan {
    private(set) var outcomes: [AccountOperation.Outcome] = []

    /// The changes, to be stored as one frame.
    private(set) var changes: StoreTail

    /// Whether nothing is changed.
    var isEmpty: Bool { changes.changes.isEmpty }

    init(_ operations: [AccountOperation], on view: inout StoreView) throws(InvalidRecord) {
        outcomes.reserveCapacity(operations.count)
        changes = StoreTail(hash: view.hash)
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
            guard !(try containsAccount(of: change, in: &view)) else { return .idTaken }
            try add(change)
            return .inserted
        case .update(let id, let change):
            guard var account = try find(id, in: &view) else { return .notFound }
            change(&account)
            guard account.id == id else { return .idChanged }
            var replacement: [UInt8] = []
            replacement.append(replacementBy: account)
            try add(replacement)
            return .updated(account)
        case .delete(let id, let isMeant):
            guard let account = try find(id, in: &view), isMeant(account) else { return .deleted(false) }
            var deletion: [UInt8] = []
            deletion.append(deletionOf: id)
            try add(deletion)
            return .deleted(true)
        }
    }

    private mutating func add(_ change: [UInt8]) throws(InvalidRecord) {
        let result = change.withUnsafeBytes { change in
            Result { () throws(StoreChange.Failure) in try changes.apply(change) }
        }
        // The bytes were made of an account just before, so they are understood.
        if case .failure = result { throw InvalidRecord() }
    }

    // Changes of the plan itself are newer than those of the store.

    private func containsAccount(of insertion: [UInt8], in view: inout StoreView) throws(InvalidRecord) -> Bool {
        try insertion.withUnsafeBytes { bytes in
            Result { () throws(InvalidRecord) -> Bool in
                // Behind the byte that says what change it is.
                var reader = ByteReader(bytes, at: 1)
                return try contains(try StoredAccount(&reader).key, in: &view)
            }
        }.get()
    }

    private func contains(
        _ key: UnsafeRawBufferPointer,
        in view: inout StoreView
    ) throws(InvalidRecord) -> Bool {
        let hash = view.hash.hash(key)
        return switch changes.find(key, hash: hash) {
        case .stored: true
        case .deleted: false
        case .unknown: try view.contains(key, hash: hash)
        }
    }

    private func find(_ id: AccountID, in view: inout StoreView) throws(InvalidRecord) -> Account? {
        let planned = id.withKey { changes.find($0, hash: view.hash.hash($0)) }
        return switch planned {
        case .stored(let place): try changes.account(at: place)
        case .deleted: nil
        case .unknown: try view.find(id)
        }
    }
}
