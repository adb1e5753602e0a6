import Synchronization

/// Where every port call of a walk waits until the walk lets it go on, in any order.
final class LateAnswers: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits until the walk lets this call go on; cancellation makes no difference.
    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets one of the waiting calls go on.
    func release(using generator: inout some RandomNumberGenerator) {
        let chosen = state.withLock { state in
            state.waiting.isEmpty
                ? nil : state.waiting.remove(at: Int.random(in: state.waiting.indices, using: &generator))
        }
        chosen?.resume()
    }

    /// Lets all calls go on, now and later.
    func open() {
        let released = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in released { continuation.resume() }
    }
}
