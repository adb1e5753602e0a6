import Domain
import Synchronization

extension AccountStore {
    /// Makes a change durable, together with those of others.
    func perform(_ operation: AccountOperation) async -> Result<AccountOperation.Outcome, StorageError> {
        if !leadership.withLock({ $0.take() }) {
            if case .answered(let outcome) = await turn(for: operation) { return outcome }
            // Those who were answered just now may have something to write again, which then goes along.
            await Task.yield()
        }
        let along = leadership.withLock { $0.takeAlong() }
        let outcomes = await commit([operation] + along.map(\.operation))
        passOn()
        for (follower, outcome) in zip(along, outcomes.dropFirst()) {
            follower.continuation.resume(returning: .answered(outcome))
        }
        if case .success = outcomes[0] { await renewIfDue(after: operation) }
        return outcomes[0]
    }

    /// Waits until the operation is done, or it is the caller's turn to lead.
    private func turn(for operation: AccountOperation?) async -> Leadership.Turn {
        await withCheckedContinuation { continuation in
            let leads = leadership.withLock { leadership in
                if leadership.take() { return true }
                leadership.wait(with: operation, continuation)
                return false
            }
            if leads { continuation.resume(returning: .lead) }
        }
    }

    /// Waits until nobody else writes.
    func lead() async {
        if !leadership.withLock({ $0.take() }) { _ = await turn(for: nil) }
    }

    /// Lets the next one write.
    func passOn() {
        leadership.withLock { $0.pass() }?.resume(returning: .lead)
    }

    private typealias Outcomes = [Result<AccountOperation.Outcome, StorageError>]

    private func commit(_ operations: [AccountOperation]) async -> Outcomes {
        if let outcomes = commitAtOnce(operations) { return outcomes }
        do throws(StorageError) {
            return try await onQueue { () throws(StorageError) in try self.commitWhenReady(operations) }
        } catch {
            return operations.map { _ in .failure(error) }
        }
    }

    /// Commits on this thread, if that takes no more than writing and synchronising.
    private func commitAtOnce(_ operations: [AccountOperation]) -> Outcomes? {
        let access = state.withLock { $0.isReady && $0.failure == nil ? $0.access : nil }
        // What fails here fails on the queue as well, which says why.
        guard let access, let isLocked = try? access.tryLock(), isLocked else { return nil }
        defer { access.unlock() }
        do {
            return try commit(operations, access)
        } catch {
            return operations.map { _ in .failure(error) }
        }
    }

    /// Commits on the queue, after waiting for others and opening what has to be opened.
    private func commitWhenReady(_ operations: [AccountOperation]) throws(StorageError) -> Outcomes {
        // What changes nothing makes no folder either; but what it rests on has to be durable.
        let (plan, isDurable) = try state.withLock { state throws(StorageError) in
            try state.refresh(place)
            if let failure = state.failure { throw failure }
            return (try state.plan(operations), state.isDurable)
        }
        if plan.isEmpty, isDurable { return plan.outcomes.map { .success($0) } }

        let access = try ready()
        defer { access.unlock() }
        guard let outcomes = try commit(operations, access) else { throw StorageError.Store.accounts.corrupt }
        return outcomes
    }

    /// Writes the changes of operations as one frame; the folder is locked.
    ///
    /// - Returns: What came of them, or nil where the end of the journal has to be looked at first.
    private func commit(_ operations: [AccountOperation], _ access: StoreAccess) throws(StorageError) -> Outcomes? {
        let folder = access.folder
        let (plan, place, isDurable) = try state.withLock { state throws(StorageError) in
            try state.refresh(self.place)
            try state.checkPlace(access)
            return (try state.plan(operations), state.view.nextFrame, state.isDurable)
        }
        guard !plan.isEmpty else { return isDurable ? plan.outcomes.map { .success($0) } : nil }
        guard let place, access.isSound(place), try place.isClean(in: folder) else { return nil }
        // Who reads takes a longer frame for none.
        guard plan.changes.changes.count <= frameLimit else { return try commitEach(of: operations, access) }

        let (sequence, generation) = (place.sequence, place.file.header.generation)
        let frame = JournalFrame.encode(plan.changes.changes, sequence: sequence, generation: generation)
        let size = try write(frame, at: place, access)
        let end = place.offset + frame.count
        state.withLock { state in
            state.view.size = size
            state.view.apply(plan.changes, sequence: sequence, end: end)
            // In one step: who reads a view beyond the mark takes it for one whose end has failed, and reads it again
            // without.
            access.mark?.set(generation: generation, end: end)
        }
        return plan.outcomes.map { .success($0) }
    }

