import Domain

/// The folder that file repositories share, and the time for which they wait for each other.
///
/// The first write creates the folder and its missing parents with mode 0700. The effective user must own the folder,
/// and it must not be a symbolic link. If other users have access, the next write sets the mode to 0700, so an empty folder
/// that others can read becomes a private one. Such a folder is rejected and stays unchanged if it has files other than
/// those of the stores, or if it is empty and other users can write to it.
public struct StorageDirectory: Sendable {
    /// The path, absolute or relative to the working directory of the process.
    public let path: String

    /// The time for which a write waits for other objects and processes; 0 or less does not wait.
    public let lockWait: Duration

    /// The system calls, which tests replace.
    package var fileSystem: any FileSystem = LocalFileSystem()

    /// Creates a description of a folder; it does not use the disk.
    ///
    /// - Parameters:
    ///   - path: The path, absolute or relative to the working directory of the process.
    ///   - lockWait: The time for which a write waits for other objects and processes; 0 or less does not wait.
    public init(path: String, lockWait: Duration = .seconds(2)) {
        self.path = path
        self.lockWait = lockWait
    }
}

/// Methods that find or create the folder of a store, and check that other users cannot read it.
extension StorageDirectory {
    /// Opens the folder for reading, or returns nil if there is none; the caller closes it.
    func open(for store: StorageError.Store) throws(StorageError) -> OpenFolder? {
        guard let folder = try find(for: store) else { return nil }
        do {
            _ = try folder.isExposed()
            return folder
        } catch {
            folder.close()
            throw error
        }
    }

    /// Opens the folder for writing, creates it if it is missing, and closes it to other users; the caller closes it.
    func prepare(for store: StorageError.Store) throws(StorageError) -> OpenFolder {
        let path = try path(for: store)
        let folder: OpenFolder
        if let found = try find(for: store) {
            folder = try secured(found, isNew: false)
        } else {
            try make(path, for: store)
            guard let made = try find(for: store) else { throw store.unsafe(.link) }
            folder = try secured(made, isNew: true)
        }
        do throws(StorageError) {
            // A process may have been killed after it created the folder and before the name was durable.
            if try !folder.hasLock() { try synchronizeName(of: path, for: store) }
            return folder
        } catch {
            folder.close()
            throw error
        }
    }

    /// Opens the folder for writing, and locks it while a function uses it.
    func withLock<Value>(
        for store: StorageError.Store,
        _ work: (OpenFolder) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        let folder = try prepare(for: store)
        defer { folder.close() }
        let lock = try folder.openLock()
        defer { fileSystem.closeFile(lock) }
        try waitingWhileBusy { () throws(StorageError) in
            guard try folder.tryLock(lock) else { throw store.busy }
        }
        return try work(folder)
    }

    /// Calls `work`, and repeats the call for a limited time while it throws `.busy`.
    func waitingWhileBusy<Value>(_ work: () throws(StorageError) -> Value) throws(StorageError) -> Value {
        var remaining = lockWait
        while true {
            do throws(StorageError) {
                return try work()
            } catch {
                guard error.reason == .busy, remaining > .zero else { throw error }
                fileSystem.pause(for: min(Self.lockStep, remaining))
                remaining -= Self.lockStep
            }
        }
    }

    static let lockStep: Duration = .milliseconds(1)
    private static let folderMode: UInt32 = 0o700

    private func find(for store: StorageError.Store) throws(StorageError) -> OpenFolder? {
        let path = try path(for: store)
        let descriptor: FileDescriptor?
        do throws(StorageError) {
            descriptor = try store.reportingUnlessMissing(try fileSystem.openFolder(at: path, followsLink: false))
        } catch {
            // The system reports a link like a file.
            let isLink = error.reason == .unsafeLocation(.notAFolder) && isLink(path)
            throw isLink ? store.unsafe(.link) : error
        }
        return descriptor.map { OpenFolder(store: store, fileSystem: fileSystem, descriptor: $0) }
    }

