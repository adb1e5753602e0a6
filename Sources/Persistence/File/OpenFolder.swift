import Domain

/// The open folder of a store, and the operations on its files.
struct OpenFolder: Sendable {
    let store: StorageError.Store
    let fileSystem: any FileSystem
    let descriptor: FileDescriptor

    /// The largest size of a document, 256 MiB, because documents are read as a whole.
    private static let maximumDocumentSize = 1 << 28

    static let lockName = ".lock"
    static let fileMode: UInt32 = 0o600
    private static let stickyBit: UInt32 = 0o1000

    /// All file names of the stores.
    private static let ownNames = Set(
        StorageError.Store.allCases.flatMap { [$0.fileName, $0.temporaryName] } + [
            lockName, FileSecurityEvents.fileName, FileSecurityEvents.olderFileName,
        ]
    )

    func close() {
        fileSystem.closeFile(descriptor)
    }

    /// Returns whether other users have access to the folder, so that its mode has to be set.
    ///
    /// A folder is unsafe if another user owns it, if it is open to others and holds other files, such as `/tmp`, or if
    /// others may put files in it and it holds none yet.
    func isExposed() throws(StorageError) -> Bool {
        let status = try status(of: descriptor)
        guard status.kind == .folder else { throw store.unsafe(.notAFolder) }
        guard status.isOwn else { throw store.unsafe(.anotherOwner) }
        guard status.mode & 0o077 != 0 else { return false }
        guard status.mode & Self.stickyBit == 0 else { throw store.unsafe(.writableByOthers) }
        let names = try names()
        guard names.allSatisfy(isOwnName) else { throw store.unsafe(.otherFiles) }
        // The owner may share it on purpose.
        guard !names.isEmpty || status.mode & 0o022 == 0 else { throw store.unsafe(.writableByOthers) }
        return true
    }

    /// Returns whether a file of the stores can have a name.
    func isOwnName(_ name: String) -> Bool {
        Self.ownNames.contains(name) || StoreFileName.isTorn(name) || Self.isQuarantined(name)
            || fileSystem.isUnfinishedExport(name)
    }

    /// Returns whether the lock file exists; it is created after the name of the folder is durable.
    func hasLock() throws(StorageError) -> Bool {
        try status(of: Self.lockName) != nil
    }

    /// Makes the names in the folder durable.
    func synchronizeNames() throws(StorageError) {
        try synchronize(descriptor)
    }

    /// Opens the lock file, and creates it if it is missing.
    func openLock() throws(StorageError) -> FileDescriptor {
        try naming(Self.lockName) { () throws(StorageError) in
            try store.reporting(try fileSystem.openFile(Self.lockName, in: descriptor, for: .locking))
        }
    }

    /// Locks the lock file if it is free, and returns whether it is locked now.
    func tryLock(_ lock: FileDescriptor) throws(StorageError) -> Bool {
        guard try store.reporting(try fileSystem.tryLock(lock)) else { return false }
        do throws(StorageError) {
            // The file is checked after it is locked, because locking a removed file excludes no other process.
            _ = try secured(lock, Self.lockName)
            return true
        } catch {
            // Unlocking an open file does not fail. If it did, closing would still unlock it.
            try? store.reporting(try fileSystem.unlock(lock))
            throw error
        }
    }

    /// Returns whether there is a document, or a temporary file that a crash left.
    func holdsAnything() throws(StorageError) -> Bool {
        let names = try names()
        return names.contains(store.fileName) || names.contains(store.temporaryName)
    }

    /// The number of bytes that the beginning of a document has at most.
    private static let beginningSize = 4096

    /// Reads the document, or returns nil if there is none; `check` throws unless a file of this size can have this
    /// beginning.
    ///
    /// Anything but a file with one name in its place is damage, which can be moved aside.
    func read(
        checking check: (_ beginning: [UInt8], _ size: Int) throws(StorageError) -> Void
    ) throws(StorageError) -> [UInt8]? {
        let opened: FileDescriptor?
        do throws(StorageError) {
            opened = try openFile(store.fileName, for: .reading)
        } catch {
            // A link or a socket cannot be opened.
            if case .unsafeLocation = error.reason { throw store.corrupt }
            throw error
        }
        guard let file = opened else { return nil }
        defer { fileSystem.closeFile(file) }

        let status = try status(of: file)
        if let obstacle = status.obstacle {
            throw obstacle == .anotherOwner ? store.unsafe(obstacle, file: store.fileName) : store.corrupt
        }
        guard status.size <= Self.maximumDocumentSize else { throw store.corrupt }

        let missing = status.size - Self.beginningSize
        let beginning = try read(min(status.size, Self.beginningSize), at: 0, of: file)
        try check(beginning, status.size)
        return missing > 0 ? beginning + (try read(missing, at: Self.beginningSize, of: file)) : beginning
    }

