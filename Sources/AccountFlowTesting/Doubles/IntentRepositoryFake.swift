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
    public func end(_ intent: PendingIntent) async throws(StorageError) {
        try checked { state in state.intents.removeAll { $0 == intent } }
    }

    /// Gives the intents that are stored, unless the repository was told to fail.
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
