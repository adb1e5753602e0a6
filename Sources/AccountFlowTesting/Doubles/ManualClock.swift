import Synchronization

/// A clock that goes on only when a test tells it to; whoever sleeps on it waits for that.
public final class ManualClock: Clock {
    /// A moment on the clock.
    public struct Instant: InstantProtocol {
        fileprivate let offset: Duration

        /// Gives the moment that is so much later.
        ///
        /// - Parameter duration: How much later; earlier where it is below zero.
        /// - Returns: The moment.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Tells how long it is to another moment.
        ///
        /// - Parameter other: The other moment.
        /// - Returns: How long it is, which is below zero where the other is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Tells whether a moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Result<Void, CancellationError>, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextID = 0
        var begun = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Creates a clock that begins to count.
    public init() {}

    /// The present moment.
    public var now: Instant { state.withLock { $0.now } }
    /// How fine the clock is: as fine as a `Duration`.
    public var minimumResolution: Duration { .zero }

    /// How many sleep at the moment.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock was moved on so far.
    ///
    /// - Parameters:
    ///   - deadline: When the sleep ends.
    ///   - tolerance: Of no importance here.
    /// - Throws: `CancellationError` once the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isCancelled, isDue, watchers) = state.withLock { state in
                    let isCancelled = state.cancelled.remove(id) != nil
                    let isDue = deadline <= state.now
                    if !isCancelled, !isDue {
                        state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    }
                    state.begun += 1
                    let ready = state.watchers.filter { $0.count <= state.begun }
                    state.watchers.removeAll { $0.count <= state.begun }
                    return (isCancelled, isDue, ready)
                }
                if isCancelled {
                    continuation.resume(returning: .failure(CancellationError()))
                } else if isDue {
                    continuation.resume(returning: .success(()))
                }
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                if state.sleepers[id] == nil { state.cancelled.insert(id) }
                return state.sleepers.removeValue(forKey: id)
            }
            sleeper?.continuation.resume(returning: .failure(CancellationError()))
        }
        try result.get()
    }

    /// Waits until so many have begun to sleep since the clock was made, those that were woken or cancelled included.
    ///
    /// - Parameter count: How many; with none or fewer, nobody waits.
    public func sleepBegun(times count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.begun >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Lets time go by, and wakes those whose time has come; a time below zero puts the clock back.
    ///
    /// - Parameter duration: How much time.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in due { sleeper.continuation.resume(returning: .success(())) }
    }
}
