public import Domain

/// Accounts in a file of a folder, shared with every other object and process that names the same folder.
///
/// Every change writes the whole document anew and is durable when the method returns. What cannot be read is an error
/// and stays as it is.
public actor FileAccountRepository: AccountRepository {
    private let document: DocumentFile<AccountTable>
    private let executor = DispatchQueueExecutor(label: "Persistence.FileAccountRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the accounts are kept.
    public init(folder: StoreFolder) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StoreFolder, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Adds an account, unless its ID is taken.
    ///
    /// - Parameter account: The account to be added.
    /// - Throws: `AccountInsertionError.idTaken` where an account has that ID; `.storage` where nothing was changed
    ///   because the store failed.
    public func insert(_ account: Account) throws(AccountInsertionError) {
        try document.update(failure: AccountInsertionError.storage) {
            (table: inout AccountTable) throws(AccountInsertionError) -> Change<Void> in
            try table.insert(account)
            return .made(())
        }
    }

    /// Finds an account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: The account, or nil where none has that ID.
    /// - Throws: `StorageError` where the store cannot tell.
    public func find(_ id: AccountID) throws(StorageError) -> Account? {
        try table().find(id)
    }

    /// Changes an account in one step, so that no other change comes between reading and writing.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Makes the new account out of the stored one; it must leave the ID as it is.
    /// - Returns: The account as it is stored now.
    /// - Throws: `AccountUpdateError.notFound`, `.idChanged` or `.storage`; nothing was changed then.
    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @Sendable (inout Account) -> Void
    ) throws(AccountUpdateError) -> Account {
        try document.update(failure: AccountUpdateError.storage) {
            (table: inout AccountTable) throws(AccountUpdateError) -> Change<Account> in
            .made(try table.update(id, change))
        }
    }

    /// Removes an account.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: Whether there was such an account.
    /// - Throws: `StorageError` where the store failed; then the account is still there.
    @discardableResult
    public func delete(_ id: AccountID) throws(StorageError) -> Bool {
        try document.update { table in
            table.delete(id) ? .made(true) : .none(false)
        }
    }

    /// Reads accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - id: The ID behind which to begin, stored or not; nil begins at the first account.
    ///   - limit: How many accounts at the most; none where it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    /// - Throws: `StorageError` where the store cannot be read.
    public func page(after id: AccountID?, limit: Int) throws(StorageError) -> [Account] {
        var table = try table()
        return table.page(after: id, limit: limit)
    }

    /// Counts the accounts.
    ///
    /// - Returns: How many accounts are stored.
    /// - Throws: `StorageError` where the store cannot be read.
    public func count() throws(StorageError) -> Int {
        try table().count
    }

    private func table() throws(StorageError) -> AccountTable {
        try document.read() ?? AccountTable()
    }
}
