import Synchronization

/// A clock on which sleeping takes no time: whoever sleeps moves it on to the end of the sleep.
///
/// A demonstration or a test that waits for minutes is over at once, and still sees the minutes go by.
public final class VirtualClock: Clock {
    /// A moment on the clock.
    public struct Instant: InstantProtocol {
        fileprivate let offset: Duration

        /// Gives the moment that is so much later.
        ///
        /// - Parameter duration: By how much; what is negative leads to an earlier moment.
        /// - Returns: The moment.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        /// Tells how long it is to another moment.
        ///
        /// - Parameter other: The moment.
        /// - Returns: The time between the two, negative where the other one is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Tells whether a moment is before another.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let offset = Mutex(Duration.zero)

    /// Creates a clock that begins to count.
    public init() {}

    /// The present moment.
    public var now: Instant { Instant(offset: offset.withLock { $0 }) }

    /// How fine the clock is: as fine as a `Duration`.
    public var minimumResolution: Duration { .zero }

    /// How much time has gone by since the clock was made.
    public var elapsed: Duration { offset.withLock { $0 } }

    /// Moves the clock on.
    ///
    /// - Parameter duration: By how much; a clock does not go back, so what is negative does nothing.
    public func advance(by duration: Duration) {
        offset.withLock { $0 += max(duration, .zero) }
    }

    /// Moves the clock on to a moment, unless that is over, and lets others run.
    ///
    /// - Parameters:
    ///   - deadline: The moment.
    ///   - tolerance: Has no meaning here.
    /// - Throws: `CancellationError` where the task was cancelled; the clock is where it was then.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        offset.withLock { $0 = max($0, deadline.offset) }
        await Task.yield()
    }
}
