import Dispatch
import Domain
import Synchronization

/// The accounts of a folder: a mapped checkpoint, a journal behind it, and the state that both make up.
///
/// Reads run in memory, on the caller's thread. The first writer becomes the leader of a group commit, which writes and
/// synchronises one frame for all that wait. Waiting for other processes, opening and compacting run on queues, where
/// they block no task.
final class AccountStore: Sendable {
    /// The open file.
    struct State {
        /// The folder, or nil where nothing was found in it yet.
        var access: StoreAccess?

        /// The acknowledged accounts; it has no file where none is open.
        var view = StoreView()

        /// The end in the commit pointer when the store was opened, if it was another than that of the journal: a power
        /// cut may have left it behind.
        var endWhenOpened: Int?

        /// Whether the file was checked to its end, and may be appended to.
        var isReady = false

        /// Why nothing more may be written, or nil.
        var failure: StorageError?
    }

    let location: StorageLocation
    let erasePolicy: ErasePolicy

    /// The largest number of bytes that the changes of a frame may have.
    let frameLimit: Int
    let state = Mutex(State())

    /// Apart from the state, which is locked while a change of the caller runs.
    let lastRecovery = Mutex<RecoveryReport?>(nil)

    /// Held by the leader of the group commit; only its holder locks the folder.
    let writer = AsyncMutex<AccountOperation, Result<AccountOperation.Outcome, StorageError>>()

    /// Held by the task that compacts the file.
    let compactor = AsyncMutex<Never, Never>()

    /// The queue for waiting and opening.
    ///
    /// Both queues are serial, because Dispatch's concurrent queues share their threads with the tasks.
    let queue = DispatchQueue(label: "Persistence.AccountStore")

    /// The queue for writing new files, while other tasks read and write.
    let compactionQueue = DispatchQueue(label: "Persistence.AccountStore.compaction")

    init(folder: StorageDirectory, erasePolicy: ErasePolicy, frameLimit: Int, fileSystem: any FileSystem) {
        location = StorageLocation(folder: folder, fileSystem: fileSystem)
        self.erasePolicy = erasePolicy
        self.frameLimit = frameLimit
    }

    /// The report of the last recovery from a crash.
    var recovery: RecoveryReport? { lastRecovery.withLock { $0 } }

    /// Reads the acknowledged state of this moment, whichever process wrote it.
    func read<Value: Sendable>(
        _ body: (inout StoreView) throws(InvalidRecord) -> Value
    ) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            try state.refresh(location)
            return try StorageError.Store.accounts.decoding { () throws(InvalidRecord) in try body(&state.view) }
        }
    }
}

extension DispatchQueue {
    /// Runs blocking work on this queue, away from the threads that run tasks.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}

extension AccountStore.State {
    /// Reads what other processes have written since.
    mutating func refresh(_ location: StorageLocation) throws(StorageError) {
        if let failure {
            // The acknowledged accounts stay readable, until another process has gone on in a new file.
            guard failure.reason != .replaced, hasSuccessor else { return }
            self.failure = nil
        }
        sharePointer(location)
        guard let access, let file = view.file else { return try open(location) }
        let generation = file.header.generation
        let acknowledged = access.pointer?.end(generation: generation)
        if let acknowledged {
            // After a power cut the pointer stays behind until the next write; an end that was ahead may be right now.
            let mayBeBehind = access.pointer?.brokenEnd(generation: generation) == nil
            if acknowledged == endWhenOpened, acknowledged < view.end, mayBeBehind { return }
            // A frame that was read behind the pointer may have failed since, and another one of its size followed.
            if endWhenOpened == nil, acknowledged == view.end { return }
        }

        let folder = access.folder
        guard let found = try folder.status(of: StoreFileName.store) else { throw replaced(in: folder) }
        if found.identity == file.identity, let acknowledged, acknowledged < view.end || endWhenOpened != nil {
            // Frames that were read behind the pointer may have been unfinished then, and have failed.
            view = try StoreView.load(file, in: folder, limit: acknowledged)
            endWhenOpened = nil
        } else if found.identity == file.identity {
            // Swapped out, because a copy would copy everything. If this fails, everything is read and checked again.
            var grown = StoreView()
            swap(&grown, &view)
            let couldWrite = isReady
            isReady = false
            try grown.readOn(in: folder, limit: acknowledged ?? access.pointer?.brokenEnd(generation: generation))
            swap(&grown, &view)
            isReady = couldWrite
        } else {
            try takeNewer(than: file, access)
            // Its pointer says whether the last change in it is being stored right now.
            return try refresh(location)
        }
        // Nobody writes in front of the acknowledged end, so an incomplete frame there is damage.
        if let acknowledged, view.end < acknowledged, try view.ending(in: folder).ending == .damaged {
            throw folder.store.corrupt
        }
    }

    /// Whether the file that was written to last is another one than the open one, and sound.
    private var hasSuccessor: Bool {
        guard let pointer = access?.pointer, let file = view.file else { return false }
        return pointer.generation != file.header.generation && pointer.brokenEnd(generation: pointer.generation) == nil
    }

    /// Opens the file that has replaced the open one.
    ///
    /// - Throws: `StorageError` with `.replaced` where the new file is no compaction of the open one, or another reason.
    mutating func takeNewer(than file: StoreFile, _ access: StoreAccess) throws(StorageError) {
        let folder = access.folder
        guard let newer = try StoreFile.open(in: folder, for: isReady ? .writing : .reading),
            newer.header.store == file.header.store, newer.header.sequence >= file.header.sequence
        else { throw replaced(in: folder) }
        view = try StoreView.load(newer, in: folder, pointer: access.pointer)
        endWhenOpened = nil
    }

    /// Remembers that a foreign file has replaced the open one.
    mutating func replaced(in folder: OpenFolder) -> StorageError {
        let error = StorageError(store: folder.store, reason: .replaced)
        failure = error
        return error
    }

    /// Maps the commit pointer, if that was not possible when the store was opened for reading.
    private mutating func sharePointer(_ location: StorageLocation) {
        guard let access, access.pointer == nil, let file = view.file, StoreAccess.pointer(in: access.folder) != nil
        else { return }
        // If the folder cannot be opened once more, the file is checked at every read as before.
        guard let folder = try? location.open(for: .accounts) else { return }
        let shared = StoreAccess.reading(folder)
        self.access = shared
        endWhenOpened = shared.pointer?.end(generation: file.header.generation)
    }

    /// Opens the store for reading, if there is one.
    private mutating func open(_ location: StorageLocation) throws(StorageError) {
        self = Self()
        guard let folder = try location.open(for: .accounts) else { return }
        let access = StoreAccess.reading(folder)
        guard let file = try StoreFile.open(in: folder, for: .reading) else { return }
        let acknowledged = access.pointer?.end(generation: file.header.generation)
        view = try StoreView.load(file, in: folder, pointer: access.pointer)
        endWhenOpened = acknowledged == view.end ? nil : acknowledged
        self.access = access
    }
}
