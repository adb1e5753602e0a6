public import Domain
import Synchronization

extension FileAccountRepository {
    /// Opens the store for writing and locks it; creates it if it is missing, and recovers from crashes.
    func openAndLock(_ progress: StoreProgress = { _ in }) throws(StorageError) -> StoreAccess {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let access = try accessForWriting()
        try lock(access) { () throws(StorageError) in try open(access, progress) }
        return access
    }

    private func accessForWriting() throws(StorageError) -> StoreAccess {
        if let access = state.withLock({ $0.access }), access.lock != nil { return access }
        return try StoreAccess(writing: try directory.prepare(for: .accounts))
    }

    /// Locks a folder and calls `work`; the folder stays locked unless `work` throws.
    ///
    /// If `work` throws `.busy`, because another process is compacting, it is repeated after the folder was unlocked.
    func lock<Value>(_ access: StoreAccess, _ work: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        try directory.waitingWhileBusy { () throws(StorageError) in
            guard try access.tryLock() else { throw access.folder.store.busy }
            do throws(StorageError) {
                return try work()
            } catch {
                access.unlock()
                throw error
            }
        }
    }

    /// Reads every record of a file once, and throws `.corrupt` if one is damaged, or if an intact index lacks one.
    ///
    /// A store with a damaged record could not be compacted, so it would only grow. If the index lacked a record, a new
    /// account with its ID would replace it.
    private func checkRecords(of file: StoreFile, _ progress: StoreProgress) throws(StorageError) {
        let generation = file.header.generation
        guard state.withLock({ $0.soundGeneration }) != generation else { return }
        let checkpoint = file.checkpoint
        let isIndexSound = try StorageError.Store.accounts.decoding { () throws(InvalidRecord) in
            try checkpoint.verify(progress)
        }
        if isIndexSound {
            state.withLock { $0.soundGeneration = generation }
        } else {
            checkpoint.hasDamagedIndex.store(true, ordering: .relaxed)
        }
    }

    /// Opens the store for writing; the folder is locked.
    private func open(_ access: StoreAccess, _ progress: StoreProgress = { _ in }) throws(StorageError) {
        let folder = access.folder
        try folder.store.reporting(try folder.fileSystem.removeUnfinishedExports(in: folder.descriptor))
        do throws(StorageError) {
            try NewStoreFile.removeLeftover(in: folder)
        } catch {
            // If the file cannot be removed, the next compaction fails because of it.
            guard error.reason == .busy else { throw error }
        }
        let acknowledged = access.pointer?.acknowledged
        var opened = try StoreFile.open(in: folder, for: .writing, provedBy: access.pointer)
        let isNew = opened == nil
        if isNew {
            try NewStoreFile.makeStore(of: [], in: folder)
            opened = try StoreFile.open(in: folder, for: .writing)
        }
        guard let file = opened else { throw folder.store.replaced }

        let brokenEnd = access.pointer?.brokenEnd(generation: file.header.generation)
        var view = try StoreView.load(file, in: folder, limit: brokenEnd)
        // This precedes every write, so that the pointer and the file stay as they were found.
        let durable = access.pointer?.acknowledgedEnd(generation: file.header.generation)
        guard !view.lacks(acknowledged, before: durable) else { throw folder.store.corrupt }
        try checkRecords(of: file, progress)
        var recovery: RecoveryReport?
        if let brokenEnd {
            // A missing frame at the end may be the failed one; a missing frame before others is damage.
            if view.end < brokenEnd, try view.ending(in: folder) == .damaged { throw folder.store.corrupt }
            var new = try NewStoreFile(in: folder)
            try new.write(view)
            view = try install(new, access)
        } else {
            let isPointedTo = isNew || access.pointer?.end(generation: file.header.generation) == view.end
            recovery = try view.cutTornEnd(in: folder)
            // The process that wrote the file or its last frame may have been killed before either was durable.
            if !isPointedTo { try makeDurable(view, access) }
        }
        access.pointer?.set(view)
        state.withLock { state in
            state.access = access
            state.view = view
            state.endWhenOpened = nil
            state.isReady = true
        }
        if let recovery { lastRecovery.withLock { $0 = recovery } }
    }

    /// Makes the frames and the name of the file durable.
    private func makeDurable(_ view: StoreView, _ access: StoreAccess) throws(StorageError) {
        guard let file = view.file else { return }
        let folder = access.folder
        do throws(StorageError) {
            try view.rewriteJournal(in: folder)
            try folder.synchronize(file.descriptor)
            try folder.synchronizeNames()
        } catch {
            // A later success of the system would prove nothing, so the next writer creates a new file.
            access.pointer?.setBroken(generation: file.header.generation, end: view.end)
            throw error
        }
    }

    /// Continues after a failure that stopped all writing, such as a failed synchronisation.
    ///
    /// It writes the acknowledged accounts to a new file. If the store file was removed or replaced, the next call opens
    /// the file that is there.
    ///
    /// - Throws: ``/Domain/StorageError`` if the store cannot continue.
    public func reopen() async throws(StorageError) {
        await writer.lock()
        defer { writer.unlock() }
        try await queue.run { () throws(StorageError) in
            let failure = self.state.withLock { state in
                let failure = state.failure
                if failure?.reason == .replaced { state = StoreState() }
                return failure
            }
            guard let failure, failure.reason != .replaced else { return }
            let access = try self.accessForWriting()
            try self.lock(access) { () throws(StorageError) in try self.open(access) }
            access.unlock()
            self.state.withLock { $0.failure = nil }
        }
    }
}
