/// A serial queue for the operations of one flow.
///
/// A cancelled operation may be too late to stop, and the next one must not begin before it has ended.
@MainActor
public final class SerialTaskQueue {
    private var last: Task<Void, Never>?

    /// Creates an empty queue.
    public init() {}

    /// Adds an operation, which runs after all earlier ones have finished, cancelled or not.
    package func enqueue(_ operation: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let earlier = last
        let task = Task {
            await earlier?.value
            await operation()
        }
        last = task
        return task
    }

    /// Waits until the queue is empty, including operations that are added during the wait.
    package func waitUntilEmpty() async {
        while let task = last {
            await task.value
            if last == task { last = nil }
        }
    }

    /// Runs an operation that is not cancelled, not even with the task of its caller.
    ///
    /// The operation is skipped if `isWanted` returns false when it would begin. `receive` is called with the result
    /// before the next operation begins.
    func run<Answer: Sendable>(
        if isWanted: @escaping @MainActor () -> Bool,
        _ operation: @escaping @MainActor () async -> Answer,
        then receive: @escaping @MainActor (Answer) -> Void
    ) async {
        await enqueue {
            if isWanted() { receive(await operation()) }
        }.value
    }

    /// Runs an operation that can fail, as above; `fail` is called instead of `receive` if it does.
    func run<Success: Sendable, Failure: Error>(
        if isWanted: @escaping @MainActor () -> Bool,
        _ operation: @escaping @MainActor () async throws(Failure) -> Success,
        then receive: @escaping @MainActor (Success) -> Void,
        failing fail: @escaping @MainActor (Failure) -> Void
    ) async {
        await enqueue {
            guard isWanted() else { return }
            do throws(Failure) { receive(try await operation()) } catch { fail(error) }
        }.value
    }
}
