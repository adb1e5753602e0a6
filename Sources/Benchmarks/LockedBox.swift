import Synchronization

/// The minimum of a box with cancellation: a lock around the value and an array of callbacks.
final class LockedBox: Sendable {
    private struct State {
        var value = 0
        var next = 0
        var observers: [(id: Int, receive: @Sendable (Int) -> Void)] = []
    }

    private let state = Mutex(State())

    func set(_ value: Int) {
        let observers = state.withLock { state in
            state.value = value
            return state.observers
        }
        for observer in observers { observer.receive(value) }
    }

    func observe(_ receive: @escaping @Sendable (Int) -> Void) -> Int {
        state.withLock { state in
            state.next += 1
            state.observers.append((state.next, receive))
            return state.next
        }
    }

    func cancel(_ id: Int) {
        state.withLock { state in state.observers.removeAll { $0.id == id } }
    }
}
