public import Domain

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Pending operations that are remembered as long as this object lives.
public actor InMemoryPendingOperationRepository: PendingOperationRepository {
    private var table = PendingOperationTable()

    /// Creates an empty repository.
    public init() {}

    /// Stores an operation, unless one about the same thing is stored already.
    ///
    /// - Parameters:
    ///   - operation: The operation to be stored.
    ///   - oldest: Pending operations that began before this moment are forgotten.
    /// - Returns: The operation that is stored now.
    public func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) -> PendingOperation {
        table.begin(operation, forgettingBefore: oldest)
    }

    /// Forgets an operation; it is no error if it is not stored.
    ///
    /// - Parameter operation: The operation; another one about the same thing stays.
    public func end(_ operation: PendingOperation) {
        _ = table.end(operation)
    }

    /// Reads every stored operation.
    ///
    /// - Returns: The pending operations, in the order in which they began.
    public func pending() -> [PendingOperation] {
        table.all
    }
}
