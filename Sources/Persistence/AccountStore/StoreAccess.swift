import Domain

/// The folder of an open store, its lock, and the mark that its users share.
final class StoreAccess: Sendable {
    let folder: OpenFolder
    let mark: CommitMark?

    /// The lock file, or nil where the store is only read.
    let lock: FileDescriptor?

    private init(folder: OpenFolder, lock: FileDescriptor?, mark: CommitMark?) {
        self.folder = folder
        self.lock = lock
        self.mark = mark
    }

    deinit {
        if let lock { folder.fileSystem.closeFile(lock) }
        folder.close()
    }

    /// Takes an open folder over, to read.
    static func reading(_ folder: OpenFolder) -> StoreAccess {
        StoreAccess(folder: folder, lock: nil, mark: mark(in: folder))
    }

    /// Takes an open folder over, to write; makes the lock file where there is none.
    static func writing(_ folder: OpenFolder) throws(StorageError) -> StoreAccess {
        let lock: FileDescriptor
        do throws(StorageError) {
            lock = try folder.openLock()
        } catch {
            folder.close()
            throw error
        }
        do throws(StorageError) {
            let (store, fileSystem) = (folder.store, folder.fileSystem)
            let status = try store.reporting(try fileSystem.status(of: lock))
            guard status.isOwnFile else { throw store.unsafeLocation }
            let isEmpty = try store.read(CommitMark.generationSize, at: 0, of: lock, by: fileSystem).allSatisfy {
                $0 == 0
            }
            if status.size < CommitMark.size || isEmpty {
                // What memory shows of a file without room for it ends the process on a full medium, so there has to be
                // room before; and others may be using the rest.
                for place in CommitMark.unusedPlaces { try store.write([0], at: place, to: lock, by: fileSystem) }
            }
            let memory = try store.reporting(
                try fileSystem.map(lock, count: CommitMark.size, isWritable: true)
            )
            return StoreAccess(folder: folder, lock: lock, mark: CommitMark(memory))
        } catch {
            folder.fileSystem.closeFile(lock)
            folder.close()
            throw error
        }
    }

    /// The mark for those who cannot write; without it they look at the file each time.
    static func mark(in folder: OpenFolder) -> CommitMark? {
        let fileSystem = folder.fileSystem
        // Whatever fails here costs time and nothing else.
        guard let file = try? fileSystem.openFile(OpenFolder.lockName, in: folder.descriptor, for: .reading) else {
            return nil
        }
        defer { fileSystem.closeFile(file) }
        // What fails here costs no more: without the mark they look at the file each time.
        guard let status = try? fileSystem.status(of: file), status.isOwnFile, status.size >= CommitMark.size,
            let memory = try? fileSystem.map(file, count: CommitMark.size, isWritable: false)
        else { return nil }
        return CommitMark(memory)
    }

    /// Whether the next frame belongs at a place, for all that those know who share the folder, which is locked.
    func isSound(_ place: FramePlace) -> Bool {
        let generation = place.file.header.generation
        guard let mark else { return false }
        return mark.end(generation: generation) == place.offset && mark.endOfBroken(generation: generation) == nil
    }

    /// Locks the folder if nobody else has it locked.
    ///
    /// - Returns: Whether it is locked now.
    func tryLock() throws(StorageError) -> Bool {
        guard let lock else { return false }
        return try folder.tryLock(lock)
    }

    func unlock() {
        guard let lock else { return }
        // Unlocking an open file does not fail; if it did, the next unlocking or closing it would unlock it.
        try? folder.store.reporting(try folder.fileSystem.unlock(lock))
    }
}
