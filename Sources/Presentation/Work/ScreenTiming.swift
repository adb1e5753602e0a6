public import Domain

/// The clocks and durations of the screens.
public struct ScreenTiming: Sendable {
    /// The clock that measures durations.
    public var clock: any Clock<Duration>

    /// The dates that a countdown is compared with.
    public var dates: DateGenerator

    /// How long a field stays rejected; no time if it is not positive.
    public var flash: Duration

    /// How often elapsed and remaining times are updated; at least a millisecond.
    public var step: Duration { didSet { step = max(step, .milliseconds(1)) } }

    /// The delay before a sign-in begins, none if it is not positive; leaving the screen ends it at once.
    public var signInDelay: Duration

    /// Creates the timing of the screens.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures durations.
    ///   - dates: The dates that a countdown is compared with.
    ///   - flash: How long a field stays rejected; no time if it is not positive.
    ///   - step: How often elapsed and remaining times are updated; at least a millisecond.
    ///   - signInDelay: The delay before a sign-in begins; none if it is not positive.
    public init(
        clock: any Clock<Duration> = ContinuousClock(),
        dates: DateGenerator = .system,
        flash: Duration = .milliseconds(1_500),
        step: Duration = .seconds(1),
        signInDelay: Duration = .zero
    ) {
        self.clock = clock
        self.dates = dates
        self.flash = flash
        self.step = max(step, .milliseconds(1))
        self.signInDelay = signInDelay
    }
}

/// A timer that repeats until it is stopped or released.
@MainActor
final class Ticker {
    private let clock: any Clock<Duration>
    private var task: Task<Void, Never>?

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    deinit {
        task?.cancel()
    }

    /// Starts again: calls `tick` at every step with the time since the start, until it returns false.
    func start(every step: Duration, _ tick: @escaping @MainActor (Duration) -> Bool) {
        cancel()
        let elapsed = Self.stopwatch(on: clock)
        task = Task { [clock] in
            repeat {
                // A sleep that ends early was cancelled, or the clock does not work.
                do { try await clock.sleep(for: step) } catch { return }
            } while !Task.isCancelled && tick(elapsed())
        }
    }

    /// Stops.
    func cancel() {
        task?.cancel()
        task = nil
    }

    private static func stopwatch(on clock: some Clock<Duration>) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
