/// The operations of keys, one after the other; keys that are pressed meanwhile wait, and are dropped if the operation
/// led to what the user had not seen then, such as another screen.
@MainActor
final class KeyQueue {
    typealias Operation = @MainActor () async -> Void

    /// Handles a waiting key, and returns the operation that takes time, if any.
    var perform: @MainActor (Key) -> Operation? = { _ in nil }

    /// Runs the operation of a key.
    var run: @MainActor (Operation) async -> Void = { await $0() }

    /// Called after the last operation.
    var ended: @MainActor () -> Void = {}

    /// The task of the running operations.
    private(set) var turn: Task<Void, Never>?
    private var turnCount = 0
    private var waiting: [Key] = []

    /// The first operation of a screen that has just appeared.
    private var arrival: Task<Void, Never>?

    /// Adds a key that is handled after the running operation.
    func wait(with key: Key) { waiting.append(key) }

    func dropKeys() { waiting = [] }

    /// Drops the keys that would act on what the screen shows; the others open a list on any screen.
    func dropKeysForScreen() {
        waiting.removeAll { if case .function = $0 { false } else { true } }
    }

    /// Cancels the running operation without waiting for its end, and drops the keys that were meant for the screen after
    /// it.
    @discardableResult
    func stop() -> Task<Void, Never> {
        turn?.cancel()
        dropKeys()
        return take {}
    }

    /// Begins the first operation of a screen, which is waited for before the keys that wait.
    func arrive(_ operation: @escaping Operation) {
        arrival = Task { await operation() }
        if turn == nil { take {} }
    }

    /// Runs an operation, and then handles the waiting keys.
    @discardableResult
    func take(_ operation: @escaping Operation) -> Task<Void, Never> {
        turnCount += 1
        let number = turnCount
        let task = Task {
            await run(operation)
            while number == turnCount {
                if let task = arrival {
                    arrival = nil
                    await task.value
                } else if !waiting.isEmpty {
                    if let operation = perform(waiting.removeFirst()) { await run(operation) }
                } else {
                    turn = nil
                    break
                }
            }
            ended()
        }
        turn = task
        return task
    }
}
