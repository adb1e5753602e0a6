public import Domain

/// Failed sign-ins in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns. A file that cannot be read is an error and stays as it is.
public actor FileAttemptRepository: AttemptRepository {
    private let document: DocumentFile<SignInAttempts>

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    /// Reads and changes the attempts in one step; a change that leaves them as they are writes nothing.
    ///
    /// - Parameter change: Changes the attempts; it may be called more than once, each time with the stored ones.
    /// - Returns: The result of the last call of the change.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) throws(StorageError) -> Value {
        try document.update(change)
    }
}
