public import Domain

/// Accounts in memory, which are lost with this object.
public actor InMemoryAccountRepository: AccountRepository {
    private var accounts: [AccountID: Account]

    /// The IDs in ascending order, or nil after an insertion or a deletion.
    private var order: [AccountID]?

    /// Creates a repository.
    ///
    /// - Parameter accounts: The initial accounts; of accounts with the same ID, the last one is stored.
    public init(_ accounts: [Account] = []) {
        self.accounts = Dictionary(accounts.map { ($0.id, $0) }) { _, last in last }
    }

    public func insert(_ account: Account) throws(AccountInsertionError) {
        guard accounts[account.id] == nil else { throw .idTaken }
        accounts[account.id] = account
        order = nil
    }

    public func find(_ id: AccountID) -> Account? {
        accounts[id]
    }

    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) throws(AccountUpdateError) -> Account {
        guard var account = accounts[id] else { throw .notFound }
        change(&account)
        guard account.id == id else { throw .idChanged }
        accounts[id] = account
        return account
    }

    @discardableResult
    public func delete(_ id: AccountID, where isMeant: @escaping @Sendable (Account) -> Bool) -> Bool {
        guard let account = accounts[id], isMeant(account) else { return false }
        accounts[id] = nil
        order = nil
        return true
    }

    public func page(after id: AccountID?, limit: Int) -> [Account] {
        guard limit > 0 else { return [] }
        let order = sortedIDs()
        let first = id.map { id in order.indices.binarySearch { order[$0] > id } } ?? 0
        return order[first...].prefix(limit).compactMap { accounts[$0] }
    }

    public func count() -> Int {
        accounts.count
    }

    /// Returns the sorted IDs, which consecutive pages share.
    private func sortedIDs() -> [AccountID] {
        if let order { return order }
        let sorted = accounts.keys.sorted()
        order = sorted
        return sorted
    }
}
