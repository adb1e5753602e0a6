import Dispatch
package import Domain
import Synchronization

/// A queue for slow work outside the cooperative pool, which limits how many calls run and wait.
package final class HashingQueue: Sendable {
    /// The largest number of waiting calls.
    package static let maximumWaiting = 64

    private let state: Mutex<State>

    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Creates a queue that runs at most `width` calls at the same time; at least one.
    package init(width: Int) {
        state = Mutex(State(idle: (0..<max(width, 1)).map { DispatchQueue(label: "Persistence.HashingQueue.\($0)") }))
    }

    /// Runs work in turn, and throws `.busy` if too many calls are waiting.
    ///
    /// A cancelled call throws `.cancelled` at once. Work that is running continues, and its result is dropped.
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
        /// The queues that are free.
        ///
        /// They are serial, because concurrent queues share their threads with tasks.
        var idle: [DispatchQueue]

        var waiting: [Job] = []
    }

    private struct Job: Sendable {
        let call: ObjectIdentifier
        let run: @Sendable () -> Void
    }

    /// Starts a job or lets it wait; returns false if too many jobs are waiting.
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

    /// A call that waits for its result, which it receives once.
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

        /// Starts waiting, and returns false if the call was cancelled before.
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
