import Dispatch
public import Domain
import Synchronization

/// When the bytes of a deleted account leave the disk.
///
/// A deletion is durable in either case when it is reported. Overwritten bytes can live on in blocks that the file
/// system or the drive keeps for itself.
public enum ErasePolicy: Hashable, Sendable, CaseIterable {
    /// Before the deletion is reported; if that fails, the next change tries again.
    case immediate

    /// With the next compaction, for another reason or by ``FileAccountRepository/compact()``.
    case deferred
}

/// The outcome of opening a store that a crash had left unfinished.
public struct RecoveryReport: Hashable, Sendable {
    /// The number of bytes of an unfinished change that were cut off.
    ///
    /// They belong to the last change before the crash, which was not acknowledged. Damage to an acknowledged last change
    /// looks the same.
    public let bytes: Int

    /// The name of the file, in the folder of the store, with a copy of the bytes.
    public let copy: String
}

/// Accounts in a file, shared with every other object and process that uses the same directory.
///
/// A change is durable when its method returns. Simultaneous changes are written together.
///
/// A method that fails has changed nothing. A damaged file is `.corrupt` and stays unchanged. A file that was replaced by a
/// foreign one is `.replaced`, until ``reopen()``.
public final class FileAccountRepository: AccountRepository {
    let directory: StorageDirectory
    let erasePolicy: ErasePolicy

    /// The largest number of bytes that the changes of a frame may have.
    let frameLimit: Int
    let state = Mutex(StoreState())

    /// Apart from the state, which is locked while a change of the caller runs.
    let lastRecovery = Mutex<RecoveryReport?>(nil)

    /// Held by the leader of the group commit; only its holder locks the folder.
    let writer = AsyncMutex<AccountOperation, Result<AccountOperation.Outcome, StorageError>>()

    /// Held by the task that compacts the file.
    let compactor = AsyncMutex<Never, Never>()

    /// The queue for waiting and opening.
    ///
    /// Both queues are serial, because Dispatch's concurrent queues share their threads with the tasks.
    let queue = DispatchQueue(label: "Persistence.FileAccountRepository")

    /// The queue for writing new files, while other tasks read and write.
    let compactionQueue = DispatchQueue(label: "Persistence.FileAccountRepository.compaction")

    /// Creates a repository; it reads and makes nothing before the first call.
    ///
    /// - Parameters:
    ///   - folder: The directory of the accounts.
    ///   - erasePolicy: When the bytes of a deleted account leave the disk.
    public convenience init(folder: StorageDirectory, erasePolicy: ErasePolicy = .immediate) {
        self.init(folder: folder, erasePolicy: erasePolicy, frameLimit: JournalFrame.maximumLength)
    }

    package init(folder: StorageDirectory, erasePolicy: ErasePolicy, frameLimit: Int) {
        directory = folder
        self.erasePolicy = erasePolicy
        self.frameLimit = frameLimit
    }

    /// Inserts an account.
    ///
    /// - Parameter account: The account to insert.
    /// - Throws: `AccountInsertionError.idTaken` or `.storage`.
    public func insert(_ account: Account) async throws(AccountInsertionError) {
        switch await perform(.insert(account)) {
        case .success(.idTaken): throw .idTaken
        case .success: return
        case .failure(let error): throw .storage(error)
        }
    }

    /// Finds an account.
    ///
    /// - Parameter id: The ID of the account.
    /// - Returns: The account, or nil where no account has that ID.
    /// - Throws: ``/Domain/StorageError`` where the store cannot be read.
    public func find(_ id: AccountID) async throws(StorageError) -> Account? {
        try read { view throws(InvalidRecord) in try view.find(id) }
    }

    /// Checks whether an ID is taken.
    ///
    /// - Parameter id: The ID to look for.
    /// - Returns: Whether an account has that ID.
    /// - Throws: ``/Domain/StorageError`` where the store cannot be read.
    public func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        try read { view throws(InvalidRecord) in try view.contains(id) }
    }

    /// Changes an account in one step, so that no other change comes between reading and writing.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - change: Changes the stored account, except its ID. The store is locked while it runs, so it must be quick, and
    ///     neither call the store nor wait for a caller of it. It may run more than once; the last result is stored.
    /// - Returns: The account as it is stored now.
    /// - Throws: `AccountUpdateError.notFound`, `.idChanged` where the change was to another ID, or `.storage`.
    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        switch await perform(.update(id, change)) {
        case .success(.updated(let account)): return account
        case .success(.idChanged): throw .idChanged
        case .success: throw .notFound
        case .failure(let error): throw .storage(error)
        }
    }

    /// Deletes an account if it satisfies a predicate, in one step.
    ///
    /// - Parameters:
    ///   - id: The ID of the account.
    ///   - predicate: Returns whether to delete the stored account; see ``update(_:_:)`` for its limits.
    /// - Returns: Whether an account was deleted.
    /// - Throws: ``/Domain/StorageError`` where the store failed.
    @discardableResult
    public func delete(
        _ id: AccountID,
        where predicate: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        guard case .deleted(true) = try await perform(.delete(id, where: predicate)).get() else { return false }
        if erasePolicy == .immediate {
            // The account is deleted in any case. If its bytes cannot be erased now, the next change tries again, and
            // an inspection reports it.
            try? await erase()
        }
        return true
    }

    /// Reads accounts in the order of their IDs.
    ///
    /// - Parameters:
    ///   - id: The ID behind which to begin, stored or not; nil begins at the first account.
    ///   - limit: The largest number of accounts; none where it is not positive.
    /// - Returns: The accounts; fewer than `limit` only at the end.
    /// - Throws: ``/Domain/StorageError`` where the store cannot be read.
    public func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        try read { view throws(InvalidRecord) in try view.page(after: id, limit: limit) }
    }

    /// Counts the accounts.
    ///
    /// - Returns: The number of accounts.
    /// - Throws: ``/Domain/StorageError`` where the store cannot be read.
    public func count() async throws(StorageError) -> Int {
        try read { view in view.count }
    }

    /// The report of opening the store after a crash, or nil where there was nothing to recover.
    public var recovery: RecoveryReport? { lastRecovery.withLock { $0 } }

    /// Reads the acknowledged state of this moment, whichever process wrote it.
    private func read<Value: Sendable>(
        _ body: (inout StoreView) throws(InvalidRecord) -> Value
    ) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            try state.refresh(directory)
            return try StorageError.Store.accounts.decoding { () throws(InvalidRecord) in try body(&state.view) }
        }
    }
}
