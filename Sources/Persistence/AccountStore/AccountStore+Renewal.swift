import Domain
import Synchronization

extension AccountStore {
    /// Writes everything anew in the background if the journal has become long, the index is damaged, or something is
    /// still to be erased; waits for it where changes come faster than that is done.
    func renewIfDue(after operation: AccountOperation) async {
        if state.withLock({ $0.view.isOverdue }) { return await renewOverdue() }
        // Whoever deletes erases, too, and waits for it.
        if case .delete = operation, erasePolicy == .immediate { return }
        guard isDue(isCrowded: false) else { return }
        // Those who were answered just now may have something to write again.
        await Task.yield()
        guard isDue(isCrowded: leadership.withLock { $0.isTaken }), renewal.takeIfFree() else { return }
        Task {
            // Nobody waits for it: where it fails, the journal stays as long as it is, and the next change tries again.
            _ = try? await renew()
            renewal.pass()
        }
    }

    /// Waits until nothing is being written anew in the background.
    func waitForBackgroundWork() async {
        await renewal.take()
        renewal.pass()
    }

    private func isDue(isCrowded: Bool) -> Bool {
        state.withLock { state in
            state.view.isDue(isCrowded: isCrowded) || erasePolicy == .immediate && state.view.tail.holdsDeletions
                || state.view.file?.checkpoint.hasDamagedIndex.load(ordering: .relaxed) == true
        }
    }

    /// Waits until everything is written anew.
    private func renewOverdue() async {
        await renewal.take()
        defer { renewal.pass() }
        // The change is stored, so a failure is no matter of whoever made it; the next change tries again.
        if state.withLock({ $0.view.isOverdue }) { _ = try? await renew() }
    }

    /// Writes everything anew if an account was deleted since that was done the last time.
    func erase() async throws(StorageError) {
        await renewal.take()
        defer { renewal.pass() }
        for _ in 0..<Self.attempts {
            let holdsDeletions = try state.withLock { state throws(StorageError) in
                try state.refresh(place)
                return state.view.tail.holdsDeletions
            }
            guard holdsDeletions, try await !renew() else { return }
        }
    }

    /// Writes everything anew, whether or not that makes it smaller.
    func compact() async throws(StorageError) {
        guard try await openToRenew() else { return }
        await renewal.take()
        defer { renewal.pass() }
        for _ in 0..<Self.attempts {
            if try await renew() { return }
        }
    }

    /// Opens the store to write.
    ///
    /// - Returns: Whether there is anything to be written anew.
    private func openToRenew() async throws(StorageError) -> Bool {
        await lead()
        defer { passOn() }
        return try await onQueue { () throws(StorageError) in
            try self.state.withLock { state throws(StorageError) in try state.refresh(self.place) }
            guard self.state.withLock({ $0.view.file != nil }) else { return false }
            try self.ready().unlock()
            return true
        }
    }

    /// The size of the store file.
    func fileSize() async throws(StorageError) -> Int {
        try await onQueue { () throws(StorageError) in
            guard let folder = try self.place.open(for: .accounts) else { return 0 }
            defer { folder.close() }
            let status = try folder.store.reportingUnlessMissing(
                try folder.fileSystem.status(of: StoreFileName.store, in: folder.descriptor)
            )
            return status?.size ?? 0
        }
    }

    /// How often writing anew begins again because somebody else was quicker.
    private static let attempts = 3

    /// Writes everything anew while others go on.
    ///
    /// - Returns: Whether the new file is in use; somebody else may have been quicker.
    private func renew() async throws(StorageError) -> Bool {
        guard let (descriptor, old, access) = try await begin() else { return true }
        let new = try await onQueue(renewalQueue) { () throws(StorageError) in
            try Self.writeFile(descriptor, old, access)
        }
        await lead()
        defer { passOn() }
        return try await onQueue { () throws(StorageError) in try self.install(new, inPlaceOf: old, access) }
    }

    /// Makes a file that nobody else is writing, for the accounts of this moment.
    ///
    /// It waits for others as long as it has to.
    ///
    /// - Returns: The open file and what belongs into it, or nil where there is nothing to write.
    private func begin() async throws(StorageError) -> (FileDescriptor, StoreView, StoreAccess)? {
        var remaining = place.folder.lockWait
        while true {
            do throws(StorageError) {
                return try await beginIfFree()
            } catch {
                guard error.reason == .busy, remaining > .zero else { throw error }
                let step = min(OpenFolder.lockStep, remaining)
                try await onQueue(renewalQueue) { self.place.fileSystem.pause(for: step) }
                remaining -= step
            }
        }
    }

    /// Makes a file like ``begin()``, unless others write.
    ///
    /// Of all in this process only who leads may lock the folder: whoever else did so would unlock it for the leader.
    private func beginIfFree() async throws(StorageError) -> (FileDescriptor, StoreView, StoreAccess)? {
        await lead()
        defer { passOn() }
        guard let access = state.withLock({ $0.isReady ? $0.access : nil }) else { return nil }
        guard try access.tryLock() else { throw StorageError(store: .accounts, reason: .busy) }
        defer { access.unlock() }
        // While nobody else stores anything: that might fail, and what is written anew stays.
        let view = try state.withLock { state throws(StorageError) in
            try state.refresh(place)
            return state.failure == nil ? state.view : nil
        }
        guard let view, view.file != nil else { return nil }
        return (try NewStoreFile.create(in: access.folder), view, access)
    }

