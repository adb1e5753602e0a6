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

    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) throws(StorageError) -> PendingOperation {
        try document.update { $0.begin(operation, forgettingBefore: oldest) }
    }

    public func end(_ operation: PendingOperation) throws(StorageError) {
        try document.update { $0.end(operation) }
    }

    public func pending() throws(StorageError) -> [PendingOperation] {
        try document.read()?.all ?? []
    }
}
