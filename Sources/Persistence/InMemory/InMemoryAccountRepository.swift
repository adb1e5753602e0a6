public import Domain

/// Accounts that live as long as this object.
public actor InMemoryAccountRepository: AccountRepository {
    private var table = AccountTable()

    /// Creates a repository.
    ///
    /// - Parameter accounts: Its accounts; of several with one ID, the first one is stored.
    public init(_ accounts: [Account] = []) {
        // Only a taken ID is refused, and the first account has it.
        for account in accounts { try? table.insert(account) }
    }

    /// Adds an account, unless its ID is taken.
    ///
    /// - Parameter account: The account to be added.
    /// - Throws: `AccountInsertionError.idTaken` where an account has that ID.
    public func insert(_ account: Account) throws(AccountInsertionError) {
        try table.insert(account)
    }

    /// Finds an account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: The account, or nil where none has that ID.
    public func find(_ id: AccountID) -> Account? {
        table.find(id)
    }

    /// Changes an account in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Makes the new account out of the stored one; it must leave the ID as it is.
    /// - Returns: The account as it is stored now.
    /// - Throws: `AccountUpdateError.notFound` where no account has that ID, or `.idChanged` where the change was to
    ///   another ID; nothing was changed then.
    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) throws(AccountUpdateError) -> Account {
        try table.update(id, change)
    }

    /// Removes an account if it is the one that is meant, and looks at it in the same step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Tells by the stored account whether it is to be removed.
    /// - Returns: Whether an account was removed.
    @discardableResult
    public func delete(_ id: AccountID, where isMeant: @escaping @Sendable (Account) -> Bool) -> Bool {
        table.delete(id, where: isMeant)
    }

    /// Reads accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - id: The ID behind which to begin, stored or not; nil begins at the first account.
    ///   - limit: How many accounts at the most; none where it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    public func page(after id: AccountID?, limit: Int) -> [Account] {
        table.page(after: id, limit: limit)
    }

    /// Counts the accounts.
    ///
    /// - Returns: How many accounts are stored.
    public func count() -> Int {
        table.count
    }
}
