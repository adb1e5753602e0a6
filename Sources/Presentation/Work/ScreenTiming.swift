public import Domain

/// The clocks and durations of the screens.
public struct ScreenTiming: Sendable {
    /// The clock that measures durations.
    public var clock: any Clock<Duration>

    /// The current date, for countdowns.
    public var dates: DateGenerator

    /// The time for which a field stays rejected; none if it is not positive.
    public var flash: Duration

    /// The interval for updates of elapsed and remaining times; at least a millisecond.
    public var step: Duration { didSet { step = max(step, .milliseconds(1)) } }

    /// The delay before a sign-in begins, none if it is not positive; leaving the screen ends it.
    public var signInDelay: Duration

    /// Creates the timing of the screens.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures durations.
    ///   - dates: The current date, for countdowns.
    ///   - flash: The time for which a field stays rejected; none if it is not positive.
    ///   - step: The interval for updates of elapsed and remaining times; at least a millisecond.
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

    /// Starts or restarts the timer: calls `tick` at every step with the time since the start, until it returns false.
    func start(every step: Duration, _ tick: @escaping @MainActor (Duration) -> Bool) {
        cancel()
        let elapsed = Self.stopwatch(on: clock)
        task = Task { [clock] in
            repeat {
                // The sleep was cancelled, or the clock failed.
                do { try await clock.sleep(for: step) } catch { return }
            } while !Task.isCancelled && tick(elapsed())
        }
    }

    func cancel() {
        task?.cancel()
        task = nil
    }

    private static func stopwatch(on clock: some Clock<Duration>) -> () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