    private func isLink(_ path: String) -> Bool {
        // If the parent cannot be read, the first error is reported.
        guard let parent = try? fileSystem.openFolder(at: Self.parent(of: path), followsLink: true) else {
            return false
        }
        defer { fileSystem.closeFile(parent) }
        // The same if its status cannot be read.
        return (try? fileSystem.status(of: Self.name(of: path), in: parent))?.kind == .link
    }

    /// Closes a folder to other users; a new one gets its mode whatever the umask.
    private func secured(_ folder: OpenFolder, isNew: Bool) throws(StorageError) -> OpenFolder {
        do {
            if try folder.isExposed() || isNew {
                try folder.store.reporting(try fileSystem.setMode(Self.folderMode, of: folder.descriptor))
            }
            return folder
        } catch {
            folder.close()
            throw error
        }
    }

    /// Creates a folder and its missing parents, each durable before the next.
    private func make(_ path: String, for store: StorageError.Store) throws(StorageError) {
        let parent = Self.parent(of: path)
        var isNew = try store.reportingUnlessMissing(try fileSystem.makeFolder(at: path, mode: Self.folderMode))
        if isNew == nil, parent != path {
            // The parent is private too (XDG Base Directory Specification): a user who may write to it could replace
            // the folder.
            try make(parent, for: store)
            isNew = try store.reportingUnlessMissing(try fileSystem.makeFolder(at: path, mode: Self.folderMode))
        }
        // The parent is a link without a target, or the system creates no folders in it.
        guard let isNew else { throw isLink(parent) ? store.unsafe(.link) : store.missing }
        guard isNew else { return }

        do {
            let descriptor = try store.reporting(try fileSystem.openFolder(at: parent, followsLink: true))
            defer { fileSystem.closeFile(descriptor) }
            try store.reporting(try fileSystem.synchronize(descriptor))
        } catch {
            // The next write must not find a folder that a power cut can remove. If this fails, the first error counts.
            try? fileSystem.removeFolder(at: path)
            throw error
        }
    }

    /// Makes the name of a folder durable, and those of the parents that a killed store may have created for it.
    ///
    /// A parent that this user may not read was not created by a store.
    private func synchronizeName(of path: String, for store: StorageError.Store) throws(StorageError) {
        let parent = Self.parent(of: path)
        guard parent != path else { return }
        let descriptor: FileDescriptor
        do throws(StorageError) {
            descriptor = try store.reporting(try fileSystem.openFolder(at: parent, followsLink: true))
        } catch {
            if error.reason == .notPermitted { return }
            throw error
        }
        defer { fileSystem.closeFile(descriptor) }
        do throws(StorageError) {
            try store.reporting(try fileSystem.synchronize(descriptor))
        } catch {
            // A file system whose folders cannot be synchronised, such as an automounter's, holds no folder of a store.
            if error.reason.isUnsupported { return }
            throw error
        }
        let status = try store.reporting(try fileSystem.status(of: descriptor))
        if status.isOwn, status.mode == Self.folderMode { try synchronizeName(of: parent, for: store) }
    }

    /// Returns the path for the system: without NUL, which would cut it off, and without a final slash, `.` or `..`,
    /// which would follow a link before it.
    private func path(for store: StorageError.Store) throws(StorageError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw store.unsafe(.invalidPath) }
        var trimmed = Self.withoutTrailingSlashes(path[...])
        while trimmed.hasSuffix("/.") { trimmed = Self.withoutTrailingSlashes(trimmed.dropLast()) }
        let names = trimmed.split(separator: "/")
        guard names.last != ".." || names.allSatisfy({ $0 == ".." }) else { throw store.unsafe(.invalidPath) }
        return trimmed
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return withoutTrailingSlashes(path[...slash])
    }

    private static func name(of path: String) -> String {
        String(path.utf8.split(separator: UInt8(ascii: "/")).last.map(Substring.init) ?? ".")
    }

    private static func withoutTrailingSlashes(_ path: Substring) -> String {
        var bytes = path.utf8
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
