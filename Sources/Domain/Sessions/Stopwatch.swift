/// The time since its start, which does not depend on the date of the device.
struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    /// Creates a stopwatch that starts now.
    init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        read = { start.duration(to: clock.now) }
    }

    var now: Duration { read() }
}
