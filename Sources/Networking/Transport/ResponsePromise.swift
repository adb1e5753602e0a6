import Synchronization

/// A promise of exactly one outcome to the task that waits for a response.
///
/// The first completion counts, such as that of the transport or that of a cancelled task.
final class ResponsePromise: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    private enum State {
        case new
        case waiting(CheckedContinuation<Outcome, Never>)
        case completed(Outcome)
    }

    private let state = Mutex(State.new)

    /// Sets the continuation and returns whether an outcome is still to come; otherwise resumes it at once.
    func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let outcome: Outcome? = state.withLock { state in
            if case .completed(let outcome) = state { return outcome }
            state = .waiting(continuation)
            return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
        return outcome == nil
    }

    /// Sets the outcome; only the first one counts.
    func complete(_ outcome: Outcome) {
        let continuation: CheckedContinuation<Outcome, Never>? = state.withLock { state in
            switch state {
            case .completed:
                return nil
            case .new:
                state = .completed(outcome)
                return nil
            case .waiting(let continuation):
                state = .completed(outcome)
                return continuation
            }
        }
        continuation?.resume(returning: outcome)
    }

    /// Whether there is an outcome.
    var isCompleted: Bool {
        state.withLock { state in
            if case .completed = state { true } else { false }
        }
    }
}
