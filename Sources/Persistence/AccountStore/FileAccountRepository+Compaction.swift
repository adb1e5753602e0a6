public import Domain
import Synchronization

extension FileAccountRepository {
    /// The number of attempts to compact; an attempt fails if another process is quicker.
    private static let attempts = 3

    /// How much a compaction is needed.
    enum CompactionDemand: Comparable {
        case none
        case unlessCrowded
        case due

        /// Writers have to wait for it.
        case overdue
    }

    /// Whether the journal is long, the index is damaged, or bytes must be erased.
    var compactionDemand: CompactionDemand {
        state.withLock { state in
            let view = state.view
            if view.isCompactionOverdue { return .overdue }
            if erasePolicy == .immediate && view.memtable.holdsDeletions
                || view.file?.checkpoint.hasDamagedIndex.load(ordering: .relaxed) == true
                || view.needsCompaction(isCrowded: true)
            {
                return .due
            }
            return view.needsCompaction(isCrowded: false) ? .unlessCrowded : .none
        }
    }

    /// Compacts in the background on demand; waits for the compaction if changes are too frequent.
    func compact(on demand: CompactionDemand, after operation: AccountOperation) async {
        guard demand > .none, mayCompact() else { return }
        if demand == .overdue {
            await compactor.lock()
            defer { compactor.unlock() }
            // The change is stored, so this is no failure of the caller; the next change tries again.
            _ = try? await writeAndInstall(ifDemandIs: .overdue, on: compaction)
            return
        }
        // A deletion waits for its own compaction.
        if case .delete = operation, erasePolicy == .immediate { return }
        // Tasks that have just received their results may have more to write.
        await Task.yield()
        let least: CompactionDemand = writer.isLocked ? .due : .unlessCrowded
        guard demand >= least, compactor.tryLock() else { return }
        Task {
            // No caller waits for the result. After a failure the journal stays long, and the next change tries again.
            _ = try? await writeAndInstall(ifDemandIs: least, on: compaction)
            compactor.unlock()
        }
    }

    /// Waits until no compaction runs in the background.
    public func waitForBackgroundWork() async {
        await compactor.lock()
        compactor.unlock()
    }

    /// Compacts if an account was deleted since the last compaction.
    func erase() async throws(StorageError) {
        try await compact(onlyDeletions: true, on: compaction)
    }

    /// Compacts the file: writes a new one without deleted and replaced accounts, while other tasks read and write.
    ///
    /// It also removes the copies of unfinished changes.
    ///
    /// - Parameter progress: Called with the finished share. The first half is the check of the old file, which a
    ///   repository does only once; if another process has changed the file, the second half begins again.
    /// - Throws: ``/Domain/StorageError`` if the new file cannot be written; the accounts are unchanged.
    public func compact(progress: @escaping StoreProgress = { _ in }) async throws(StorageError) {
        guard try await openIfPresent({ progress($0 / 2) }) else { return }
        try await compact(onlyDeletions: false, on: compaction) { progress(0.5 + $0 / 2) }
    }

    private func compact(
        onlyDeletions: Bool,
        on compaction: isolated BlockingActor,
        _ progress: StoreProgress = { _ in }
    ) async throws(StorageError) {
        await compactor.lock()
        defer { compactor.unlock() }
        for _ in 0..<Self.attempts {
            let isDue = try state.withLock { state throws(StorageError) in
                try state.refresh(directory)
                return !onlyDeletions || state.view.memtable.holdsDeletions
            }
            guard isDue, try await !writeAndInstall(on: compaction, progress) else { return }
        }
    }

    /// Opens the store for writing if it exists, and returns whether it does.
    private func openIfPresent(_ progress: @escaping StoreProgress) async throws(StorageError) -> Bool {
        await writer.lock()
        defer { writer.unlock() }
        return try await queue.run { () throws(StorageError) in
            let isPresent = try self.state.withLock { state throws(StorageError) in
                try state.refresh(self.directory)
                return state.view.file != nil
            }
            if isPresent { try self.openAndLock(progress).unlock() }
            return isPresent
        }
    }

    /// Returns the size of the file, with its journal and the zeros after it.
    ///
    /// - Returns: The size in bytes; 0 if there is no file.
    /// - Throws: ``/Domain/StorageError`` if the directory cannot be read.
    public func fileSize() async throws(StorageError) -> Int {
        try await queue.run { () throws(StorageError) in
            guard let folder = try self.directory.open(for: .accounts) else { return 0 }
            defer { folder.close() }
            return try folder.status(of: StoreFileName.store)?.size ?? 0
        }
    }

