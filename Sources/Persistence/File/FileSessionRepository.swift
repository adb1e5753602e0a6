public import Domain

/// The remembered session in a file of a folder, shared with every other object and process that names the same folder.
///
/// Every change is durable when the method returns; ``clear()`` removes the file. What cannot be read is an error and
/// stays as it is.
public actor FileSessionRepository: SessionRepository {
    private let document: DocumentFile<SessionSlot>
    private let executor = DispatchQueueExecutor(label: "Persistence.FileSessionRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the session is kept.
    public init(folder: StoreFolder) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StoreFolder, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Reads the stored session.
    ///
    /// A document of version 1, which has a token where there is a digest now, is written anew.
    ///
    /// - Returns: The session, or nil where none is stored.
    /// - Throws: `StorageError` where the store cannot be read.
    public func load() throws(StorageError) -> Session? {
        guard let slot = try document.read() else { return nil }
        if slot.holdsToken {
            // The session is the same, whether or not its document could be written: the next reader tries again.
            _ = try? document.update { slot in slot.holdsToken ? .made(()) : .none(()) }
        }
        return slot.session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to be stored.
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    public func save(_ session: Session) throws(StorageError) {
        try document.update { slot in
            slot.session = session
            return .made(())
        }
    }

    /// Stores another session in place of one, or nothing, only if that one is still stored.
    ///
    /// - Parameters:
    ///   - old: The session that is expected.
    ///   - new: The session to be stored; nil forgets the old one.
    /// - Returns: Whether the old session was stored, and is replaced.
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    @discardableResult
    public func replace(_ old: Session, with new: Session?) throws(StorageError) -> Bool {
        guard let new else { return try document.remove(if: { $0.session?.token == old.token }) }
        return try document.update { slot in
            guard slot.session?.token == old.token else { return .none(false) }
            slot.session = new
            return .made(true)
        }
    }

    /// Forgets the stored session; it is no error if there is none.
    ///
    /// - Throws: `StorageError` where the store failed; then what was stored before is still there.
    public func clear() throws(StorageError) {
        try document.remove()
    }
}
