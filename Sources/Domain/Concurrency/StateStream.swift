import Synchronization

/// The readers of a state, each of which gets the current state first, and then every change in the same order.
package final class StateStream<State: Equatable & Sendable>: Sendable {
    private struct Readers {
        var state: State
        var isFinished = false
        var lastID = 0
        var continuations: [Int: AsyncStream<State>.Continuation] = [:]
    }

    private let readers: Mutex<Readers>

    package init(_ state: State) { readers = Mutex(Readers(state: state)) }

    deinit { finish() }

    /// The current state.
    package var state: State { readers.withLock { $0.state } }

    /// A sequence for a new reader; of the states that a slow reader has not read, it keeps the newest.
    package var states: AsyncStream<State> {
        let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(1))
        let id = readers.withLock { readers -> Int? in
            // The lock keeps the order: no state comes between this one and the next.
            continuation.yield(readers.state)
            guard !readers.isFinished else { return nil }
            readers.lastID += 1
            readers.continuations[readers.lastID] = continuation
            return readers.lastID
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.readers.withLock { $0.continuations[id] = nil }
        }
        return stream
    }

    /// Changes the state, also after the end of the sequences; an equal one is no change.
    package func send(_ state: State) {
        readers.withLock { readers in
            guard readers.state != state else { return }
            readers.state = state
            for continuation in readers.continuations.values { continuation.yield(state) }
        }
    }

    /// Ends all sequences.
    package func finish() {
        let continuations = readers.withLock { readers in
            readers.isFinished = true
            return exchange(&readers.continuations, with: [:])
        }
        for continuation in continuations.values { continuation.finish() }
    }
}
