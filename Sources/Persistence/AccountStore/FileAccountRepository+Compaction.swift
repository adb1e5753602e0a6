public import Domain
import Synchronization

extension FileAccountRepository {
    /// How often a compaction starts again because another process was quicker.
    private static let attempts = 3

    /// Compacts in the background if the journal is long, the index is damaged, or bytes are to be erased; waits for
    /// it if changes come faster than that.
    func compactIfDue(after operation: AccountOperation) async {
        if state.withLock({ $0.view.isCompactionOverdue }) {
            await compactor.lock()
            defer { compactor.unlock() }
            // The change is stored, so this failure is not the caller's; the next change tries again.
            if state.withLock({ $0.view.isCompactionOverdue }) { _ = try? await writeAndInstall() }
            return
        }
        // A deletion erases, and waits for it.
        if case .delete = operation, erasePolicy == .immediate { return }
        guard isCompactionDue(isCrowded: false) else { return }
        // Tasks that were answered just now may have more to write.
        await Task.yield()
        guard isCompactionDue(isCrowded: writer.isLocked), compactor.tryLock() else { return }
        Task {
            // Nobody waits for it. After a failure the journal stays long, and the next change tries again.
            _ = try? await writeAndInstall()
            compactor.unlock()
        }
    }

    /// Waits until no compaction runs in the background.
    public func waitForBackgroundWork() async {
        await compactor.lock()
        compactor.unlock()
    }

    private func isCompactionDue(isCrowded: Bool) -> Bool {
        state.withLock { state in
            state.view.needsCompaction(isCrowded: isCrowded)
                || erasePolicy == .immediate && state.view.memtable.holdsDeletions
                || state.view.file?.checkpoint.hasDamagedIndex.load(ordering: .relaxed) == true
        }
    }

    /// Compacts if an account was deleted since the last compaction.
    func erase() async throws(StorageError) {
        try await compact { $0.memtable.holdsDeletions }
    }

    /// Compacts the file: writes a new one without deleted and replaced accounts, while others read and write.
    ///
    /// It also removes the copies of changes that crashes left unfinished.
    ///
    /// - Throws: ``/Domain/StorageError`` where the new file could not be written; the accounts are unchanged.
    public func compact() async throws(StorageError) {
        if try await openIfPresent() { try await compact { _ in true } }
    }

    private func compact(where isDue: (StoreView) -> Bool) async throws(StorageError) {
        await compactor.lock()
        defer { compactor.unlock() }
        for _ in 0..<Self.attempts {
            let isDue = try state.withLock { state throws(StorageError) in
                try state.refresh(directory)
                return isDue(state.view)
            }
            guard isDue, try await !writeAndInstall() else { return }
        }
    }

    /// Opens the store for writing, if there is one.
    private func openIfPresent() async throws(StorageError) -> Bool {
        await writer.lock()
        defer { writer.unlock() }
        return try await queue.run { () throws(StorageError) in
            let isPresent = try self.state.withLock { state throws(StorageError) in
                try state.refresh(self.directory)
                return state.view.file != nil
            }
            if isPresent { try self.openAndLock().unlock() }
            return isPresent
        }
    }

    /// Returns the size of the file, with its journal and the room behind it.
    ///
    /// - Returns: The size in bytes; 0 where there is no file.
    /// - Throws: ``/Domain/StorageError`` where the directory cannot be read.
    public func fileSize() async throws(StorageError) -> Int {
        try await queue.run { () throws(StorageError) in
            guard let folder = try self.directory.open(for: .accounts) else { return 0 }
            defer { folder.close() }
            return try folder.status(of: StoreFileName.store)?.size ?? 0
        }
    }

    /// Writes the accounts to a new file and puts it in the place of the old one, while other tasks read and write.
    ///
    /// - Returns: Whether the new file is in use; another process may have been quicker.
    private func writeAndInstall() async throws(StorageError) -> Bool {
        guard let (empty, old, access) = try await makeFile() else { return true }
        let new = try await compactionQueue.run { () throws(StorageError) in
            var new = empty
            try new.write(old)
            return new
        }
        await writer.lock()
        defer { writer.unlock() }
        return try await queue.run { () throws(StorageError) in
            try self.install(new, inPlaceOf: old, access)
        }
    }

    private typealias Snapshot = (file: NewStoreFile, view: StoreView, access: StoreAccess)

    /// Makes an empty file for the accounts, if there is something to write, and waits while other processes write.
    private func makeFile() async throws(StorageError) -> Snapshot? {
        var remaining = directory.lockWait
        while true {
            do throws(StorageError) {
                return try await makeFileIfFree()
            } catch {
                guard error.reason == .busy, remaining > .zero else { throw error }
                let step = min(StorageDirectory.lockStep, remaining)
                await compactionQueue.run { self.directory.fileSystem.pause(for: step) }
                remaining -= step
            }
        }
    }

    /// Makes an empty file, unless another process writes.
    ///
    /// Only the holder of `writer` may lock the folder: another task would unlock it for the holder.
    private func makeFileIfFree() async throws(StorageError) -> Snapshot? {
        await writer.lock()
        defer { writer.unlock() }
        guard let access = state.withLock({ $0.isReady ? $0.access : nil }) else { return nil }
        guard try access.tryLock() else { throw access.folder.store.busy }
        defer { access.unlock() }
        // While the folder is locked: a frame that is being written might fail, but would stay in the new file.
        let view = try state.withLock { state throws(StorageError) in
            try state.refresh(directory)
            return state.failure == nil ? state.view : nil
        }
        guard let view, view.file != nil else { return nil }
        return (try NewStoreFile(in: access.folder), view, access)
    }

    /// Puts a new file, with the frames written since, in the place of an older one, unless another process has compacted
    /// that; the caller holds `writer`.
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
        state.withLock { $0.view = view }
        return true
    }

    /// Gives a new file the name of the store, durably, and opens it; the folder is locked.
    func install(_ new: NewStoreFile, _ access: StoreAccess) throws(StorageError) -> StoreView {
        let folder = access.folder
        // Before the names are made durable, and so together with the new one.
        try new.discardingOnError { () throws(StorageError) in try folder.removeTornCopies() }
        try new.takePlace()
        do throws(StorageError) {
            try folder.synchronizeNames()
        } catch {
            // A power cut may restore the old file, so nothing may be acknowledged that only the new one has.
            abandon(generation: new.generation, end: new.end, access, because: error)
            throw error
        }
        do throws(StorageError) {
            guard let file = try StoreFile.open(in: folder, for: .writing) else {
                throw folder.store.replaced
            }
            let view = try StoreView.load(file, in: folder, limit: nil)
            access.pointer?.set(generation: file.header.generation, end: view.end)
            return view
        } catch {
            // Everything is in its place; the next call opens it.
            state.withLock { $0 = StoreState() }
            throw error
        }
    }
}
