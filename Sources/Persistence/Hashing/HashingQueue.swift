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
        let promise = Promise<Result<Value, PasswordHashingError>>()
        let job = Job(promise: ObjectIdentifier(promise)) {
            if !promise.isCompleted { promise.complete(Result(catching: work)) }
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard promise.wait(continuation) else { return }
                if !submit(job) { promise.complete(.failure(.busy)) }
            }
        } onCancel: {
            promise.complete(.failure(.cancelled))
            state.withLock { state in state.waiting.removeAll { $0.promise == job.promise } }
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
        let promise: ObjectIdentifier
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
}
