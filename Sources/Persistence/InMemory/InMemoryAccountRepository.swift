public import Domain

/// Accounts in memory, for as long as this object lives.
public actor InMemoryAccountRepository: AccountRepository {
    private var accounts: [AccountID: Account]

    /// The IDs in ascending order, or nil after an insertion or a deletion.
    private var order: [AccountID]?

    /// Creates a repository.
    ///
    /// - Parameter accounts: The accounts to start with; of two with one ID, the last.
    public init(_ accounts: [Account] = []) {
        self.accounts = Dictionary(accounts.map { ($0.id, $0) }) { _, last in last }
    }

    /// Inserts an account.
    ///
    /// - Parameter account: The account to insert.
    /// - Throws: `AccountInsertionError.idTaken` if an account has that ID.
    public func insert(_ account: Account) throws(AccountInsertionError) {
        guard accounts[account.id] == nil else { throw .idTaken }
        accounts[account.id] = account
        order = nil
    }

    /// Finds an account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: The account, or nil if none has that ID.
    public func find(_ id: AccountID) -> Account? {
        accounts[id]
    }

    /// Changes an account in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Changes the stored account; it must keep the ID.
    /// - Returns: The changed account.
    /// - Throws: `AccountUpdateError.notFound` or `.idChanged`; nothing was changed then.
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

    /// Deletes an account if a condition holds, in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Returns whether to delete the stored account.
    /// - Returns: Whether an account was deleted.
    @discardableResult
    public func delete(_ id: AccountID, where isMeant: @escaping @Sendable (Account) -> Bool) -> Bool {
        guard let account = accounts[id], isMeant(account) else { return false }
        accounts[id] = nil
        order = nil
        return true
    }

    /// Reads accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - id: The ID after which to start, stored or not; nil starts at the first account.
    ///   - limit: The largest number of accounts; none if it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    public func page(after id: AccountID?, limit: Int) -> [Account] {
        guard limit > 0 else { return [] }
        let order = sortedIDs()
        let first = id.map { id in order.indices.binarySearch { order[$0] > id } } ?? 0
        return order[first...].prefix(limit).compactMap { accounts[$0] }
    }

    /// Returns the number of accounts.
    public func count() -> Int {
        accounts.count
    }

    /// Sorts once for all the pages that follow each other.
    private func sortedIDs() -> [AccountID] {
        if let order { return order }
        let sorted = accounts.keys.sorted()
        order = sorted
        return sorted
    }
}
