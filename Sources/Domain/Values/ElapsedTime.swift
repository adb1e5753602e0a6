/// The time that has passed in this process, which does not depend on the date of the device.
public struct ElapsedTime: Sendable {
    private let read: @Sendable () -> Duration

    /// Creates the time of a clock.
    ///
    /// - Parameter clock: The clock, such as a `ContinuousClock`.
    public init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    /// The time since the creation.
    var now: Duration { read() }
}
