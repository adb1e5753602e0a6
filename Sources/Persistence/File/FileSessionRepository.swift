public import Domain

/// The stored sessions in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns. Without sessions and sign-outs there is no file. A file that cannot
/// be read is an error and stays unchanged, except that ``clear()`` removes it.
public actor FileSessionRepository: SessionRepository {
    private let document: DocumentFile<StoredSessions>

    /// The queue on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; it does not use the disk before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    public func load() throws(StorageError) -> StoredSessions {
        try document.read() ?? StoredSessions()
    }

    @discardableResult
    public func update<Value: Sendable>(
        _ change: @Sendable (inout StoredSessions) -> Value
    ) throws(StorageError) -> Value {
        try document.update(change)
    }

    public func clear() throws(StorageError) {
        try document.clear()
    }
}
