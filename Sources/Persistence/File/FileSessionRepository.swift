public import Domain

/// The stored session in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns. Without a session there is no file. A file that cannot be read is
/// an error and stays unchanged, except that ``clear()`` removes it.
public actor FileSessionRepository: SessionRepository {
    private let document: DocumentFile<SessionSlot>

    /// The queue on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; it does not use the disk before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    public func load() throws(StorageError) -> Session? {
        try document.read()?.session
    }

    @discardableResult
    public func save(_ session: Session) throws(StorageError) -> Session? {
        try document.update { slot in
            defer { slot.session = session }
            return slot.session
        }
    }

    @discardableResult
    public func clear() throws(StorageError) -> Session? {
        try document.clear()?.session
    }

    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) throws(StorageError) -> Bool {
        try document.update { slot in
            guard slot.session?.token == expected?.token else { return false }
            slot.session = session
            return true
        }
    }
}
