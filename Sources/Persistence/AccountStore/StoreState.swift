import Domain

/// The open file of a store, and the state of this process.
struct StoreState {
    /// The open folder, or nil if no store was found in it yet.
    var access: StoreAccess?

    /// The acknowledged accounts; the view has no file if none is open.
    var view = StoreView()

    /// The end in the commit pointer when the store was opened, if it differed from the end of the journal.
    ///
    /// A power cut may have restored an older pointer.
    var endWhenOpened: Int?

    /// Whether the file was checked to its end, and may be appended to.
    var isReady = false

    /// The generation of the file whose records were all read and are intact, or nil.
    var soundGeneration: UInt64?

    /// The reason why writing is no longer allowed, or nil.
    var failure: StorageError?

    /// Makes the next change read all records first, because one of them may be damaged.
    mutating func distrust() {
        isReady = false
        soundGeneration = nil
    }

    /// Decodes stored accounts, and distrusts the file if one is damaged.
    mutating func decoding<Value>(
        _ decode: (inout StoreView) throws(InvalidRecord) -> Value
    ) throws(StorageError) -> Value {
        do throws(StorageError) {
            return try StorageError.Store.accounts.decoding { () throws(InvalidRecord) in try decode(&view) }
        } catch {
            distrust()
            throw error
        }
    }

    /// Reads the changes of other processes.
    mutating func refresh(_ directory: StorageDirectory) throws(StorageError) {
        if let failure {
            // The acknowledged accounts stay readable, until another process continues in a new file.
            guard failure.reason != .replaced, hasSuccessor else { return }
            self.failure = nil
        }
        sharePointer(directory)
        guard let access, let file = view.file else { return try open(directory) }
        let generation = file.header.generation
        // The end is read after what proves a loss, so it includes that.
        let newest = access.pointer?.acknowledged
        let durable = access.pointer?.acknowledgedEnd(generation: generation)
        let acknowledged = access.pointer?.end(generation: generation)
        if let acknowledged {
            // After a power cut, the pointer is out of date until the next write. An end that was beyond the file may
            // be valid now.
            let mayBeBehind = access.pointer?.brokenEnd(generation: generation) == nil
            if acknowledged == endWhenOpened, acknowledged < view.end, mayBeBehind { return }
            // A frame that was read beyond the pointer may have failed, and one of the same size replaced it.
            if endWhenOpened == nil, acknowledged == view.end { return }
        }

        let folder = access.folder
        guard let found = try folder.status(of: StoreFileName.store) else { throw replaced(in: folder) }
        if found.identity == file.identity, let acknowledged, acknowledged < view.end || endWhenOpened != nil {
            // Frames that were read beyond the pointer may have been unfinished, and have failed since.
            view = try StoreView.load(file, in: folder, limit: acknowledged)
            endWhenOpened = nil
        } else if found.identity == file.identity {
            // The view is swapped out to avoid a copy. If this fails, the next call reads and checks everything again.
            var grown = StoreView()
            swap(&grown, &view)
            let couldWrite = isReady
            isReady = false
            try grown.readOn(in: folder, limit: acknowledged ?? access.pointer?.brokenEnd(generation: generation))
            swap(&grown, &view)
            isReady = couldWrite
        } else {
            try takeNewer(than: file, access)
            // The pointer of the new file shows whether its last change is still being stored.
            return try refresh(directory)
        }
        guard !view.lacks(newest, before: durable) else { throw folder.store.corrupt }
        // No process writes before the acknowledged end, so an incomplete frame there is damage.
        if let acknowledged, view.end < acknowledged, try view.ending(in: folder) == .damaged {
            throw folder.store.corrupt
        }
    }

    /// Whether the last written file is not the open one, and not broken.
    private var hasSuccessor: Bool {
        guard let pointer = access?.pointer, let file = view.file else { return false }
        return pointer.generation != file.header.generation && pointer.brokenEnd(generation: pointer.generation) == nil
    }

    /// Opens the file that replaced the open one, which has to be a compaction of it.
    mutating func takeNewer(than file: StoreFile, _ access: StoreAccess) throws(StorageError) {
        let folder = access.folder
        let acknowledged = access.pointer?.acknowledged
        guard let newer = try StoreFile.open(in: folder, for: isReady ? .writing : .reading),
            newer.header.store == file.header.store, newer.header.sequence >= file.header.sequence
        else { throw replaced(in: folder) }
        view = try StoreView.load(newer, in: folder, pointer: access.pointer, upTo: acknowledged)
        endWhenOpened = nil
    }

    /// Records that the open file was removed or replaced by a foreign one, and returns the error to throw.
    mutating func replaced(in folder: OpenFolder) -> StorageError {
        failure = folder.store.replaced
        return folder.store.replaced
    }

    /// Maps the commit pointer, if that was not possible when the store was opened for reading.
    private mutating func sharePointer(_ directory: StorageDirectory) {
        guard let access, access.pointer == nil, let file = view.file, StoreAccess.pointer(in: access.folder) != nil
        else { return }
        // If the folder cannot be opened again, every read still checks the file.
        guard let folder = try? directory.open(for: .accounts) else { return }
        let shared = StoreAccess(reading: folder)
        self.access = shared
        endWhenOpened = shared.pointer?.end(generation: file.header.generation)
    }

    /// Opens the store for reading, if it exists.
    private mutating func open(_ directory: StorageDirectory) throws(StorageError) {
        self = Self()
        guard let folder = try directory.open(for: .accounts) else { return }
        let access = StoreAccess(reading: folder)
        let newest = access.pointer?.acknowledged
        guard let file = try StoreFile.open(in: folder, for: .reading, provedBy: access.pointer) else { return }
        // This cannot succeed on a read-only disk; an inspection reports the mode.
        _ = try? folder.secured(file.descriptor, StoreFileName.store)
        let acknowledged = access.pointer?.end(generation: file.header.generation)
        view = try StoreView.load(file, in: folder, pointer: access.pointer, upTo: newest)
        endWhenOpened = acknowledged == view.end ? nil : acknowledged
        self.access = access
    }
}
