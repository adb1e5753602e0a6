import Synchronization

/// A promise of exactly one outcome to the task that waits for it.
///
/// Only the first completion counts, such as that of the work or of a cancelled task.
package final class Promise<Outcome: Sendable>: Sendable {
    private let state = Mutex<(continuation: CheckedContinuation<Outcome, Never>?, outcome: Outcome?)>((nil, nil))

    package init() {}

    /// Sets the continuation, and resumes it at once if there is an outcome; returns whether the continuation still
    /// waits.
    package func wait(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.continuation = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
        return outcome == nil
    }

    /// Sets the outcome; only the first one counts.
    package func complete(_ outcome: Outcome) {
        let continuation = state.withLock { state in
            if state.outcome == nil { state.outcome = outcome }
            return exchange(&state.continuation, with: nil)
        }
        continuation?.resume(returning: outcome)
    }

    package var isCompleted: Bool { state.withLock { $0.outcome != nil } }
}
