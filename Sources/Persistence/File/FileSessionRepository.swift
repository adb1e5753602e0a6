public import Domain

/// The remembered session in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns; without a session there is no file. A file that cannot be read is an
/// error and stays as it is.
public actor FileSessionRepository: SessionRepository {
    private let document: DocumentFile<SessionSlot>

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    /// Reads the stored session.
    ///
    /// - Returns: The session, or nil if none is stored.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``.
    public func load() throws(StorageError) -> Session? {
        try document.read()?.session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session to store.
    /// - Returns: The session that it replaced.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    @discardableResult
    public func save(_ session: Session) throws(StorageError) -> Session? {
        try document.update { slot in
            defer { slot.session = session }
            return slot.session
        }
    }

    /// Removes the stored session, if there is one.
    ///
    /// - Returns: The removed session.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    @discardableResult
    public func clear() throws(StorageError) -> Session? {
        try document.update { slot in
            defer { slot.session = nil }
            return slot.session
        }
    }

    /// Replaces the stored session in one step if it is the expected one.
    ///
    /// - Parameters:
    ///   - expected: The session that must be stored, nil for none; any other is left alone.
    ///   - session: The session to store, or nil for none.
    /// - Returns: Whether `expected` was stored.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) throws(StorageError) -> Bool {
        try document.update { slot in
            guard slot.session?.token == expected?.token else { return false }
            slot.session = session
            return true
        }
    }
}
