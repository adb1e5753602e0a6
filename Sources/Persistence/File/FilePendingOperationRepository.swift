public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pending operations in a file of a folder, shared with every other object and process that names the same folder.
///
/// An operation is durable before its first request is sent. What cannot be read is an error and stays as it is.
public actor FilePendingOperationRepository: PendingOperationRepository {
    private let document: DocumentFile<PendingOperationTable>
    private let executor = DispatchQueueExecutor(label: "Persistence.FilePendingOperationRepository")

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: Where the pending operations are kept.
    public init(folder: StorageDirectory) {
        self.init(folder: folder, fileSystem: LocalFileSystem())
    }

    package init(folder: StorageDirectory, fileSystem: any FileSystem) {
        document = DocumentFile(folder: folder, fileSystem: fileSystem)
    }

    /// Stores an operation, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - operation: The operation to be stored.
    ///   - oldest: Pending operations that began before this moment are forgotten.
    /// - Returns: The operation that is stored now.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) throws(StorageError) -> PendingOperation {
        try document.update { table in
            let before = table.all
            let stored = table.begin(operation, forgettingBefore: oldest)
            return table.all == before ? .none(stored) : .made(stored)
        }
    }

    /// Forgets an operation; it is no error if it is not stored.
    ///
    /// - Parameter operation: The operation; another one about the same thing stays.
    /// - Throws: `StorageError` with `.busy`, `.full`, `.corrupt` or another
    ///   ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func end(_ operation: PendingOperation) throws(StorageError) {
        try document.update { table in
            table.end(operation) ? .made(()) : .none(())
        }
    }

    /// Reads every stored operation.
    ///
    /// - Returns: The pending operations, in the order in which they began.
    /// - Throws: `StorageError` with `.corrupt`, `.notPermitted` or another ``/Domain/StorageError/Reason-swift.enum``
    ///   where the store cannot be read.
    public func pending() throws(StorageError) -> [PendingOperation] {
        try document.read()?.all ?? []
    }
}
