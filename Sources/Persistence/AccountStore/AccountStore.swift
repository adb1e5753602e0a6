import Dispatch
import Domain
import Synchronization

/// The accounts of a folder: a checkpoint that is mapped, a journal that is appended to, and what both come to.
///
/// Whoever reads does so on the spot, in memory. Whoever writes leads if nobody else does, and takes along what others
/// want to write meanwhile: one write and one synchronisation for all of them. Waiting for other processes, opening
/// to write and writing everything anew happen on a queue, where they hold up nobody.
final class AccountStore: Sendable {
    /// What is open.
    struct State {
        /// The folder, or nil where nothing was found in it yet.
        var access: StoreAccess?

        /// The acknowledged accounts; there is no file in it where nothing is open.
        var view = StoreView()

        /// Where the mark said that the journal ends when the store was opened: a power cut may have left it behind.
        var endWhenOpened: Int?

        /// Whether the file was looked through to its end, and may be appended to.
        var isReady = false

        /// Why nothing more may be written, or nil.
        var failure: StorageError?
    }

    let place: StorageLocation
    let erasePolicy: ErasePolicy

    /// The largest number of bytes that the changes of a frame may have.
    let frameLimit: Int
    let state = Mutex(State())

    /// Apart from the state, which is held while a change asks for it.
    let lastRecovery = Mutex<RecoveryReport?>(nil)

    /// Apart from the state, so that nobody who comes to wait is held up by whoever works on it.
    let leadership = Mutex(Leadership())

    /// Who writes everything anew at the moment.
    let renewal = Turn()

    /// Where those wait who write.
    ///
    /// Both queues are serial, because those of Dispatch that are not share their threads with the tasks.
    let queue = DispatchQueue(label: "Persistence.AccountStore")

    /// Where everything is written anew, while others go on.
    let renewalQueue = DispatchQueue(label: "Persistence.AccountStore.renewal")

    init(folder: StorageDirectory, erasePolicy: ErasePolicy, frameLimit: Int, fileSystem: any FileSystem) {
        place = StorageLocation(folder: folder, fileSystem: fileSystem)
        self.erasePolicy = erasePolicy
        self.frameLimit = frameLimit
    }

    /// What was done when the store was opened to write.
    var recovery: RecoveryReport? { lastRecovery.withLock { $0 } }

    /// Runs work that waits, apart from the threads that run tasks.
    func onQueue<Value: Sendable>(
        _ queue: DispatchQueue? = nil,
        _ work: @escaping @Sendable () throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let result: Result<Value, StorageError> = await withCheckedContinuation { continuation in
            (queue ?? self.queue).async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }

    // MARK: Reading

    /// Reads from what is acknowledged at this moment, by whomever.
    func read<Value: Sendable>(
        _ body: (inout StoreView) throws(InvalidRecord) -> Value
    ) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            try state.refresh(place)
            do {
                return try body(&state.view)
            } catch {
                throw StorageError.Store.accounts.corrupt
            }
        }
    }
}

extension AccountStore.State {
    /// Takes what others have written since.
    mutating func refresh(_ place: StorageLocation) throws(StorageError) {
        if let failure {
            // What was acknowledged can be read, whatever became of the file, until another has gone on in a new one.
            guard failure.reason != .replaced, hasSuccessor else { return }
            self.failure = nil
        }
        shareMark(place)
        guard let access, let file = view.file else { return try open(place) }
        let generation = file.header.generation
        let acknowledged = access.mark?.end(generation: generation)
        if let acknowledged {
            // Without a write since a power cut the mark stays behind; one that was ahead may be right by now.
            let mayBeBehind = access.mark?.endOfBroken(generation: generation) == nil
            if acknowledged == endWhenOpened, acknowledged < view.end, mayBeBehind { return }
            // What was read behind the mark may have failed since, and something else may have come as far.
            if endWhenOpened == nil, acknowledged == view.end { return }
        }

        let folder = access.folder
        let found = try folder.store.reportingUnlessMissing(
            try folder.fileSystem.status(of: StoreFileName.store, in: folder.descriptor)
        )
        guard let found else { throw replaced(in: folder) }
        if found.identity == file.identity, let acknowledged, acknowledged < view.end || endWhenOpened != nil {
            // What was read behind the mark when the store was opened may have been being written then, and have
            // failed.
            view = try StoreView.load(file, in: folder, limit: acknowledged)
            endWhenOpened = nil
        } else if found.identity == file.identity {
            // Taken out, because a copy would copy everything; where this fails, everything is read again, and opened
            // again to be written to.
            var grown = StoreView()
            swap(&grown, &view)
            let couldWrite = isReady
            isReady = false
            try grown.readOn(in: folder, limit: acknowledged ?? access.mark?.endOfBroken(generation: generation))
            swap(&grown, &view)
            isReady = couldWrite
        } else {
            try takeNewer(than: file, access)
            // Its mark says whether the last change in it is being stored just now.
            return try refresh(place)
        }
        // Nobody is writing in front of the end that was said before, so what is not whole there is damaged.
        if let acknowledged, view.end < acknowledged, try view.ending(in: folder).ending == .damaged {
            throw folder.store.corrupt
        }
    }

    /// Whether the file that was written to last is another one than the one that is open, and sound.
    private var hasSuccessor: Bool {
        guard let mark = access?.mark, let file = view.file else { return false }
        return mark.generation != file.header.generation && mark.endOfBroken(generation: mark.generation) == nil
    }

    /// Takes the file that another has written in the place of the one that is open.
    ///
    /// - Throws: `.replaced` where what is there was not made of that one, and what reading comes to.
    mutating func takeNewer(than file: StoreFile, _ access: StoreAccess) throws(StorageError) {
        let folder = access.folder
        guard let newer = try StoreFile.open(in: folder, for: isReady ? .writing : .reading),
            newer.header.store == file.header.store, newer.header.sequence >= file.header.sequence
        else { throw replaced(in: folder) }
        view = try StoreView.load(newer, in: folder, mark: access.mark)
        endWhenOpened = nil
    }

    /// Notes that the file is not the one any more that was opened.
    mutating func replaced(in folder: OpenFolder) -> StorageError {
        let error = StorageError(store: folder.store, reason: .replaced)
        failure = error
        return error
    }

    /// Lets the next call open what is there.
    mutating func forget() {
        access = nil
        view = StoreView()
        endWhenOpened = nil
        isReady = false
        failure = nil
    }

    /// Maps the mark, where that was not possible when the store was opened to read it.
    private mutating func shareMark(_ place: StorageLocation) {
        guard let access, access.mark == nil, let file = view.file, StoreAccess.mark(in: access.folder) != nil else {
            return
        }
        // Where the folder cannot be opened once more, the file is looked at without a mark, as before.
        guard let folder = try? place.open(for: .accounts) else { return }
        let shared = StoreAccess.reading(folder)
        self.access = shared
        endWhenOpened = shared.mark?.end(generation: file.header.generation)
    }

    /// Opens what there is, to read it.
    private mutating func open(_ place: StorageLocation) throws(StorageError) {
        forget()
        guard let folder = try place.open(for: .accounts) else { return }
        let access = StoreAccess.reading(folder)
        if let file = try StoreFile.open(in: folder, for: .reading) {
            let marked = access.mark?.end(generation: file.header.generation)
            view = try StoreView.load(file, in: folder, mark: access.mark)
            endWhenOpened = marked == view.end ? nil : marked
            self.access = access
        }
    }
}
