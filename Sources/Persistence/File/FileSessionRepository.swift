public import Domain

/// The remembered session in a file of a folder, shared with every other object and process that names the same folder.
///
/// Every change is durable when the method returns; where no session is left there is no file. What cannot be read is
/// an error and stays as it is.
public actor FileSessionRepository: SessionRepository {
    private let document: DocumentFile<SessionSlot>
    private let executor = DispatchQueueExecutor(label: "Persistence.FileSessionRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the session is kept.
    public init(folder: StorageDirectory) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StorageDirectory, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Reads the stored session.
    ///
    /// A document of version 1, which has a token where there is a digest now, is written anew.
    ///
    /// - Returns: The session, or nil where none is stored.
    /// - Throws: `StorageError` with `.corrupt`, `.notPermitted` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
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
    /// - Returns: The session whose place it took.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then what was stored before is still there.
    @discardableResult
    public func save(_ session: Session) throws(StorageError) -> Session? {
        try document.update { slot in
            defer { slot.session = session }
            return .made(slot.session)
        }
    }

    /// Forgets the stored session; it is no error if there is none.
    ///
    /// - Returns: The session that was forgotten.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then what was stored before is still there.
    @discardableResult
    public func clear() throws(StorageError) -> Session? {
        try document.remove()?.session
    }

    /// Stores a session, or none, in place of one that is still there, in one step.
    ///
    /// - Parameters:
    ///   - expected: What has to be stored, nil for no session; anything else is left alone.
    ///   - session: The session to be stored, or nil for none.
    /// - Returns: Whether `expected` was stored.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then what was stored before is still there.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) throws(StorageError) -> Bool {
        try document.update { slot in
            guard slot.session?.token == expected?.token else { return .none(false) }
            guard slot.session != session else { return .none(true) }
            slot.session = session
            return .made(true)
        }
    }
}
