public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pending operations in memory, which are lost with this object.
public actor InMemoryPendingOperationRepository: PendingOperationRepository {
    private var table = PendingOperationTable()

    /// Creates a repository.
    ///
    /// - Parameter operations: The initial operations.
    public init(_ operations: [PendingOperation] = []) {
        for operation in operations { _ = table.begin(operation, forgettingBefore: .distantPast) }
    }

    /// Stores an operation, unless an operation with the same action and account is stored.
    ///
    /// - Parameters:
    ///   - operation: The new operation.
    ///   - oldest: Removes all operations that began before this date.
    /// - Returns: The stored operation: the given one, or the one that was stored before.
    public func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) -> PendingOperation {
        table.begin(operation, forgettingBefore: oldest)
    }

    /// Removes an operation; it is no error if it is not stored.
    ///
    /// - Parameter operation: The operation. One with another key stays.
    public func end(_ operation: PendingOperation) {
        table.end(operation)
    }

    /// Returns all stored operations, in the order in which they began.
    public func pending() -> [PendingOperation] {
        table.all
    }
}
