import Domain

/// The open file of a store, and what this process knows about it.
struct StoreState {
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

    /// Reads what other processes have written since.
    mutating func refresh(_ directory: StorageDirectory) throws(StorageError) {
        if let failure {
            // The acknowledged accounts stay readable, until another process has gone on in a new file.
            guard failure.reason != .replaced, hasSuccessor else { return }
            self.failure = nil
        }
        sharePointer(directory)
        guard let access, let file = view.file else { return try open(directory) }
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
            return try refresh(directory)
        }
        // Nobody writes in front of the acknowledged end, so an incomplete frame there is damage.
        if let acknowledged, view.end < acknowledged, try view.ending(in: folder) == .damaged {
            throw folder.store.corrupt
        }
    }

    /// Whether the file that was written to last is another one than the open one, and sound.
    private var hasSuccessor: Bool {
        guard let pointer = access?.pointer, let file = view.file else { return false }
        return pointer.generation != file.header.generation && pointer.brokenEnd(generation: pointer.generation) == nil
    }

    /// Opens the file that has replaced the open one, which has to be a compaction of it.
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
        failure = folder.store.replaced
        return folder.store.replaced
    }

    /// Maps the commit pointer, if that was not possible when the store was opened for reading.
    private mutating func sharePointer(_ directory: StorageDirectory) {
        guard let access, access.pointer == nil, let file = view.file, StoreAccess.pointer(in: access.folder) != nil
        else { return }
        // If the folder cannot be opened once more, the file is checked at every read as before.
        guard let folder = try? directory.open(for: .accounts) else { return }
        let shared = StoreAccess(reading: folder)
        self.access = shared
        endWhenOpened = shared.pointer?.end(generation: file.header.generation)
    }

    /// Opens the store for reading, if there is one.
    private mutating func open(_ directory: StorageDirectory) throws(StorageError) {
        self = Self()
        guard let folder = try directory.open(for: .accounts) else { return }
        let access = StoreAccess(reading: folder)
        guard let file = try StoreFile.open(in: folder, for: .reading) else { return }
        let acknowledged = access.pointer?.end(generation: file.header.generation)
        view = try StoreView.load(file, in: folder, pointer: access.pointer)
        endWhenOpened = acknowledged == view.end ? nil : acknowledged
        self.access = access
    }
}
