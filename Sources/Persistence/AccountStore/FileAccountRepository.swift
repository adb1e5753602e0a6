import Dispatch
public import Domain
import Synchronization

/// The time at which the bytes of a deleted account are erased from the disk.
///
/// The deletion itself is durable in either case. Overwritten bytes can survive in blocks that the file system or the
/// drive still holds.
public enum ErasePolicy: Hashable, Sendable, CaseIterable {
    /// Before the deletion is reported; if erasing fails, the next change tries again.
    case immediate

    /// With the next compaction, such as one by ``FileAccountRepository/compact(progress:)``.
    case deferred
}

/// The result of recovering a store from a crash.
public struct RecoveryReport: Hashable, Sendable {
    /// The number of bytes of an unfinished change that were cut off.
    ///
    /// The change was the last one before the crash, and was not acknowledged. Damage to an acknowledged last change
    /// looks the same.
    public let bytes: Int

    /// The name of the file with a copy of the bytes, in the folder of the store.
    public let copy: String
}

/// Accounts in a file, shared with every other object and process that uses the same directory.
///
/// A change is durable when its method returns, and simultaneous changes are written together. A method that throws has
/// changed nothing. A damaged file stays unchanged, and calls throw `.corrupt`. If the store file was removed, or a
/// foreign one has replaced it, calls throw `.replaced` until the file is restored; an open store then needs
/// ``reopen()``.
public final class FileAccountRepository: AccountRepository {
    let directory: StorageDirectory
    let erasePolicy: ErasePolicy

    /// Whether a compaction may begin that no caller has asked for.
    let mayCompact: @Sendable () -> Bool

    /// The largest number of bytes of a frame's changes.
    let frameLimit: Int
    let state = Mutex(StoreState())

    /// The report of the last recovery, outside the state, which is locked while a change of the caller runs.
    let lastRecovery = Mutex<RecoveryReport?>(nil)

    /// The mutex of the group commit's leader; only its holder locks the folder.
    let writer = AsyncMutex<AccountOperation, Result<AccountOperation.Outcome, StorageError>>()

    /// The mutex of the task that compacts the file.
    let compactor = AsyncMutex<Never, Never>()

    /// The queue for changes.
    ///
    /// A caller may be on the main actor, and everything that uses the state can wait for the disk, even a look-up in
    /// mapped memory. So all of it runs on these queues, which are serial, because concurrent queues of Dispatch share
    /// their threads with tasks.
    let queue = DispatchQueue(label: "Persistence.FileAccountRepository")

    /// The queue for reading, while a change waits for the disk.
    private let readingQueue = DispatchQueue(label: "Persistence.FileAccountRepository.reading")

    /// The actor that writes new files, while other tasks read and write.
    let compaction = BlockingActor(label: "Persistence.FileAccountRepository.compaction")

    /// Creates a repository; it does not use the disk before the first call.
    ///
    /// - Parameters:
    ///   - folder: The directory of the accounts.
    ///   - erasePolicy: The time at which the bytes of a deleted account are erased from the disk.
    ///   - mayCompact: Whether a compaction may begin that no caller has asked for. It can go on after the change that
    ///     caused it, and then holds a lock. While the answer is no, the journal grows.
    public convenience init(
        folder: StorageDirectory,
        erasePolicy: ErasePolicy = .immediate,
        mayCompact: @escaping @Sendable () -> Bool = { true }
    ) {
        self.init(
            folder: folder,
            erasePolicy: erasePolicy,
            mayCompact: mayCompact,
            frameLimit: JournalFrame.maximumLength
        )
    }

    package init(
        folder: StorageDirectory,
        erasePolicy: ErasePolicy,
        mayCompact: @escaping @Sendable () -> Bool = { true },
        frameLimit: Int
    ) {
        directory = folder
        self.erasePolicy = erasePolicy
        self.mayCompact = mayCompact
        self.frameLimit = frameLimit
    }

    public func insert(_ account: Account) async throws(AccountInsertionError) {
        // It could not be read again.
        guard account.isStorable else { throw .storage(StorageError.Store.accounts.unencodable) }
        switch await perform(.insert(account)) {
        case .success(.idTaken): throw .idTaken
        case .success: return
        case .failure(let error): throw .storage(error)
        }
    }

    public func find(_ id: AccountID) async throws(StorageError) -> Account? {
        try await read { view throws(InvalidRecord) in try view.find(id) }
    }

    public func contains(_ id: AccountID) async throws(StorageError) -> Bool {
        try await read { view throws(InvalidRecord) in try view.contains(id) }
    }

    @discardableResult
    public func update(
        _ id: AccountID,
        _ change: @escaping @Sendable (inout Account) -> Void
    ) async throws(AccountUpdateError) -> Account {
        switch await perform(.update(id, change)) {
        case .success(.updated(let account)): return account
        case .success(.idChanged): throw .idChanged
        case .success(.unencodable): throw .storage(StorageError.Store.accounts.unencodable)
        case .success: throw .notFound
        case .failure(let error): throw .storage(error)
        }
    }

    @discardableResult
    public func delete(
        _ id: AccountID,
        where isMeant: @escaping @Sendable (Account) -> Bool
    ) async throws(StorageError) -> Bool {
        guard case .deleted(true) = try await perform(.delete(id, where: isMeant)).get() else { return false }
        if erasePolicy == .immediate {
            // The account is already deleted. If its bytes cannot be erased now, the next change tries again, and an
            // inspection reports them.
            try? await erase()
        }
        return true
    }

    public func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] {
        try await read { view throws(InvalidRecord) in try view.page(after: id, limit: limit) }
    }

    public func count() async throws(StorageError) -> Int {
        try await read { view in view.count }
    }

    /// The report of the last recovery from a crash, or nil if nothing was recovered.
    public var recovery: RecoveryReport? { lastRecovery.withLock { $0 } }

    /// Reads the currently acknowledged state, including changes of other processes.
    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (inout StoreView) throws(InvalidRecord) -> Value
    ) async throws(StorageError) -> Value {
        try await readingQueue.run { () throws(StorageError) in
            try self.state.withLock { state throws(StorageError) in
                try state.refresh(self.directory)
                return try state.decoding(body)
            }
        }
    }
}
