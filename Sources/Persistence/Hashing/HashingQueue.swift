import Dispatch
package import Domain
import Synchronization

/// Runs slow work apart from the threads that run tasks, with limits on how much runs and waits at once.
package final class HashingQueue: Sendable {
    /// How many calls may wait.
    package static let maximumWaiting = 64

    private let state: Mutex<State>

    /// How many calls are waiting.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Creates a queue for so many calls at once, at least one.
    package init(width: Int) {
        state = Mutex(State(idle: (0..<max(width, 1)).map { DispatchQueue(label: "Persistence.HashingQueue.\($0)") }))
    }

    /// Runs work in turn.
    ///
    /// A cancelled call returns at once. If its work is running, it goes on in its place, and its result is dropped.
    ///
    /// If too many calls are waiting, this one fails with `.busy`.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PasswordHashingError) -> Value
    ) async throws(PasswordHashingError) -> Value {
        let call = Call<Value>()
        let job = Job(call: ObjectIdentifier(call)) {
            if call.isAwaited { call.answer(Result(catching: work)) }
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard call.await(continuation) else { return }
                if !submit(job) { call.answer(.failure(.busy)) }
            }
        } onCancel: {
            call.answer(.failure(.cancelled))
            state.withLock { state in state.waiting.removeAll { $0.call == job.call } }
        }
        return try result.get()
    }

    private struct State {
        /// Serial queues, because concurrent ones share their threads with the tasks.
        var idle: [DispatchQueue]

        var waiting: [Job] = []
    }

    private struct Job: Sendable {
        let call: ObjectIdentifier
        let run: @Sendable () -> Void
    }

    /// Starts a job or makes it wait; returns false if too many are waiting.
    private func submit(_ job: Job) -> Bool {
        let (isAccepted, queue) = state.withLock { state -> (Bool, DispatchQueue?) in
            if let queue = state.idle.popLast() { return (true, queue) }
            guard state.waiting.count < Self.maximumWaiting else { return (false, nil) }
            state.waiting.append(job)
            return (true, nil)
        }
        if let queue { start(job, on: queue) }
        return isAccepted
    }

    private func start(_ job: Job, on queue: DispatchQueue) {
        queue.async { [self] in
            job.run()
            let next: Job? = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(queue)
                return nil
            }
            if let next { start(next, on: queue) }
        }
    }

    /// A call that waits for its result, which it gets once.
    private final class Call<Value: Sendable>: Sendable {
        typealias Answer = Result<Value, PasswordHashingError>

        private enum State {
            case new
            case awaited(CheckedContinuation<Answer, Never>)
            case answered
        }

        private let state = Mutex(State.new)

        var isAwaited: Bool {
            state.withLock { state in
                if case .awaited = state { true } else { false }
            }
        }

        /// Starts waiting, unless the call was cancelled before, and has got its result.
        func await(_ continuation: CheckedContinuation<Answer, Never>) -> Bool {
            let isNew = state.withLock { state in
                guard case .new = state else { return false }
                state = .awaited(continuation)
                return true
            }
            if !isNew { continuation.resume(returning: .failure(.cancelled)) }
            return isNew
        }

        func answer(_ result: Result<Value, PasswordHashingError>) {
            let before = state.withLock { state in
                defer { state = .answered }
                return state
            }
            if case .awaited(let continuation) = before { continuation.resume(returning: result) }
        }
    }
}
