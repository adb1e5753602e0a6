package import Dispatch

/// Runs an actor on a dispatch queue of its own, where it may wait for the system without holding up other tasks.
///
/// Dispatch has such an executor itself on Apple platforms only.
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

extension DispatchQueue {
    /// Runs blocking work on this queue, away from the threads that run tasks.
    func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }
}
