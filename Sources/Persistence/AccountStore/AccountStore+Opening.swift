import Domain
import Synchronization

extension AccountStore {
    /// Opens the store to write, locked: makes it where there is none, and cuts off what a crash left unfinished.
    func ready() throws(StorageError) -> StoreAccess {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        let access = try accessToWrite()
        try lock(access) { () throws(StorageError) in try open(access) }
        return access
    }

    /// The folder as it is open, if that is to write, or opened anew.
    func accessToWrite() throws(StorageError) -> StoreAccess {
        if let access = state.withLock({ $0.access }), access.lock != nil { return access }
        return try StoreAccess.writing(try place.prepare(for: .accounts))
    }

    /// Locks a folder and works in it; it stays locked unless that fails.
    ///
    /// Where somebody else is writing everything anew, which work finds out that needs to do the same, the folder is
    /// given back meanwhile.
    ///
    /// - Throws: What the work throws; `.busy` where the folder or the new file was not free in time.
    func lock<Value>(
        _ access: StoreAccess,
        _ work: () throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        var remaining = place.folder.lockWait
        while true {
            do throws(StorageError) {
                guard try access.tryLock() else { throw StorageError(store: .accounts, reason: .busy) }
                do throws(StorageError) {
                    return try work()
                } catch {
                    access.unlock()
                    throw error
                }
            } catch {
                guard error.reason == .busy, remaining > .zero else { throw error }
                place.fileSystem.pause(for: min(OpenFolder.lockStep, remaining))
                remaining -= OpenFolder.lockStep
            }
        }
    }

    /// Opens the store to write; the folder is locked.
    func open(_ access: StoreAccess) throws(StorageError) {
        let folder = access.folder
        do throws(StorageError) {
            try NewStoreFile.removeLeftover(in: folder)
        } catch {
            // Somebody is writing it, or it cannot be removed, about which the next one who writes such a file says
            // more.
            guard error.reason == .busy else { throw error }
        }
        let isNew = try !folder.hasStoreFile()
        if isNew { try Self.makeFile(of: [], in: folder) }
        guard let file = try StoreFile.open(in: folder, for: .writing) else {
            throw StorageError(store: folder.store, reason: .replaced)
        }

        let brokenEnd = access.mark?.endOfBroken(generation: file.header.generation)
        var view = try StoreView.load(file, in: folder, limit: brokenEnd)
        var recovery: RecoveryReport?
        if let brokenEnd {
            // What was found, but not made durable, may be gone; what others follow was not the last.
            if view.end < brokenEnd, try view.ending(in: folder).ending == .damaged { throw folder.store.corrupt }
            view = try renewed(view, access)
        } else {
            let isMarked = isNew || access.mark?.end(generation: file.header.generation) == view.end
            recovery = try view.cutTornEnd(in: folder)
            // Whoever wrote the file or its last frame may have been killed before either was durable.
            if !isMarked { try makeDurable(view, access) }
        }
        access.mark?.set(generation: view.file?.header.generation ?? 0, end: view.end)
        state.withLock { state in
            state.access = access
            state.view = view
            state.endWhenOpened = nil
            state.isReady = true
        }
        if let recovery { lastRecovery.withLock { $0 = recovery } }
    }

    /// Makes durable what was found, with its name.
    private func makeDurable(_ view: StoreView, _ access: StoreAccess) throws(StorageError) {
        guard let file = view.file else { return }
        let folder = access.folder
        do throws(StorageError) {
            try view.writeJournalAgain(in: folder)
            try folder.store.reporting(try folder.fileSystem.synchronize(file.descriptor))
            try folder.synchronizeNames()
        } catch {
            // Whatever the system says the next time proves nothing, so everything is written anew then.
            access.mark?.setBroken(generation: file.header.generation, end: view.end)
            throw error
        }
    }

    /// Makes a store file of accounts in a folder that is locked and has none.
    static func makeFile(of accounts: [Account], in folder: OpenFolder) throws(StorageError) {
        var view = StoreView(accounts)
        let new = try NewStoreFile(
            try view.records(of: folder.store),
            to: try NewStoreFile.create(in: folder),
            in: folder,
            store: .random(),
            sequence: 0
        )
        try new.takePlace()
        do throws(StorageError) {
            try folder.synchronizeNames()
        } catch {
            // Nobody was told of it yet. If it cannot be removed either it is a whole store, of the same accounts.
            try? folder.fileSystem.removeFile(StoreFileName.store, in: folder.descriptor)
            throw error
        }
    }
}

extension OpenFolder {
    /// Whether there is a store file.
    func hasStoreFile() throws(StorageError) -> Bool {
        try store.reportingUnlessMissing(try fileSystem.status(of: StoreFileName.store, in: descriptor)) != nil
    }
}

extension StoreView {
    /// All accounts in the order of their IDs, as bytes.
    mutating func records(of store: StorageError.Store) throws(StorageError) -> MergedRecords {
        do { return try records() } catch { throw store.corrupt }
    }

    /// Cuts off what a crash left behind the last frame, and keeps a copy.
    ///
    /// - Returns: What was done, or nil where there was nothing to do.
    /// - Throws: `.corrupt` where an acknowledged frame is damaged.
    mutating func cutTornEnd(in folder: OpenFolder) throws(StorageError) -> RecoveryReport? {
        guard let file else { return nil }
        let (store, fileSystem) = (folder.store, folder.fileSystem)
        switch try ending(in: folder).ending {
        case .clean:
            return nil
        case .damaged:
            throw store.corrupt
        case .torn(let count):
            let bytes = try store.read(count, at: end, of: file.descriptor, by: fileSystem)
            let name = StoreFileName.torn(after: sequence)
            try folder.writeCopy(bytes, named: name)
            try store.reporting(try fileSystem.setSize(end, of: file.descriptor))
            try store.reporting(try fileSystem.synchronize(file.descriptor))
            size = end
            return RecoveryReport(bytes: count, copy: name)
        }
    }
}

extension OpenFolder {
    /// Writes a file that is only there to be looked at, in place of one of that name.
    fileprivate func writeCopy(_ bytes: [UInt8], named name: String) throws(StorageError) {
        _ = try store.reportingUnlessMissing(try fileSystem.removeFile(name, in: descriptor))
        let file = try store.reporting(try fileSystem.openFile(name, in: descriptor, for: .creating))
        defer { fileSystem.closeFile(file) }
        try store.reporting(try fileSystem.setMode(Self.fileMode, of: file))
        try store.write(bytes, at: 0, to: file, by: fileSystem)
        try store.reporting(try fileSystem.synchronize(file))
        try synchronizeNames()
    }
}
