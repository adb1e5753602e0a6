package import Domain
package import Foundation
import Synchronization

/// Intents in memory, which writes down in which order it was used and fails when it is told to.
package final class IntentRepositoryFake: IntentRepository {
    private struct State {
        var intents: [PendingIntent] = []
        var failure: StorageError?
    }

    private let state = Mutex(State())

    package init() {}

    /// What every call from now on fails with; nil for none.
    package func fail(with error: StorageError?) {
        state.withLock { $0.failure = error }
    }

    /// The intents that are stored now.
    package var stored: [PendingIntent] { state.withLock { $0.intents } }

    package func begin(
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

    package func end(_ intent: PendingIntent) async throws(StorageError) {
        try checked { state in state.intents.removeAll { $0 == intent } }
    }

    package func pending() async throws(StorageError) -> [PendingIntent] {
        try checked { $0.intents }
    }

    private func checked<Value: Sendable>(_ work: (inout sending State) -> Value) throws(StorageError) -> Value {
        try state.withLock { state throws(StorageError) in
            if let failure = state.failure { throw failure }
            return work(&state)
        }
    }
}
