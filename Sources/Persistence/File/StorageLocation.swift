import Domain

/// Finds the folder of a store, makes it, and judges whether it is a place for secrets.
struct StorageLocation: Sendable {
    let folder: StorageDirectory
    let fileSystem: any FileSystem

    /// Opens the folder to read from it; nothing is changed.
    ///
    /// - Returns: The folder, to be closed by the caller, or nil where there is none.
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

    /// Opens the folder to write to it, makes it where there is none, and closes it to others.
    ///
    /// - Returns: The folder, to be closed by the caller.
    func prepare(for store: StorageError.Store) throws(StorageError) -> OpenFolder {
        let path = try path(for: store)
        let folder: OpenFolder
        if let found = try find(for: store) {
            folder = try secured(found, isNew: false)
        } else {
            try make(path, for: store)
            guard let made = try find(for: store) else { throw store.unsafeLocation }
            folder = try secured(made, isNew: true)
        }
        do throws(StorageError) {
            // Whoever has made the folder, and was killed, may have left its name to the system alone.
            if try !folder.hasLock() { try synchronizeName(of: path, for: store) }
            return folder
        } catch {
            folder.close()
            throw error
        }
    }

    private static let folderMode: UInt32 = 0o700

    private func find(for store: StorageError.Store) throws(StorageError) -> OpenFolder? {
        let path = try path(for: store)
        let descriptor = try store.reportingUnlessMissing(
            try fileSystem.openFolder(at: path, followsLink: false)
        )
        return descriptor.map { OpenFolder(store: store, fileSystem: fileSystem, descriptor: $0) }
    }

    /// Closes a folder to others.
    ///
    /// A new one gets its mode even if the umask has taken away more than that.
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

    /// Makes a folder and those of its parents that do not exist, each durable before the next.
    private func make(_ path: String, for store: StorageError.Store) throws(StorageError) {
        let parent = Self.parent(of: path)
        var isNew = try store.reportingUnlessMissing(try fileSystem.makeFolder(at: path, mode: Self.folderMode))
        if isNew == nil, parent != path {
            // As the XDG Base Directory Specification asks; whoever may write to a parent could replace the folder.
            try make(parent, for: store)
            isNew = try store.reporting(try fileSystem.makeFolder(at: path, mode: Self.folderMode))
        }
        guard isNew == true else { return }

        do {
            let descriptor = try store.reporting(try fileSystem.openFolder(at: parent, followsLink: true))
            defer { fileSystem.closeFile(descriptor) }
            try store.reporting(try fileSystem.synchronize(descriptor))
        } catch {
            // A folder that a power cut can take away must not be found by the next write. If it cannot be removed
            // either, the first error still says what is wrong.
            try? fileSystem.removeFolder(at: path)
            throw error
        }
    }

    /// Makes the name of a folder durable, and those of its parents that a store may have made for it.
    ///
    /// A parent that nobody here may look into was made by somebody else. What this process makes, it has made durable
    /// already.
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
            // Where a file system, such as an automounter's, has nothing in its folders to be made durable, no store has
            // made anything.
            if error.reason.isUnsupported { return }
            throw error
        }
        let status = try store.reporting(try fileSystem.status(of: descriptor))
        if status.isOwn, status.mode == Self.folderMode { try synchronizeName(of: parent, for: store) }
    }

    /// The path as the system is to see it: no NUL, where it would end, and no slash at the end, which would follow a
    /// link.
    private func path(for store: StorageError.Store) throws(StorageError) -> String {
        guard !folder.path.isEmpty, !folder.path.utf8.contains(0) else { throw store.unsafeLocation }
        return Self.withoutTrailingSlashes(folder.path[...])
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return withoutTrailingSlashes(path[...slash])
    }

    private static func withoutTrailingSlashes(_ path: Substring) -> String {
        var bytes = path.utf8
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return String(Substring(bytes))
    }
}
