/// A serial queue for the operations of one flow, which must not overlap.
///
/// An operation that was cancelled may have to undo something, and the next one must find that done.
@MainActor
public final class SerialTaskQueue {
    private var last: Task<Void, Never>?

    /// Creates an empty queue.
    public init() {}

    /// Adds an operation, which runs once all earlier ones have ended, whether they were cancelled or not.
    func enqueue(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let earlier = last
        let task = Task {
            await earlier?.value
            await operation()
        }
        last = task
        return task
    }

    /// Waits until the queue is empty, including operations that are added meanwhile.
    func waitUntilEmpty() async {
        while let task = last {
            await task.value
            if last == task { last = nil }
        }
    }

    /// Runs an operation that nothing cancels, not even the task of its caller.
    ///
    /// It does not begin if `isWanted` returns false when its turn has come. `receive` gets the result before the next
    /// operation begins.
    func run<Answer: Sendable>(
        if isWanted: @escaping @MainActor () -> Bool,
        _ operation: @escaping @MainActor () async -> Answer,
        then receive: @escaping @MainActor (Answer) -> Void
    ) async {
        await enqueue {
            if isWanted() { receive(await operation()) }
        }.value
    }
}

/// Runs one operation at a time, and drops the result of every one but the latest.
@MainActor
final class LatestWinsTask {
    private let queue: SerialTaskQueue
    private var generation = 0
    private var running: Task<Void, Never>?

    init(queue: SerialTaskQueue = SerialTaskQueue()) {
        self.queue = queue
    }

    /// Cancels the previous operation and enqueues another one.
    ///
    /// An operation that is cancelled while it waits in the queue does not begin. Cancelling the calling task cancels
    /// the operation as well, but its result is delivered all the same.
    ///
    /// `receive` gets the result, unless ``cancel()`` or another operation came before it. Nothing else happens on the
    /// main actor between the end of the operation and this call, so the result of an operation that is not cancelled
    /// when it ends is never dropped.
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

    /// Cancels the operation that is running, and drops its result.
    func cancel() {
        generation += 1
        running?.cancel()
        running = nil
    }
}
