import Synchronization

/// A mutex for tasks, whose holder can do the work of waiting tasks as the leader of a group commit.
///
/// Waiting tasks without work get the mutex first: they are few, and every leader does all the waiting work.
final class AsyncMutex<Work: Sendable, Answer: Sendable>: Sendable {
    /// A task that waits for the result of its work, or for the mutex.
    struct Follower: Sendable {
        let work: Work
        fileprivate let continuation: CheckedContinuation<Answer?, Never>

        func answer(_ answer: Answer) { continuation.resume(returning: answer) }
    }

    private struct State {
        var isLocked = false
        var waiters: [CheckedContinuation<Answer?, Never>] = []
        var followers: [Follower] = []
    }

    private let state = Mutex(State())

    var isLocked: Bool { state.withLock { $0.isLocked } }

    func tryLock() -> Bool {
        state.withLock { state in
            defer { state.isLocked = true }
            return !state.isLocked
        }
    }

    /// Waits for the mutex and returns nil, or returns the result if a holder does the caller's work first.
    @discardableResult
    func lock(with work: Work? = nil) async -> Answer? {
        await withCheckedContinuation { continuation in
            let isMine = state.withLock { state in
                guard state.isLocked else {
                    state.isLocked = true
                    return true
                }
                if let work {
                    state.followers.append(Follower(work: work, continuation: continuation))
                } else {
                    state.waiters.append(continuation)
                }
                return false
            }
            if isMine { continuation.resume(returning: nil) }
        }
    }

    /// Removes and returns the tasks with waiting work; the holder has to answer each of them.
    func takeFollowers() -> [Follower] {
        state.withLock { state in
            defer { state.followers = [] }
            return state.followers
        }
    }

    /// Passes the mutex to the next waiting task.
    func unlock() {
        let next: CheckedContinuation<Answer?, Never>? = state.withLock { state in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            if !state.followers.isEmpty { return state.followers.removeFirst().continuation }
            state.isLocked = false
            return nil
        }
        next?.resume(returning: nil)
    }
}
