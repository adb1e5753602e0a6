/// A clock for measuring and waiting, which tests replace.
public struct MonotonicTime: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates a wrapper of a clock.
    ///
    /// - Parameter clock: The clock.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }

    /// Creates a clock of functions, for tests.
    package init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        read = now
        wait = sleep
    }

    /// The time since the wrapper was created.
    public var now: Duration { read() }

    /// Waits.
    ///
    /// - Parameter duration: The time; a negative one counts as zero.
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        do {
            try Task.checkCancellation()
            if duration > .zero { try await wait(duration) }
        } catch {
            // Clocks throw nothing else.
            throw CancellationError()
        }
    }

    /// The system's continuous clock, which advances while the system sleeps.
    public static let system = MonotonicTime(ContinuousClock())
}
