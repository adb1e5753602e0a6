public import Domain

/// Failed sign-ins in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns; an unchanged table is not written. A file that cannot be read is an
/// error and stays unchanged.
public actor FileAttemptRepository: AttemptRepository {
    private let document: DocumentFile<SignInAttempts>

    /// The queue on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; it does not use the disk before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    public func update<Value: Sendable>(
        of account: AccountTag?,
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) throws(StorageError) -> Value {
        try document.update(change)
    }
}
