/// A runner of one operation at a time, which drops the result of every one but the latest.
@MainActor
final class LatestWinsTask {
    private let queue: SerialTaskQueue
    private var generation = 0
    private var running: Task<Void, Never>?

    init(queue: SerialTaskQueue = SerialTaskQueue()) {
        self.queue = queue
    }

    /// Cancels the previous operation, and enqueues another one.
    ///
    /// An operation that ``cancel()`` cancels before it begins is skipped. Cancelling the calling task cancels the
    /// operation too, but its result is delivered nevertheless.
    ///
    /// `receive` is called with the result, unless ``cancel()`` was called or another operation was started first. It
    /// is called as soon as the operation finishes on the main actor, so only results of cancelled operations are
    /// dropped.
    func run<Answer: Sendable>(
        _ operation: @escaping @MainActor () async -> Answer,
        then receive: @escaping @MainActor (Answer) -> Void
    ) async {
        cancel()
        let started = generation
        let task = queue.enqueue { [self] in
            guard started == generation else { return }
            let answer = await operation()
            guard started == generation else { return }
            running = nil
            receive(answer)
        }
        running = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the running operation, and drops its result.
    func cancel() {
        generation += 1
        running?.cancel()
        running = nil
    }
}
