import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Pending operations without a definitive answer: what the in-memory and the file repository have in common.
struct PendingOperationTable: Sendable {
    /// The pending operations in the order in which they began.
    private(set) var all: [PendingOperation] = []

    /// Adds an operation unless there is one about the same thing, and forgets those that are too old.
    ///
    /// - Returns: The operation that is there now.
    mutating func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) -> PendingOperation {
        all.removeAll { $0.begunAt < oldest }
        if let earlier = all.first(where: { $0.concernsSame(as: operation) }) { return earlier }
        all.insert(operation, at: all.firstIndex { $0.begunAt > operation.begunAt } ?? all.endIndex)
        return operation
    }

    mutating func end(_ operation: PendingOperation) -> Bool {
        guard let place = all.firstIndex(of: operation) else { return false }
        all.remove(at: place)
        return true
    }
}
