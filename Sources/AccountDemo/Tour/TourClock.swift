#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The clock of the tour's screens, which goes on when the tour says so: what takes seconds there is over at once here,
/// and comes in the same order every time.
final class TourClock: Clock {
    struct Instant: InstantProtocol {
        fileprivate let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Result<Void, CancellationError>, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var count = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
        var watchers: [Int: AsyncStream<[Duration]>.Continuation] = [:]

        /// Tells those who watch how long everybody still sleeps; it is an unbounded queue, so nobody is waited for.
        func tell() {
            let remaining = sleepers.values.map { now.duration(to: $0.deadline) }
            for watcher in watchers.values { watcher.yield(remaining) }
        }
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    /// The time on the wall: the first day of 2026, and what has gone by since.
    var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + now.offset / .seconds(1)) }

    /// How long everybody still sleeps, now and after every change.
    var sleeps: AsyncStream<[Duration]> {
        let (stream, continuation) = AsyncStream.makeStream(of: [Duration].self)
        let id = state.withLock { state in
            state.count += 1
            state.watchers[state.count] = continuation
            state.tell()
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.watchers.removeValue(forKey: id) }
        }
        return stream
    }

    /// Lets time go by, and wakes those whose time has come, the earliest first.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for (_, sleeper) in due { sleeper.continuation.resume(returning: .success(())) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result: Result<Void, CancellationError>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    state.tell()
                    return nil
                }
                if let result { continuation.resume(returning: result) }
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
}
