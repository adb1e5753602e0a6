import AccountFlowTesting
import Domain
import Persistence

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An operation repository that is right but for one thing.
struct BrokenPendingOperationRepository: PendingOperationRepository {
    enum Fault {
        /// Nothing is stored.
        case forgets
        /// The last of two pending operations about the same stays.
        case keepsTheLast
        /// Whatever ends, everything has ended.
        case endsEverything
        /// Nothing is too old.
        case keepsTheOld
        /// Two may begin the same.
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
