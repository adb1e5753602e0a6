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

    /// Inserts an account.
    ///
    /// - Parameter account: The new account.
    /// - Throws: `AccountInsertionError.idTaken` if an account has that ID.
    public func insert(_ account: Account) throws(AccountInsertionError) {
        guard accounts[account.id] == nil else { throw .idTaken }
        accounts[account.id] = account
        order = nil
    }

    /// Returns the account with an ID.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: The account, or nil if there is none.
    public func find(_ id: AccountID) -> Account? {
        accounts[id]
    }

    /// Changes an account in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Changes the stored account, but not its ID.
    /// - Returns: The stored account after the change.
    /// - Throws: `AccountUpdateError.notFound` if no account has that ID; `.idChanged` if `change` has changed the ID.
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

    /// Deletes an account if it is the intended one, in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Returns whether the stored account is the intended one.
    /// - Returns: Whether an account was deleted.
    @discardableResult
    public func delete(_ id: AccountID, where isMeant: @escaping @Sendable (Account) -> Bool) -> Bool {
        guard let account = accounts[id], isMeant(account) else { return false }
        accounts[id] = nil
        order = nil
        return true
    }

    /// Returns accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - id: The ID after which the page begins, stored or not; nil for the first page.
    ///   - limit: The largest number of accounts; none if it is 0 or less.
    /// - Returns: The accounts; fewer than `limit` only on the last page.
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

    /// Returns the sorted IDs, which consecutive pages share.
    private func sortedIDs() -> [AccountID] {
        if let order { return order }
        let sorted = accounts.keys.sorted()
        order = sorted
        return sorted
    }
}
