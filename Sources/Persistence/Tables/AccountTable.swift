import Domain

/// Accounts by their IDs: what the in-memory and the file repository have in common.
struct AccountTable: Sendable {
    private var accounts: [AccountID: Account] = [:]

    /// The IDs in ascending order, or nil where an insertion or a deletion has outdated them.
    private var order: [AccountID]?

    var count: Int { accounts.count }

    /// The accounts in the order of their IDs.
    var all: [Account] { accounts.values.sorted { $0.id < $1.id } }

    func find(_ id: AccountID) -> Account? { accounts[id] }

    mutating func insert(_ account: Account) throws(AccountInsertionError) {
        guard accounts[account.id] == nil else { throw .idTaken }
        accounts[account.id] = account
        order = nil
    }

    mutating func update(
        _ id: AccountID,
        _ change: (inout Account) -> Void
    ) throws(AccountUpdateError) -> Account {
        guard var account = accounts[id] else { throw .notFound }
        change(&account)
        guard account.id == id else { throw .idChanged }
        accounts[id] = account
        return account
    }

    mutating func delete(_ id: AccountID, where isMeant: (Account) -> Bool) -> Bool {
        guard let account = accounts[id], isMeant(account) else { return false }
        accounts[id] = nil
        order = nil
        return true
    }

    mutating func page(after id: AccountID?, limit: Int) -> [Account] {
        guard limit > 0 else { return [] }
        let order = sortedIDs()
        let start = id.map { id in order.partitionPoint { $0 > id } } ?? order.startIndex
        return order[start...].prefix(limit).compactMap { accounts[$0] }
    }

    /// Makes the order once for all the pages that follow each other.
    private mutating func sortedIDs() -> [AccountID] {
        if let order { return order }
        let sorted = accounts.keys.sorted()
        order = sorted
        return sorted
    }
}

extension [AccountID] {
    /// The first place whose element satisfies a condition that all elements behind it satisfy as well.
    fileprivate func partitionPoint(_ isBehind: (AccountID) -> Bool) -> Int {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if isBehind(self[middle]) {
                range = range.lowerBound..<middle
            } else {
                range = (middle + 1)..<range.upperBound
            }
        }
        return range.lowerBound
    }
}