    /// Replaces the document, durably or not at all; `old` is nil if there was none.
    func replace(_ old: [UInt8]?, with bytes: [UInt8]) throws(StorageError) {
        // No later call could read it.
        guard bytes.count <= Self.maximumDocumentSize else { throw StorageError(store: store, reason: .full) }
        try removeLeftovers()
        try put(bytes)
        try synchronize(orRestore: old)
    }

    /// Removes the document, durably or not at all; `old` is nil if there are only leftovers.
    func remove(_ old: [UInt8]?) throws(StorageError) {
        try removeLeftovers()
        if old != nil { try removeFile(store.fileName) }
        try synchronize(orRestore: old)
    }

    /// Appends a line to a log file, and starts a new file if this one would grow too large.
    func append(_ line: [UInt8], to name: String, upTo maximumUTF8Length: Int, older: String) throws(StorageError) {
        let file = try store.reporting(try fileSystem.openFile(name, in: descriptor, for: .appending))
        defer { fileSystem.closeFile(file) }
        let size = try secured(file, name).size
        if size > 0, line.count > maximumUTF8Length - size {
            try moveFile(name, to: older)
            return try append(line, to: name, upTo: .max, older: older)
        }
        // An incomplete last line must not spoil the next one.
        let last = try read(1, at: max(size - 1, 0), of: file)
        let isWhole = last.isEmpty || last[...] == line.suffix(1)
        try write(isWhole ? line : line.suffix(1) + line, at: size, to: file)
    }

    /// Returns the last `count` bytes of a log file, or fewer; none if there is no such file.
    func last(_ count: Int, of name: String) throws(StorageError) -> [UInt8] {
        guard let file = try openFile(name, for: .reading) else { return [] }
        defer { fileSystem.closeFile(file) }
        let size = try ownStatus(of: file, name).size
        return try read(min(size, count), at: max(size - count, 0), of: file)
    }

    /// Checks that this user owns a file, and sets its mode to 0600.
    func secured(_ file: FileDescriptor, _ name: String) throws(StorageError) -> FileStatus {
        let status = try ownStatus(of: file, name)
        guard status.isOwnFile else { throw store.replaced }
        if status.mode != Self.fileMode { try store.reporting(try fileSystem.setMode(Self.fileMode, of: file)) }
        return status
    }

    /// Removes the temporary files that crashes left; only the holder of the lock writes such files.
    func removeLeftovers() throws(StorageError) {
        for leftover in StorageError.Store.allCases where leftover != .accounts {
            try discard(leftover.temporaryName, of: leftover)
        }
    }

    /// Removes a file of a store, or moves a folder in its place aside, because it is not the store's.
    func discard(_ name: String, of store: StorageError.Store) throws(StorageError) {
        do throws(StorageError) {
            try removeFile(name)
        } catch {
            guard try status(of: name)?.kind == .folder else { throw error }
            try moveFile(name, to: try nameForQuarantine(of: store))
        }
    }

    /// Writes a temporary file, makes it durable, and only then renames it to the document.
    func put(_ bytes: [UInt8]) throws(StorageError) {
        let file = try makeFile(store.temporaryName)
        defer { fileSystem.closeFile(file) }
        do {
            try write(bytes, at: 0, to: file)
            try synchronize(file)
            try moveFile(store.temporaryName, to: store.fileName)
        } catch {
            // If this fails too, the next write removes the file; the first error is reported.
            try? fileSystem.removeFile(store.temporaryName, in: descriptor)
            throw error
        }
    }

    /// Makes the names in the folder durable, or restores the old document.
    ///
    /// If synchronising fails, a power cut could leave either document, but an error must mean that nothing was
    /// changed. If restoring fails too, the disk holds one of the two, complete.
    private func synchronize(orRestore old: [UInt8]?) throws(StorageError) {
        do {
            try synchronizeNames()
        } catch {
            // If this fails too, the first error is reported.
            if let old {
                try? put(old)
            } else {
                try? fileSystem.removeFile(store.fileName, in: descriptor)
            }
            throw error
        }
    }
}
