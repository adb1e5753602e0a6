public import Domain

/// The stored session in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns. Without a session there is no file. A file that cannot be read is
/// an error and stays unchanged.
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

    /// Returns the stored session.
    ///
    /// - Returns: The session, or nil if none is stored.
    /// - Throws: ``/Domain/StorageError`` if the file cannot be read.
    public func load() throws(StorageError) -> Session? {
        try document.read()?.session
    }

    /// Stores a session in place of any other.
    ///
    /// - Parameter session: The session.
    /// - Returns: The session that was stored before.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    @discardableResult
    public func save(_ session: Session) throws(StorageError) -> Session? {
        try document.update { slot in
            defer { slot.session = session }
            return slot.session
        }
    }

    /// Removes the stored session; it is no error if there is none.
    ///
    /// - Returns: The session that was stored before.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    @discardableResult
    public func clear() throws(StorageError) -> Session? {
        try document.update { slot in
            defer { slot.session = nil }
            return slot.session
        }
    }

    /// Replaces the stored session in one step, if it is the expected one; tokens identify sessions.
    ///
    /// - Parameters:
    ///   - expected: The session that must be stored, or nil for none. Otherwise, nothing is changed.
    ///   - session: The new session, or nil for none.
    /// - Returns: Whether `expected` was stored.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    @discardableResult
    public func replace(_ expected: Session?, with session: Session?) throws(StorageError) -> Bool {
        try document.update { slot in
            guard slot.session?.token == expected?.token else { return false }
            slot.session = session
            return true
        }
    }
}
