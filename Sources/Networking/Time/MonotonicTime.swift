/// Where waiting and the measuring of time happen, so that both can be played.
public struct MonotonicTime: Sendable {
    private let read: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates a source of time on a clock.
    ///
    /// - Parameter clock: The clock.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let start = clock.now
        read = { start.duration(to: clock.now) }
        wait = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }

    /// The time since some moment in the past, which never goes back.
    public var now: Duration { read() }

    /// Waits.
    ///
    /// - Parameter duration: How long; not at all where it is not positive.
    /// - Throws: `CancellationError` where the task was cancelled, as soon as it is.
    public func sleep(for duration: Duration) async throws(CancellationError) {
        do {
            try Task.checkCancellation()
            if duration > .zero { try await wait(duration) }
        } catch {
            // Clocks throw nothing else.
            throw CancellationError()
        }
    }

    /// The clock of the system, which goes on while it sleeps.
    public static let system = MonotonicTime(ContinuousClock())
}
