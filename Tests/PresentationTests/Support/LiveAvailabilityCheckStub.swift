import AccountFlowTesting
import Domain
import Synchronization

/// An inquiry whose answers a test gives, and that writes down what was typed.
final class LiveAvailabilityCheckStub: LiveAvailabilityChecking {
    private struct Progress {
        var state = AvailabilityState.idle
        var typed: [AccountID?] = []
    }

    let states: AsyncStream<AvailabilityState>
    private let continuation: AsyncStream<AvailabilityState>.Continuation
    private let progress = Mutex(Progress())

    /// Hears that nobody listens any more.
    let endings = MessageLog<String>()

    init() {
        (states, continuation) = AsyncStream.makeStream()
        continuation.onTermination = { [endings] _ in endings.append("ended") }
    }

    var state: AvailabilityState { progress.withLock { $0.state } }

    /// What was typed so far.
    var typed: [AccountID?] { progress.withLock { $0.typed } }

    func update(_ id: AccountID?) {
        progress.withLock {
            $0.typed.append(id)
            $0.state = id.map { .pending($0) } ?? .idle
        }
    }

    /// Knows something from now on, and says so.
    func conclude(_ state: AvailabilityState) {
        progress.withLock { $0.state = state }
        continuation.yield(state)
    }

    /// Says something that it knew before.
    func repeatLate(_ state: AvailabilityState) { continuation.yield(state) }
}
