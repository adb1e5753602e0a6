import AccountFlowTesting
import Domain
import Foundation
import Persistence

/// A repository of pending operations with one fault.
struct BrokenPendingOperationRepository: PendingOperationRepository {
    enum Fault {
        /// Stores nothing.
        case forgets
        /// Stores the last of two operations with the same purpose instead of the first.
        case keepsTheLast
        /// Removes all operations when one ends.
        case endsEverything
        /// Never removes an old operation.
        case keepsTheOld
        /// Lets simultaneous operations with the same purpose begin with different keys.
        case races
    }

    let fault: Fault
    private let pendingOperations: any PendingOperationRepository = InMemoryPendingOperationRepository()
    private let gate = Gate()

    init(_ fault: Fault) {
        self.fault = fault
    }

    func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) async throws(StorageError)
        -> PendingOperation
    {
        if fault == .forgets { return operation }
        let isFirst = try await pendingOperations.pending().isEmpty
        if fault == .races { await gate.meeting() }
        if fault == .keepsTheLast { try await endEverything() }
        let begun = try await pendingOperations.begin(
            operation,
            forgettingBefore: fault == .keepsTheOld ? .distantPast : oldest
        )
        return fault == .races && isFirst ? operation : begun
    }

    func end(_ operation: PendingOperation) async throws(StorageError) {
        fault == .endsEverything ? try await endEverything() : try await pendingOperations.end(operation)
    }

    func pending() async throws(StorageError) -> [PendingOperation] { try await pendingOperations.pending() }

    private func endEverything() async throws(StorageError) {
        for operation in try await pendingOperations.pending() { try await pendingOperations.end(operation) }
    }
}
