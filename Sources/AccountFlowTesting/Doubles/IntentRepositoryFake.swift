public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An intent repository that keeps its intents as long as it lives, and fails when it is told to.
public final class IntentRepositoryFake: IntentRepository {
    private struct State {
        var intents: [PendingIntent] = []
        var failure: StorageError?
    }

    private let state = Mutex(State())

    /// Creates a repository without intents.
    public init() {}

    /// Makes every call from now on fail.
    ///
    /// - Parameter error: What it fails with, or nil for none.
    public func fail(with error: StorageError?) {
        state.withLock { $0.failure = error }
    }

    /// The intents that are stored now.
    public var stored: [PendingIntent] { state.withLock { $0.intents } }

    /// Stores an intent, unless there is an earlier one or the repository was told to fail.
    ///
    /// - Parameters:
    ///   - intent: The intent to be stored.
    ///   - oldest: Intents that began before this moment are forgotten, whatever they are about.
    /// - Returns: The intent that is stored now: the given one, or the earlier one about the same thing.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then nothing was changed.
    public func begin(
        _ intent: PendingIntent,
        forgettingBefore oldest: Date
    ) async throws(StorageError) -> PendingIntent {
        try checked { state in
            state.intents.removeAll { $0.begunAt < oldest }
            if let earlier = state.intents.first(where: { $0.concernsSame(as: intent) }) { return earlier }
            state.intents.append(intent)
            return intent
        }
    }

    /// Forgets an intent, unless the repository was told to fail.
    ///
    /// - Parameter intent: The intent; another one about the same thing stays, and it is no error if there is none.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with; then the intent is still
    ///   there.
    public func end(_ intent: PendingIntent) async throws(StorageError) {
        try checked { state in state.intents.removeAll { $0 == intent } }
    }

    /// Gives the intents that are stored, unless the repository was told to fail.
    ///
    /// - Returns: The intents, in the order in which they began.
    /// - Throws: The ``/Domain/StorageError`` that the repository was told to fail with.
    public func pending() async throws(StorageError) -> [PendingIntent] {
        try checked { $0.intents.sorted { $0.begunAt < $1.begunAt } }
    }

    private func checked<Value: Sendable>(_ work: (inout sending State) -> Value) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            if let failure = state.failure { throw failure }
            return work(&state)
        }
    }
}
