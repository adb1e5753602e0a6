public import Domain

/// Failed sign-ins in a file of a folder, shared with every other object and process that names the same folder.
///
/// Every change is durable when the method returns. What cannot be read is an error and stays as it is.
public actor FileAttemptRepository: AttemptRepository {
    private let document: DocumentFile<SignInAttempts>
    private let executor = DispatchQueueExecutor(label: "Persistence.FileAttemptRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the attempts are kept.
    public init(folder: StorageDirectory) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StorageDirectory, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Reads and changes the table in one step, so that no other change comes between; what leaves the table as it is
    /// writes nothing.
    ///
    /// - Parameter change: Changes the table; it may be called more than once, each time with what is stored.
    /// - Returns: What the change returned the last time.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func update<Value: Sendable>(
        _ change: @Sendable (inout SignInAttempts) -> Value
    ) throws(StorageError) -> Value {
        try document.update { attempts in
            let before = attempts
            let value = change(&attempts)
            return attempts == before ? .none(value) : .made(value)
        }
    }
}
