public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An operation repository that keeps its pending operations as long as it lives, and fails when it is told to.
public final class PendingOperationRepositoryFake: PendingOperationRepository {
    private struct State {
        var pendingOperations: [PendingOperation] = []
        var failure: StorageError?
    }

    private let state = Mutex(State())

    /// Creates a repository without pending operations.
    public init() {}

    /// Makes every call from now on fail.
    ///
    /// - Parameter error: What it fails with, or nil for none.
    public func fail(with error: StorageError?) {
        state.withLock { $0.failure = error }
    }

    /// The pending operations that are stored now.
    public var stored: [PendingOperation] { state.withLock { $0.pendingOperations } }

    /// Stores an operation, unless there is an earlier one or the repository was told to fail.
    ///
    /// - Parameters:
    ///   - operation: The operation to be stored.
    ///   - oldest: Pending operations that began before this moment are forgotten, whatever they are about.
    /// - Returns: The operation that is stored now: the given one, or the earlier one about the same thing.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then nothing was changed.
    public func begin(
        _ operation: PendingOperation,
        forgettingBefore oldest: Date
    ) async throws(StorageError) -> PendingOperation {
        try checked { state in
            state.pendingOperations.removeAll { $0.begunAt < oldest }
            if let earlier = state.pendingOperations.first(where: { $0.concernsSame(as: operation) }) { return earlier }
            state.pendingOperations.append(operation)
            return operation
        }
    }

    /// Forgets an operation, unless the repository was told to fail.
    ///
    /// - Parameter operation: The operation; another one about the same thing stays, and it is no error if there is none.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then the operation is still
    ///   there.
    public func end(_ operation: PendingOperation) async throws(StorageError) {
        try checked { state in state.pendingOperations.removeAll { $0 == operation } }
    }

    /// Gives the pending operations that are stored, unless the repository was told to fail.
    ///
    /// - Returns: The pending operations, in the order in which they began.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func pending() async throws(StorageError) -> [PendingOperation] {
        try checked { $0.pendingOperations.sorted { $0.begunAt < $1.begunAt } }
    }

    private func checked<Value: Sendable>(_ work: (inout sending State) -> Value) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            if let failure = state.failure { throw failure }
            return work(&state)
        }
    }
}
