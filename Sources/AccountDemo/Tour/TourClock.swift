#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The virtual clock of the tour's screens, which only the script advances, so that every run has the same order.
///
/// The manual clock of AccountFlowTesting is for tests, on which the program does not depend. This one also waits until
/// the screens sleep as long as the script says.
final class TourClock: Clock {
    typealias Instant = ContinuousClock.Instant

    /// A task that waits until its continuation is finished or the task is cancelled.
    private typealias Waiting = AsyncStream<Never>.Continuation

    private struct State {
        var now: Instant
        var count = 0
        var sleepers: [Int: (deadline: Instant, waiting: Waiting)] = [:]
        var watcher: (durations: Set<Duration>, waiting: Waiting)?

        /// The remaining time of each sleeper.
        var remaining: Set<Duration> { Set(sleepers.values.map { now.duration(to: $0.deadline) }) }

        func notifyWatcher() {
            if let watcher, watcher.durations.isSubset(of: remaining) { watcher.waiting.finish() }
        }
    }

    private let start: Instant
    private let state: Mutex<State>

    init() {
        start = .now
        state = Mutex(State(now: start))
    }

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    /// The current date, which starts at the first day of 2026.
    var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + start.duration(to: now) / .seconds(1)) }

    /// Waits until each of these durations has a sleeper, or the task is cancelled.
    func waitForSleepers(_ durations: Set<Duration>) async {
        let (end, waiting) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            state.watcher = (durations, waiting)
            state.notifyWatcher()
        }
        for await _ in end {}
    }

    /// Advances the time, and wakes the sleepers whose deadline has passed, the earliest first.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            return state.sleepers.filter { $0.value.deadline <= now }
        }
        let ordered = due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        for sleeper in ordered { sleeper.value.waiting.finish() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let (end, waiting) = AsyncStream.makeStream(of: Never.self)
        let id = state.withLock { state in
            state.count += 1
            state.sleepers[state.count] = (deadline, waiting)
            if deadline <= state.now { waiting.finish() }
            state.notifyWatcher()
            return state.count
        }
        for await _ in end {}
        state.withLock { $0.sleepers[id] = nil }
        try Task.checkCancellation()
    }
}
