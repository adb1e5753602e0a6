public import Domain

/// An account repository in a dictionary that writes down what it was asked and fails where it is told to.
public actor AccountRepositoryFake: AccountRepository {
    /// What the repository was asked.
    public enum Message: Hashable, Sendable {
        /// To store an account with that ID.
        case insert(AccountID)
        /// To find the account with that ID.
        case find(AccountID)
        /// To change the account with that ID.
        case update(AccountID)
        /// To delete the account with that ID.
        case delete(AccountID)
        /// For a page of accounts.
        case page(after: AccountID?, limit: Int)
        /// How many accounts there are.
        case count
    }

    private let log: MessageLog<Message>
    private var error: StorageError?
    private var stored: [AccountID: Account]

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - accounts: What it holds; of several accounts with one ID the first.
    ///   - log: Where it writes down what it is asked.
    ///   - error: What every call fails with, or nil for none.
    public init(
        _ accounts: [Account] = [],
        log: MessageLog<Message> = MessageLog(),
        error: StorageError? = nil
    ) {
        stored = Dictionary(accounts.map { ($0.id, $0) }) { first, _ in first }
        self.log = log
        self.error = error
    }

    /// Makes every call from now on fail.
    ///
    /// - Parameter error: What it fails with, or nil for none.
    public func fail(with error: StorageError?) {
        self.error = error
    }

    /// Stores an account, unless its ID is taken or the repository was told to fail.
    ///
    /// - Parameter account: The account to be added.
    /// - Throws: `AccountInsertionError.storage` with the error that the repository was told to fail with; otherwise
    ///   `.idTaken` where an account has that ID.
    public func insert(_ account: Account) async throws(AccountInsertionError) {
        log.append(.insert(account.id))
        if let error { throw .storage(error) }
        guard stored[account.id] == nil else { throw .idTaken }
        stored[account.id] = account
    }

    /// Finds an account, unless the repository was told to fail.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: The account, or nil where none has that ID.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func find(_ id: AccountID) async throws(StorageError) -> Account? {
        log.append(.find(id))
        try failIfTold()
        return stored[id]
    }

    /// Changes an account, unless there is none, its ID would change or the repository was told to fail.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Makes the new account out of the stored one; it must leave the ID as it is.
    /// - Returns: The account as it is stored now.
    /// - Throws: `AccountUpdateError.storage` with the error that the repository was told to fail with; otherwise
    ///   `.notFound` where no account has that ID, or `.idChanged` where the change was to another ID. Nothing was
    ///   changed in any of these cases.
    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        log.append(.update(id))
        if let error { throw .storage(error) }
        guard var account = stored[id] else { throw .notFound }
        change(&account)
        guard account.id == id else { throw .idChanged }
        stored[id] = account
        return account
    }

    /// Deletes an account if it is the one that is meant, unless the repository was told to fail.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Tells by the stored account whether it is to be removed; it is not asked where there is none.
    /// - Returns: Whether an account was removed.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then the account is still
    ///   there.
    @discardableResult
    public func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        log.append(.delete(id))
        try failIfTold()
        guard let account = stored[id], isMeant(account) else { return false }
        stored[id] = nil
        return true
    }

    /// Gives a page of accounts in the order of their IDs, unless the repository was told to fail.
    ///
    /// - Parameters:
    ///   - id: The ID behind which to begin, stored or not; nil begins at the first account.
    ///   - limit: How many accounts at the most; none where it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        log.append(.page(after: id, limit: limit))
        try failIfTold()
        let sorted = stored.values.sorted { $0.id < $1.id }
        let rest = sorted.drop { account in id.map { account.id <= $0 } ?? false }
        return Array(rest.prefix(max(0, limit)))
    }

    /// Counts the accounts, unless the repository was told to fail.
    ///
    /// - Returns: How many accounts are stored.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func count() async throws(StorageError) -> Int {
        log.append(.count)
        try failIfTold()
        return stored.count
    }

    private func failIfTold() throws(StorageError) {
        if let error { throw error }
    }
}
