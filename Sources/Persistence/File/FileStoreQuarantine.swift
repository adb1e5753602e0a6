public import Domain

/// A quarantine for the documents of a folder, which is shared with every other object and process.
///
/// A document that cannot be read is renamed: `session.json` to `session.json.damaged-1`, or the next free number. So is
/// a folder, a link or the like in its place. A number is never used again while its file exists. Nothing is deleted.
public actor FileStoreQuarantine: StoreQuarantine {
    private let directory: StorageDirectory
    private let executor = DispatchQueueExecutor(label: "Persistence.FileStoreQuarantine")

    /// The queue on which the files are read and renamed.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a quarantine; it does not use the disk before the first call.
    ///
    /// - Parameter folder: The folder of the documents.
    public init(folder: StorageDirectory) {
        directory = folder
    }

    public func quarantine(
        _ store: StorageError.Store,
        startingWith attempts: SignInAttempts
    ) throws(StorageError) -> Bool {
        switch store {
        case .accounts: false
        case .session: try quarantine(startingWith: StoredSessions())
        case .consents: try quarantine(startingWith: ConsentTable())
        case .pendingOperations: try quarantine(startingWith: PendingOperationTable())
        case .attempts: try quarantine(startingWith: attempts)
        }
    }

    private func quarantine<Content: StoredContent>(startingWith content: Content) throws(StorageError) -> Bool {
        try DocumentFile<Content>(directory: directory).quarantine(startingWith: content)
    }
}
