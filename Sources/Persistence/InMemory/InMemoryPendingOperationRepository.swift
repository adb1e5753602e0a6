public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pending operations in memory, for as long as this object lives.
public actor InMemoryPendingOperationRepository: PendingOperationRepository {
    private var table = PendingOperationTable()

    /// Creates a repository.
    ///
    /// - Parameter operations: The pending operations to start with.
    public init(_ operations: [PendingOperation] = []) {
        for operation in operations { _ = table.begin(operation, forgettingBefore: .distantPast) }
    }

    /// Stores an operation, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - operation: The operation to store.
    ///   - oldest: Operations that began before this moment are removed.
    /// - Returns: The stored operation.
    public func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) -> PendingOperation {
        table.begin(operation, forgettingBefore: oldest)
    }

    /// Removes an operation, if it is stored.
    ///
    /// - Parameter operation: The operation; another one about the same thing stays.
    public func end(_ operation: PendingOperation) {
        table.end(operation)
    }

    /// Returns the pending operations in the order in which they began.
    public func pending() -> [PendingOperation] {
        table.all
    }
}