    /// Writes accounts beside the file in use, while others go on.
    private static func writeFile(
        _ descriptor: FileDescriptor,
        _ snapshot: StoreView,
        _ access: StoreAccess
    ) throws(StorageError) -> NewStoreFile {
        var view = snapshot
        let records: MergedRecords
        do throws(StorageError) {
            records = try view.records(of: .accounts)
        } catch {
            NewStoreFile.discard(descriptor, in: access.folder)
            throw error
        }
        return try NewStoreFile(
            records,
            to: descriptor,
            in: access.folder,
            store: view.file?.header.store ?? .random(),
            sequence: view.sequence
        )
    }

    /// Puts a new file in the place of the one in use, with what was written since; the caller leads.
    ///
    /// - Returns: False where somebody else has written everything anew meanwhile.
    private func install(
        _ written: NewStoreFile,
        inPlaceOf old: StoreView,
        _ access: StoreAccess
    ) throws(StorageError) -> Bool {
        var new = written
        let folder = access.folder
        do throws(StorageError) {
            try lock(access) { () throws(StorageError) in }
        } catch {
            new.discard()
            throw error
        }
        defer { access.unlock() }
        do throws(StorageError) {
            let view = try state.withLock { state throws(StorageError) in
                try state.refresh(place)
                try state.checkPlace(access)
                return state.failure == nil ? state.view : nil
            }
            guard let view, view.file?.identity == old.file?.identity else {
                new.discard()
                return false
            }
            var frames: [UInt8] = []
            for (sequence, bytes) in try view.changes(from: old.end, in: folder) {
                frames += JournalFrame.encode(bytes, sequence: sequence, generation: new.header.generation)
            }
            try new.append(frames)
            // Before the name is made durable, and so together with it.
            try folder.removeTornCopies()
        } catch {
            new.discard()
            throw error
        }
        try new.takePlace()
        try finishInstalling(new, access)
        return true
    }

    /// Makes the name of a new file durable, and goes on with it.
    private func finishInstalling(_ new: NewStoreFile, _ access: StoreAccess) throws(StorageError) {
        let folder = access.folder
        try synchronizeName(of: new, access)
        do throws(StorageError) {
            guard let file = try StoreFile.open(in: folder, for: .writing) else {
                throw StorageError(store: folder.store, reason: .replaced)
            }
            let view = try StoreView.load(file, in: folder, limit: nil)
            access.mark?.set(generation: file.header.generation, end: view.end)
            state.withLock { $0.view = view }
        } catch {
            // Everything is where it belongs; the next call opens it.
            state.withLock { $0.forget() }
            throw error
        }
    }

    /// Makes the name of a new file durable.
    private func synchronizeName(of new: NewStoreFile, _ access: StoreAccess) throws(StorageError) {
        let folder = access.folder
        do throws(StorageError) {
            try folder.synchronizeNames()
        } catch {
            // A power cut may bring back the old file, so nothing that is acknowledged may be in the new one only.
            abandon(generation: new.header.generation, end: new.end, access, because: error)
            throw error
        }
    }

    /// Writes the accounts of a view to a new file and opens it; the folder is locked, and nobody else writes.
    func renewed(_ view: StoreView, _ access: StoreAccess) throws(StorageError) -> StoreView {
        let folder = access.folder
        var view = view
        guard let header = view.file?.header else { return view }
        let new = try NewStoreFile(
            try view.records(of: folder.store),
            to: try NewStoreFile.create(in: folder),
            in: folder,
            store: header.store,
            sequence: view.sequence
        )
        do throws(StorageError) {
            try folder.removeTornCopies()
        } catch {
            new.discard()
            throw error
        }
        try new.takePlace()
        try synchronizeName(of: new, access)
        guard let file = try StoreFile.open(in: folder, for: .writing) else {
            throw StorageError(store: folder.store, reason: .replaced)
        }
        return try StoreView.load(file, in: folder, limit: nil)
    }

    /// Goes on after a failure: with a new file of what was acknowledged, or with what is in the folder now.
    func reopen() async throws(StorageError) {
        await lead()
        defer { passOn() }
        try await onQueue { () throws(StorageError) in
            let isReplaced = self.state.withLock { state in
                defer { if state.failure?.reason == .replaced { state.forget() } }
                return state.failure?.reason == .replaced
            }
            if !isReplaced { try self.reopenOnNewFile() }
        }
    }

    /// Opens what is in the folder now: the file that failed, as far as it was acknowledged and in a new file, or what
    /// somebody else has made of it.
    private func reopenOnNewFile() throws(StorageError) {
        guard state.withLock({ $0.failure != nil }) else { return }
        let access = try accessToWrite()
        try lock(access) { () throws(StorageError) in try open(access) }
        access.unlock()
        state.withLock { $0.failure = nil }
    }
}

extension OpenFolder {
    /// Removes copies of what crashes left: they may hold what is to be erased.
    fileprivate func removeTornCopies() throws(StorageError) {
        let copies = try store.reporting(try fileSystem.names(in: descriptor)).filter(StoreFileName.isTorn)
        for copy in copies {
            _ = try store.reportingUnlessMissing(try fileSystem.removeFile(copy, in: descriptor))
        }
    }
}
