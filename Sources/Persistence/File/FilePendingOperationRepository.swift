public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pending operations in a file of a folder, shared with every other object and process that uses the same folder.
///
/// An operation is durable before its first request is sent. A file that cannot be read is an error and stays as it is.
public actor FilePendingOperationRepository: PendingOperationRepository {
    private let document: DocumentFile<PendingOperationTable>

    /// The queue on which the file is read and written, apart from the threads that run tasks.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; nothing is read or made before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    /// Stores an operation, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - operation: The operation to store.
    ///   - oldest: Operations that began before this moment are removed.
    /// - Returns: The stored operation.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) throws(StorageError) -> PendingOperation {
        try document.update { $0.begin(operation, forgettingBefore: oldest) }
    }

    /// Removes an operation, if it is stored.
    ///
    /// - Parameter operation: The operation; another one about the same thing stays.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``; then nothing was changed.
    public func end(_ operation: PendingOperation) throws(StorageError) {
        try document.update { $0.end(operation) }
    }

    /// Reads every stored operation.
    ///
    /// - Returns: The pending operations, in the order in which they began.
    /// - Throws: `StorageError` with any ``/Domain/StorageError/Reason-swift.enum``.
    public func pending() throws(StorageError) -> [PendingOperation] {
        try document.read()?.all ?? []
    }
}
