public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The clocks and durations of the screens.
public struct ScreenTiming: Sendable {
    /// The clock that measures durations.
    public var clock: any Clock<Duration>

    /// The current date, for countdowns.
    public var dates: DateGenerator

    /// The time for which a field stays rejected, or shows why it refused input; none if it is not positive.
    public var rejectionTime: Duration

    /// The interval for updates of elapsed and remaining times; at least a millisecond.
    public var updateInterval: Duration { didSet { updateInterval = max(updateInterval, .milliseconds(1)) } }

    /// The delay before a sign-in begins, none if it is not positive; leaving the screen ends it.
    public var signInDelay: Duration

    /// Creates the timing of the screens.
    ///
    /// - Parameters:
    ///   - clock: The clock that measures durations.
    ///   - dates: The current date, for countdowns.
    ///   - rejectionTime: The time for which a field stays rejected, or shows why it refused input; none if it is not
    ///     positive.
    ///   - updateInterval: The interval for updates of elapsed and remaining times; at least a millisecond.
    ///   - signInDelay: The delay before a sign-in begins; none if it is not positive.
    public init(
        clock: any Clock<Duration> = ContinuousClock(),
        dates: DateGenerator = .system,
        rejectionTime: Duration = .milliseconds(1_500),
        updateInterval: Duration = .seconds(1),
        signInDelay: Duration = .zero
    ) {
        self.clock = clock
        self.dates = dates
        self.rejectionTime = rejectionTime
        self.updateInterval = max(updateInterval, .milliseconds(1))
        self.signInDelay = signInDelay
    }

    /// Returns the time until a date in whole seconds, rounded up; nil if the date has passed.
    func remaining(until end: Date) -> Duration? {
        let seconds = end.timeIntervalSince(dates.now).rounded(.up)
        // The wait is limited to about a century, because a `Duration` can represent that.
        return seconds > 0 ? .seconds(min(seconds, 3_200_000_000)) : nil
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

    /// Starts or restarts the timer: calls `tick` with the time since the start after every interval, until it returns
    /// false.
    func start(every interval: Duration, _ tick: @escaping @MainActor (Duration) -> Bool) {
        cancel()
        // Without `self`, the compiler also considers the C function `clock` of Apple platforms, and fails.
        let elapsed = Self.stopwatch(on: self.clock)
        task = Task { [clock] in
            repeat {
                // The sleep was cancelled, or the clock failed.
                do { try await clock.sleep(for: interval) } catch { return }
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
