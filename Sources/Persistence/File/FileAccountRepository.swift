public import Domain

/// Accounts in a file of a folder, shared with every other object and process that names the same folder.
///
/// A change is durable when the method returns. Changes that come together are written together. What cannot be read is
/// an error and stays as it is.
public final class FileAccountRepository: AccountRepository {
    private let store: AccountStore

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameters:
    ///   - folder: Where the accounts are kept.
    ///   - erasePolicy: When the bytes of a deleted account leave the medium.
    public convenience init(folder: StorageDirectory, erasePolicy: ErasePolicy = .immediate) {
        self.init(folder: folder, erasePolicy: erasePolicy, fileSystem: LocalFileSystem())
    }

    package init(
        folder: StorageDirectory,
        erasePolicy: ErasePolicy = .immediate,
        frameLimit: Int = JournalFrame.maximumLength,
        fileSystem: any FileSystem
    ) {
        store = AccountStore(folder: folder, erasePolicy: erasePolicy, frameLimit: frameLimit, fileSystem: fileSystem)
    }

    /// Adds an account, unless its ID is taken.
    ///
    /// - Parameter account: The account to be added.
    /// - Throws: `AccountInsertionError.idTaken` where an account has that ID; `.storage` where nothing was changed
    ///   because the store failed.
    public func insert(_ account: Account) async throws(AccountInsertionError) {
        switch await store.perform(.insert(account)) {
        case .success(.idTaken): throw .idTaken
        case .success: return
        case .failure(let error): throw .storage(error)
        }
    }

    /// Finds an account.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: The account, or nil where none has that ID.
    /// - Throws: `StorageError` with `.corrupt`, `.replaced` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot tell.
    public func find(_ id: AccountID) async throws(StorageError) -> Account? {
        try store.read { view throws(InvalidRecord) in try view.find(id) }
    }

    /// Tells whether an ID is taken.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: Whether an account has that ID.
    /// - Throws: `StorageError` with `.corrupt`, `.replaced` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot tell.
    public func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        try store.read { view throws(InvalidRecord) in try view.contains(id) }
    }

    /// Changes an account in one step, so that no other change comes between reading and writing.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Makes the new account out of the stored one; it must leave the ID as it is. The store is held while
    ///     it runs, so it must be quick, and neither call the store nor wait for whoever does. It may be
    ///     called more than once, and only what it makes the last time is stored.
    /// - Returns: The account as it is stored now.
    /// - Throws: `AccountUpdateError.notFound` where no account has that ID; `.idChanged` where the change was to
    ///   another ID; `.storage` where the store failed. Nothing was changed in any of these cases.
    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        switch await store.perform(.update(id, change)) {
        case .success(.updated(let account)): return account
        case .success(.idChanged): throw .idChanged
        case .success: throw .notFound
        case .failure(let error): throw .storage(error)
        }
    }

    /// Removes an account if it is the one that is meant, and looks at it in the same step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - isMeant: Tells by the stored account whether it is to be removed; see ``update(_:_:)`` for what it must not do.
    /// - Returns: Whether an account was removed.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then the account is still there.
    @discardableResult
    public func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        guard case .deleted(true) = try await store.perform(.delete(id, where: isMeant)).get() else { return false }
        if store.erasePolicy == .immediate {
            // The account is gone, whatever happens now: where its bytes cannot be erased yet, the next change tries
            // again, and an inspection tells.
            try? await store.erase()
        }
        return true
    }

    /// Reads accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - id: The ID behind which to begin, stored or not; nil begins at the first account.
    ///   - limit: How many accounts at the most; none where it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    /// - Throws: `StorageError` with `.corrupt`, `.replaced` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
    public func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        try store.read { view throws(InvalidRecord) in try view.page(after: id, limit: limit) }
    }

    /// Counts the accounts.
    ///
    /// - Returns: How many accounts are stored.
    /// - Throws: `StorageError` with `.corrupt`, `.replaced` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
    public func count() async throws(StorageError) -> Int {
        try store.read { view in view.count }
    }

    /// Writes the accounts anew, without anything that was deleted or replaced.
    ///
    /// Copies of what crashes left are removed. Others read and write meanwhile.
    ///
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then all accounts are as they were.
    public func compact() async throws(StorageError) {
        try await store.compact()
    }

    /// Tells how large the file of the accounts is, with what is in it besides accounts and the room for more.
    ///
    /// - Returns: The size in bytes; 0 where there is no file.
    /// - Throws: `StorageError` with `.unsafeLocation`, `.notPermitted` or another
    ///   ``/Domain/StorageError/Reason-swift.enum`` where the folder cannot be looked at.
    public func fileSize() async throws(StorageError) -> Int {
        try await store.fileSize()
    }

    /// Goes on after a failure that the medium did not take back, such as one of synchronising.
    ///
    /// What was acknowledged is written to a new file. Where the file was replaced by somebody else, what is there now
    /// is opened.
    ///
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then everything is as it was.
    public func reopen() async throws(StorageError) {
        try await store.reopen()
    }

    /// Waits until what goes on in the background has ended: a file that is being written anew because it has grown.
    public func waitForBackgroundWork() async { await store.waitForBackgroundWork() }

    /// What was done when the store was opened to write after a crash, or nil where nothing was.
    public var recovery: RecoveryReport? { store.recovery }
}
