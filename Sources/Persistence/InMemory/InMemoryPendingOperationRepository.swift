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

    public func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) -> PendingOperation {
        table.begin(operation, forgettingBefore: oldest)
    }

    public func end(_ operation: PendingOperation) {
        table.end(operation)
    }

    public func pending() -> [PendingOperation] {
        table.all
    }
}
