import Domain

/// What operations come to, one after the other, and the changes that make it so.
struct CommitPlan {
    private(set) var outcomes: [AccountOperation.Outcome] = []

    /// The changes, to be stored as one frame.
    private(set) var changes: [UInt8] = []

    /// Whether accounts are removed.
    private(set) var deletes = false

    /// What earlier operations of the plan make of accounts.
    private var planned: [AccountID: Account?] = [:]

    init(_ operations: [AccountOperation], on view: inout StoreView) throws(InvalidRecord) {
        outcomes.reserveCapacity(operations.count)
        changes.reserveCapacity(operations.count * 160)
        let isAlone = operations.count == 1
        for operation in operations {
            outcomes.append(try outcome(of: operation, on: &view, isAlone: isAlone))
        }
    }

    private mutating func outcome(
        of operation: AccountOperation,
        on view: inout StoreView,
        isAlone: Bool
    ) throws(InvalidRecord) -> AccountOperation.Outcome {
        switch operation {
        case .insert(let account):
            guard !(try contains(account.id, in: &view)) else { return .idTaken }
            changes.append(insertionOf: account)
            if !isAlone { planned[account.id] = .some(account) }
            return .inserted
        case .update(let id, let change):
            guard var account = try find(id, in: &view) else { return .notFound }
            change(&account)
            guard account.id == id else { return .idChanged }
            changes.append(replacementBy: account)
            planned[id] = .some(account)
            return .updated(account)
        case .delete(let id):
            guard try contains(id, in: &view) else { return .deleted(false) }
            changes.append(deletionOf: id)
            planned[id] = .some(nil)
            deletes = true
            return .deleted(true)
        }
    }

    private func contains(_ id: AccountID, in view: inout StoreView) throws(InvalidRecord) -> Bool {
        if let known = planned[id] { return known != nil }
        return try view.contains(id)
    }

    private func find(_ id: AccountID, in view: inout StoreView) throws(InvalidRecord) -> Account? {
        if let known = planned[id] { return known }
        return try view.find(id)
    }
}
