import Domain
import Synchronization

extension FileAccountRepository {
    private typealias Outcomes = [Result<AccountOperation.Outcome, StorageError>]

    /// Performs an operation durably, together with those of other tasks.
    func perform(_ operation: AccountOperation) async -> Result<AccountOperation.Outcome, StorageError> {
        if !writer.tryLock() {
            if let outcome = await writer.lock(with: operation) { return outcome }
            // Tasks that have just received their results may have more to write, which is then included.
            await Task.yield()
        }
        let followers = writer.takeFollowers()
        let operations = [operation] + followers.map(\.work)
        let (outcomes, demand) = await queue.run { (self.commit(operations), self.compactionDemand) }
        writer.unlock()
        for (follower, outcome) in zip(followers, outcomes.dropFirst()) { follower.answer(outcome) }
        if case .success = outcomes[0] { await compact(on: demand, after: operation) }
        return outcomes[0]
    }

    private func commit(_ operations: [AccountOperation]) -> Outcomes {
        if let outcomes = commitAtOnce(operations) { return outcomes }
        do throws(StorageError) {
            return try openAndCommit(operations)
        } catch {
            return operations.map { _ in .failure(error) }
        }
    }

    /// Commits if the store is open, the folder is free, and the journal's end needs no check; or else returns nil.
    private func commitAtOnce(_ operations: [AccountOperation]) -> Outcomes? {
        let access = state.withLock { $0.isReady && $0.failure == nil ? $0.access : nil }
        // After a failure here, the next attempt reports it.
        guard let access, let isLocked = try? access.tryLock(), isLocked else { return nil }
        defer { access.unlock() }
        do {
            return try commit(operations, access)
        } catch {
            return operations.map { _ in .failure(error) }
        }
    }

    /// Commits after waiting for other processes and opening the store.
    private func openAndCommit(_ operations: [AccountOperation]) throws(StorageError) -> Outcomes {
        // Operations without changes create no folder, but the state that they report has to be durable.
        let (plan, isDurable) = try state.withLock { state throws(StorageError) in
            try state.refresh(directory)
            if let failure = state.failure { throw failure }
            return (try state.plan(operations), state.isDurable)
        }
        if plan.isEmpty, isDurable { return plan.outcomes.map { .success($0) } }

        let access = try openAndLock()
        defer { access.unlock() }
        guard let outcomes = try commit(operations, access) else { throw StorageError.Store.accounts.corrupt }
        return outcomes
    }

    /// Writes the changes of operations as one frame to a locked folder; returns nil if the journal's end needs a
    /// check.
    private func commit(_ operations: [AccountOperation], _ access: StoreAccess) throws(StorageError) -> Outcomes? {
        let (plan, place, isDurable) = try state.withLock { state throws(StorageError) in
            try state.refresh(directory)
            try state.checkFile(access)
            return (try state.plan(operations), state.view.nextFrame, state.isDurable)
        }
        guard isDurable else { return nil }
        if plan.isEmpty { return plan.outcomes.map { .success($0) } }
        guard let place, try place.isClean(in: access.folder) else { return nil }
        // Readers do not accept a longer frame.
        guard plan.changes.changes.count <= frameLimit else { return try commitEach(of: operations, access) }

        let (sequence, generation) = (place.sequence, place.file.header.generation)
        let frame = JournalFrame.encode(plan.changes.changes, sequence: sequence, generation: generation)
        let size = try write(frame, at: place, access)
        let end = place.offset + frame.count
        state.withLock { state in
            state.view.size = size
            state.view.apply(plan.changes, sequence: sequence, end: end)
            // The pointer and the view change in one step: a reader whose view is ahead of the pointer assumes a failed
            // frame.
            access.pointer?.set(state.view)
        }
        return plan.outcomes.map { .success($0) }
    }

    /// Writes a frame for each operation, because they are too large for a common one; throws `.full` for a single one.
    private func commitEach(of operations: [AccountOperation], _ access: StoreAccess) throws(StorageError) -> Outcomes {
        guard operations.count > 1 else { throw StorageError(store: .accounts, reason: .full) }
        return operations.map { operation in
            Result { () throws(StorageError) in
                guard let outcomes = try commit([operation], access) else {
                    throw state.withLock { $0.failure } ?? StorageError.Store.accounts.corrupt
                }
                return try outcomes[0].get()
            }
        }
    }

    /// Writes a frame, synchronises it, and returns the size of the file.
    ///
    /// If the frame was neither written nor cut off, the file is not written again.
    private func write(_ frame: [UInt8], at place: FramePlace, _ access: StoreAccess) throws(StorageError) -> Int {
        let (folder, file) = (access.folder, place.file.descriptor)
        let end = place.offset + frame.count
        var size = place.fileSize
        do throws(StorageError) {
            if end > size {
                let zeros = [UInt8](repeating: 0, count: end + StoreView.room(behind: end) - size)
                try folder.write(zeros, at: size, to: file)
                size += zeros.count
            }
            try folder.write(frame, at: place.offset, to: file)
        } catch {
            do throws(StorageError) {
                if try !place.isClean(in: folder) {
                    try folder.setSize(place.offset, of: file)
                    state.withLock { $0.view.size = place.offset }
                }
            } catch let second {
                abandon(generation: place.file.header.generation, end: place.offset, access, because: second)
            }
            throw error
        }
        do throws(StorageError) {
            try folder.synchronizeData(file)
        } catch {
            // The system may treat unwritten bytes as written, so later successes prove nothing. Cutting the file only
            // prevents other processes from reading bytes that a power cut may remove.
            try? folder.setSize(place.offset, of: file)
            abandon(generation: place.file.header.generation, end: place.offset, access, because: error)
            throw error
        }
        return size
    }

    /// Prevents every process from writing to a file again.
    func abandon(generation: UInt64, end: Int, _ access: StoreAccess, because error: StorageError) {
        state.withLock { $0.failure = error }
        access.pointer?.setBroken(generation: generation, end: end)
    }
}

extension StoreState {
    mutating func plan(_ operations: [AccountOperation]) throws(StorageError) -> CommitPlan {
        try decoding { view throws(InvalidRecord) in try CommitPlan(operations, on: &view) }
    }

    /// Whether the commit pointer acknowledges all of the open file, or no file is open.
    ///
    /// A killed process may have left frames that are not durable, and the next writer may have failed to synchronise.
    var isDurable: Bool {
        guard let generation = view.file?.header.generation else { return true }
        guard let pointer = access?.pointer, pointer.brokenEnd(generation: generation) == nil else { return false }
        return pointer.end(generation: generation) == view.end
    }

    /// Checks that the open file still has the name of the store, and opens a compaction that replaced it.
    mutating func checkFile(_ access: StoreAccess) throws(StorageError) {
        guard let file = view.file else { return }
        let folder = access.folder
        let found = try folder.status(of: StoreFileName.store)
        guard found?.links == 1 else { throw replaced(in: folder) }
        // The process that compacted may have been killed before it set the pointer.
        if found?.identity != file.identity {
            try takeNewer(than: file, access)
            // A copy of the file is not a compaction.
            guard view.file?.header.generation != file.header.generation else { throw replaced(in: folder) }
        }
    }
}