    /// Writes the accounts to a new file and replaces the old one with it, while other tasks read and write.
    ///
    /// - Returns: Whether the new file is in use; false if another process has replaced the old file first.
    private func writeAndInstall(
        ifDemandIs demand: CompactionDemand = .none,
        on compaction: isolated BlockingActor,
        _ progress: StoreProgress = { _ in }
    ) async throws(StorageError) -> Bool {
        guard compactionDemand >= demand else { return true }
        guard case (var new, let old, let access)? = try await makeFile(on: compaction) else { return true }
        do throws(StorageError) {
            try new.write(old, progress)
        } catch {
            if error.reason == .corrupt { state.withLock { $0.distrust() } }
            throw error
        }
        await writer.lock()
        defer { writer.unlock() }
        return try install(new, inPlaceOf: old, access)
    }

    private typealias Snapshot = (file: NewStoreFile, view: StoreView, access: StoreAccess)

    /// Creates an empty file if there is something to write, and waits while other processes write.
    private func makeFile(on compaction: isolated BlockingActor) async throws(StorageError) -> Snapshot? {
        var remaining = directory.lockWait
        while true {
            do throws(StorageError) {
                return try await makeFileIfFree(on: compaction)
            } catch {
                guard error.reason == .busy, remaining > .zero else { throw error }
                let step = min(StorageDirectory.lockStep, remaining)
                directory.fileSystem.pause(for: step)
                remaining -= step
            }
        }
    }

    /// Creates an empty file, unless another process writes.
    ///
    /// Only the holder of `writer` may lock the folder; another task would unlock it too early.
    private func makeFileIfFree(on compaction: isolated BlockingActor) async throws(StorageError) -> Snapshot? {
        await writer.lock()
        defer { writer.unlock() }
        guard let access = state.withLock({ $0.isReady ? $0.access : nil }) else { return nil }
        guard try access.tryLock() else { throw access.folder.store.busy }
        defer { access.unlock() }
        // The snapshot is taken while the folder is locked, because a frame that another process is writing may fail.
        let view = try state.withLock { state throws(StorageError) in
            try state.refresh(directory)
            return state.failure == nil ? state.view : nil
        }
        guard let view, view.file != nil else { return nil }
        return (try NewStoreFile(in: access.folder), view, access)
    }

    /// Replaces an older file with a new one and the frames written since, or returns false if another process has
    /// compacted it; the caller holds `writer`.
    private func install(
        _ written: NewStoreFile,
        inPlaceOf old: StoreView,
        _ access: StoreAccess
    ) throws(StorageError) -> Bool {
        var new = written
        let frames = try new.discardingOnError { () throws(StorageError) in
            try lock(access) { () throws(StorageError) -> [UInt8]? in
                let view = try state.withLock { state throws(StorageError) in
                    try state.refresh(directory)
                    try state.checkFile(access)
                    return state.failure == nil ? state.view : nil
                }
                guard let view, view.file?.identity == old.file?.identity else { return nil }
                return try view.frames(since: old, in: access.folder, for: new.generation)
            }
        }
        defer { access.unlock() }
        guard let frames else {
            new.discard()
            return false
        }
        try new.append(frames)
        let view = try install(new, access)
        state.withLock { state in
            state.view = view
            state.soundGeneration = new.generation
        }
        return true
    }

    /// Renames a new file to the store, durably, and opens it; the folder is locked.
    func install(_ new: NewStoreFile, _ access: StoreAccess) throws(StorageError) -> StoreView {
        let folder = access.folder
        // This precedes the synchronisation of the names, so that the removal is durable with the new name.
        try new.discardingOnError { () throws(StorageError) in try folder.removeTornCopies() }
        try new.takePlace()
        do throws(StorageError) {
            try folder.synchronizeNames()
        } catch {
            // A power cut may restore the old file, so no later change of the new one may be acknowledged.
            abandon(generation: new.generation, end: new.end, access, because: error)
            throw error
        }
        do throws(StorageError) {
            guard let file = try StoreFile.open(in: folder, for: .writing) else {
                throw folder.store.replaced
            }
            let view = try StoreView.load(file, in: folder, limit: nil)
            access.pointer?.set(view)
            return view
        } catch {
            // The file is in place; the next call opens it.
            state.withLock { $0 = StoreState() }
            throw error
        }
    }
}
