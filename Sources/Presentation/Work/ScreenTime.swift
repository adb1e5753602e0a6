public import Domain

/// How time goes by on screens: the clocks, and how long things take there.
public struct ScreenTime: Sendable {
    /// Measures how long something takes.
    public var clock: any Clock<Duration>

    /// Tells the time, for moments until which somebody has to wait.
    public var dates: DateGenerator

    /// How long a field stays rejected before it reverts by itself; no time where it is not positive.
    public var flash: Duration

    /// How often elapsed and remaining times are told anew; less than a millisecond counts as one.
    public var step: Duration { didSet { step = max(step, Self.leastStep) } }

    /// How long a sign-in is held back before it begins, not at all where that is not positive; leaving the screen ends
    /// it at once.
    public var signInDelay: Duration

    /// Creates a description of time.
    ///
    /// - Parameters:
    ///   - clock: Measures how long something takes.
    ///   - dates: Tells the time, for moments until which somebody has to wait.
    ///   - flash: How long a field stays rejected before it reverts by itself; no time where it is not positive.
    ///   - step: How often elapsed and remaining times are told anew; less than a millisecond counts as one.
    ///   - signInDelay: How long a sign-in is held back before it begins; not at all where it is not positive.
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
        self.step = max(step, Self.leastStep)
        self.signInDelay = signInDelay
    }

    private static let leastStep = Duration.milliseconds(1)
}
