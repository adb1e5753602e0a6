package import Dispatch

/// An executor that runs an actor on its own dispatch queue, so that it may block without delaying other tasks.
///
/// Dispatch provides such an executor on Apple platforms only.
package final class DispatchQueueExecutor: SerialExecutor {
    package let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}

/// An actor for work that waits for the disk between other awaits.
actor BlockingActor {
    private let executor: DispatchQueueExecutor

    init(label: String) {
        executor = DispatchQueueExecutor(label: label)
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

extension DispatchQueue {
    /// Runs blocking work on this queue instead of the threads of the cooperative pool.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