    /// Writes the changes of operations, which are too many for one frame, as one each.
    ///
    /// - Throws: `.full` where a single one is too large.
    private func commitEach(
        of operations: [AccountOperation],
        _ access: StoreAccess
    ) throws(StorageError) -> Outcomes {
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

    /// Writes a frame and synchronises it.
    ///
    /// - Returns: The size of the file.
    /// - Throws: Why it was not stored. Where it could not be taken back either, nothing more is written to the file.
    private func write(_ frame: [UInt8], at place: FramePlace, _ access: StoreAccess) throws(StorageError) -> Int {
        let (store, fileSystem, file) = (access.folder.store, access.folder.fileSystem, place.file.descriptor)
        let end = place.offset + frame.count
        var size = place.fileSize
        do throws(StorageError) {
            if end > size {
                let zeros = [UInt8](repeating: 0, count: end + StoreView.room(behind: end) - size)
                try store.write(zeros, at: size, to: file, by: fileSystem)
                size += zeros.count
            }
            try store.write(frame, at: place.offset, to: file, by: fileSystem)
        } catch {
            do throws(StorageError) {
                if try !place.isClean(in: access.folder) {
                    try store.reporting(try fileSystem.setSize(place.offset, of: file))
                    state.withLock { $0.view.size = place.offset }
                }
            } catch let second {
                abandon(generation: place.file.header.generation, end: place.offset, access, because: second)
            }
            throw error
        }
        do throws(StorageError) {
            try store.reporting(try fileSystem.synchronizeData(file))
        } catch {
            // The system may take what it could not write for written: whatever it says later proves nothing. Cutting
            // the file only keeps others on this machine from reading what may be gone with the next power cut.
            try? fileSystem.setSize(place.offset, of: file)
            abandon(generation: place.file.header.generation, end: place.offset, access, because: error)
            throw error
        }
        return size
    }

    /// Sees to it that nobody writes to a file any more.
    func abandon(generation: UInt64, end: Int, _ access: StoreAccess, because error: StorageError) {
        state.withLock { $0.failure = error }
        access.mark?.setBroken(generation: generation, end: end)
    }
}

extension AccountStore.State {
    /// What operations come to.
    mutating func plan(_ operations: [AccountOperation]) throws(StorageError) -> CommitPlan {
        do {
            return try CommitPlan(operations, on: &view)
        } catch {
            throw StorageError.Store.accounts.corrupt
        }
    }

    /// Whether the mark says that all of the open file is acknowledged, or none is open.
    ///
    /// Whoever was killed may have left more, which the system alone holds, and whoever came next may not have been able
    /// to make it durable.
    var isDurable: Bool {
        guard let generation = view.file?.header.generation else { return true }
        guard let mark = access?.mark, mark.endOfBroken(generation: generation) == nil else { return false }
        return mark.end(generation: generation) == view.end
    }

    /// Makes sure that the open file is the one that has the name.
    mutating func checkPlace(_ access: StoreAccess) throws(StorageError) {
        guard let file = view.file else { return }
        let folder = access.folder
        let found = try folder.store.reportingUnlessMissing(
            try folder.fileSystem.status(of: StoreFileName.store, in: folder.descriptor)
        )
        guard found?.links == 1 else { throw replaced(in: folder) }
        // Whoever wrote everything anew may have been killed before the mark said so.
        if found?.identity != file.identity {
            try takeNewer(than: file, access)
            // A copy of the file is none that was written anew.
            guard view.file?.header.generation != file.header.generation else { throw replaced(in: folder) }
        }
    }
}
