public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pending operations in a file of a folder, shared with every other object and process that uses the same folder.
///
/// Every change is durable when the method returns. A file that cannot be read is an error and stays unchanged.
public actor FilePendingOperationRepository: PendingOperationRepository {
    private let document: DocumentFile<PendingOperationTable>

    /// The queue on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { document.executor.asUnownedSerialExecutor() }

    /// Creates a repository; it does not use the disk before the first call.
    ///
    /// - Parameter folder: The folder of the file.
    public init(folder: StorageDirectory) {
        document = DocumentFile(directory: folder)
    }

    /// Stores an operation, unless an operation with the same action and account is stored.
    ///
    /// - Parameters:
    ///   - operation: The new operation.
    ///   - oldest: Removes all operations that began before this date.
    /// - Returns: The stored operation: the given one, or the one that was stored before.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) throws(StorageError) -> PendingOperation {
        try document.update { $0.begin(operation, forgettingBefore: oldest) }
    }

    /// Removes an operation; it is no error if it is not stored.
    ///
    /// - Parameter operation: The operation. One with another key stays.
    /// - Throws: ``/Domain/StorageError``; in that case, nothing was changed.
    public func end(_ operation: PendingOperation) throws(StorageError) {
        try document.update { $0.end(operation) }
    }

    /// Returns all stored operations.
    ///
    /// - Returns: The operations, in the order in which they began.
    /// - Throws: ``/Domain/StorageError`` if the file cannot be read.
    public func pending() throws(StorageError) -> [PendingOperation] {
        try document.read()?.all ?? []
    }
}
