import Synchronization

/// The promise that somebody who waits for a response gets exactly one outcome.
///
/// Whoever settles it first, such as whoever sends or the task that is cancelled, takes the continuation away.
final class ResponseTicket: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    private enum State {
        case new
        case waiting(CheckedContinuation<Outcome, Never>)
        case settled(Outcome)
    }

    private let state = Mutex(State.new)

    /// Begins to wait; where it is settled already, that is over at once.
    ///
    /// - Returns: Whether an outcome is still to come.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let outcome: Outcome? = state.withLock { state in
            if case .settled(let outcome) = state { return outcome }
            state = .waiting(continuation)
            return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
        return outcome == nil
    }

    /// Gives the outcome; only the first one counts.
    func settle(_ outcome: Outcome) {
        let continuation: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            switch state {
            case .settled:
                return nil
            case .new:
                state = .settled(outcome)
                return nil
            case .waiting(let continuation):
                state = .settled(outcome)
                return continuation
            }
        }
        continuation?.resume(returning: outcome)
    }

    /// Whether nobody waits any more.
    var isSettled: Bool {
        state.withLock { state in
            if case .settled = state { true } else { false }
        }
    }
}
