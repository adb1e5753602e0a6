public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Intents in a file of a folder, shared with every other object and process that names the same folder.
///
/// An intent is durable before its first request is sent. What cannot be read is an error and stays as it is.
public actor FileIntentRepository: IntentRepository {
    private let document: DocumentFile<IntentTable>
    private let executor = DispatchQueueExecutor(label: "Persistence.FileIntentRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the intents are kept.
    public init(folder: StoreFolder) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StoreFolder, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Stores an intent, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - intent: The intent to be stored.
    ///   - oldest: Intents that began before this moment are forgotten.
    /// - Returns: The intent that is stored now.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func begin(
        _ intent: PendingIntent,
        forgettingBefore oldest: Date
    ) throws(StorageError) -> PendingIntent {
        try document.update { table in
            let before = table.all
            let stored = table.begin(intent, forgettingBefore: oldest)
            return table.all == before ? .none(stored) : .made(stored)
        }
    }

    /// Forgets an intent; it is no error if it is not stored.
    ///
    /// - Parameter intent: The intent; another one about the same thing stays.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func end(_ intent: PendingIntent) throws(StorageError) {
        try document.update { table in
            table.end(intent) ? .made(()) : .none(())
        }
    }

    /// Reads every stored intent.
    ///
    /// - Returns: The intents, in the order in which they began.
    /// - Throws: `StorageError` with `.corrupt`, `.notPermitted` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
    public func pending() throws(StorageError) -> [PendingIntent] {
        try document.read()?.all ?? []
    }
}
