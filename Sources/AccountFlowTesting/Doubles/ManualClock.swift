public import Domain
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock and a calendar date that only a test advances.
///
/// Advancing wakes tasks that sleep on the clock.
public final class ManualClock: Clock {
    /// An instant of the clock.
    public struct Instant: InstantProtocol {
        fileprivate let offset: Duration

        /// Returns the instant that is later by a duration.
        ///
        /// - Parameter duration: The duration; a negative one gives an earlier instant.
        /// - Returns: The instant.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the duration to another instant.
        ///
        /// - Parameter other: The other instant.
        /// - Returns: The duration, negative if the other instant is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Returns whether an instant is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Result<Void, CancellationError>, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var date: Date
        var nextID = 0
        var sleepers: [Int: Sleeper] = [:]
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>
    private let sleeps = MessageLog<Void>()

    /// Creates a clock.
    ///
    /// - Parameter date: The date that it shows.
    public init(date: Date = .stub) {
        state = Mutex(State(date: date))
    }

    /// The current instant.
    public var now: Instant { state.withLock { $0.now } }

    /// The resolution of the clock.
    public var minimumResolution: Duration { .zero }

    /// The current date, which can be set without waking a task.
    public var date: Date {
        get { state.withLock { $0.date } }
        set { state.withLock { $0.date = newValue } }
    }

    /// A generator of the current date.
    public var dates: DateGenerator { DateGenerator { self.date } }

    /// The time since the clock was created, as that since the start of the device.
    public var uptime: Uptime { Uptime { self.now.offset } }

    /// The number of sleeping tasks.
    public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until the clock reaches an instant.
    ///
    /// - Parameters:
    ///   - deadline: The instant.
    ///   - tolerance: Ignored.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isCancelled, isDue) = state.withLock { state in
                    let isCancelled = state.cancelled.remove(id) != nil
                    let isDue = deadline <= state.now
                    if !isCancelled, !isDue {
                        state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    }
                    return (isCancelled, isDue)
                }
                if isCancelled {
                    continuation.resume(returning: .failure(CancellationError()))
                } else if isDue {
                    continuation.resume(returning: .success(()))
                }
                sleeps.append(())
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

    /// Waits until a number of sleeps have begun since the clock was created.
    ///
    /// - Parameter count: The number, which includes sleeps that have ended.
    public func sleepBegun(times count: Int = 1) async { await sleeps.arrival(of: count) }

    /// Advances the clock and the date, and wakes the tasks whose deadline has passed.
    ///
    /// - Parameter duration: The duration; a negative one sets the clock back.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            state.date += duration / .seconds(1)
            let now = state.now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            // Sleepers with one deadline wake in the order in which they began.
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        for sleeper in due { sleeper.value.continuation.resume(returning: .success(())) }
    }
}
