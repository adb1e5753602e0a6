import Dispatch
package import Domain
import Synchronization

/// Runs what is slow on purpose apart from the threads that run tasks: little of it at once, and only so much waiting.
package final class HashingQueue: Sendable {
    /// How many calls may wait for their turn.
    package static let maximumWaiting = 64

    /// How many calls run at once.
    package let width: Int

    /// Serial queues, because those of Dispatch that are not share their threads with the tasks.
    private let lanes: [DispatchQueue]
    private let state: Mutex<State>

    /// How many calls wait for their turn at this moment.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Creates a queue.
    ///
    /// - Parameter width: How many calls run at once, at least one.
    package init(width: Int) {
        self.width = max(width, 1)
        lanes = (0..<self.width).map { DispatchQueue(label: "Persistence.HashingQueue.\($0)") }
        state = Mutex(State(free: Array(lanes.indices)))
    }

    /// Runs a piece of work when its turn comes.
    ///
    /// A caller that is cancelled is answered at once. If its work has begun by then, it cannot be stopped: it goes on
    /// in its place and its result is dropped.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result.
    /// - Throws: `.busy` where too many are waiting already, `.cancelled`, or what the work throws.
    package func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PasswordHashingError) -> Value
    ) async throws(PasswordHashingError) -> Value {
        let call = Call<Value>()
        let job = Job(call: ObjectIdentifier(call)) {
            guard call.isAwaited else { return }
            do throws(PasswordHashingError) {
                call.answer(.success(try work()))
            } catch {
                call.answer(.failure(error))
            }
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
        /// The lanes on which nothing runs.
        var free: [Int]

        var waiting: [Job] = []
    }

    private struct Job: Sendable {
        let call: ObjectIdentifier
        let run: @Sendable () -> Void
    }

    /// Starts a job or lets it wait.
    ///
    /// - Returns: False where there is no room.
    private func submit(_ job: Job) -> Bool {
        let (isAccepted, lane) = state.withLock { state -> (Bool, Int?) in
            if let lane = state.free.popLast() { return (true, lane) }
            guard state.waiting.count < Self.maximumWaiting else { return (false, nil) }
            state.waiting.append(job)
            return (true, nil)
        }
        if let lane { start(job, on: lane) }
        return isAccepted
    }

    private func start(_ job: Job, on lane: Int) {
        lanes[lane].async { [self] in
            job.run()
            let next: Job? = state.withLock { state in
                if state.waiting.isEmpty {
                    state.free.append(lane)
                    return nil
                }
                return state.waiting.removeFirst()
            }
            if let next { start(next, on: lane) }
        }
    }

    /// Who waits for a result, and is answered once.
    private final class Call<Value: Sendable>: Sendable {
        private typealias Answer = Result<Value, PasswordHashingError>

        private enum State {
            case new
            case awaited(CheckedContinuation<Result<Value, PasswordHashingError>, Never>)
            case answered
        }

        private let state = Mutex(State.new)

        var isAwaited: Bool {
            state.withLock { state in
                if case .awaited = state { true } else { false }
            }
        }

        /// Begins to wait.
        ///
        /// - Returns: False where the call was cancelled before, and is answered so.
        func await(_ continuation: CheckedContinuation<Result<Value, PasswordHashingError>, Never>) -> Bool {
            let isNew = state.withLock { state in
                guard case .new = state else { return false }
                state = .awaited(continuation)
                return true
            }
            if !isNew { continuation.resume(returning: .failure(.cancelled)) }
            return isNew
        }

        func answer(_ result: Result<Value, PasswordHashingError>) {
            let continuation = state.withLock { state in
                defer { state = .answered }
                return if case .awaited(let continuation) = state { continuation } else {
                    nil as CheckedContinuation<Result<Value, PasswordHashingError>, Never>?
                }
            }
            continuation?.resume(returning: result)
        }
    }
}
