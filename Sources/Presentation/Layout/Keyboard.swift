/// What an on-screen keyboard does to a screen: how much of its bottom it covers, and how fast it comes or goes.
public struct Keyboard: Hashable, Sendable {
    /// How many points of the screen's bottom it covers; 0 while it is hidden, or floats, or a real one is used.
    public let height: Double

    /// How long it takes to appear, to change its height or to hide.
    public let duration: Duration

    /// Creates a keyboard that covers the bottom of the screen.
    ///
    /// - Parameters:
    ///   - height: The points that it covers; what is no positive finite number is 0.
    ///   - duration: How long it moves, as the system says; less than nothing is none. By default 0.25 seconds.
    public init(height: Double, duration: Duration = .milliseconds(250)) {
        self.height = height.asLength
        self.duration = max(.zero, duration)
    }

    /// Creates the keyboard that a system describes by its frame.
    ///
    /// Only what overlaps the bottom of the screen counts: a keyboard that floats above it covers nothing that a form
    /// could give way to.
    ///
    /// - Parameters:
    ///   - frame: Where the keyboard will be.
    ///   - screen: The view that shows the form, measured from the same corner.
    ///   - duration: How long it moves, as the system says; less than nothing is none. By default 0.25 seconds.
    public init(frame: LayoutRect, over screen: LayoutRect, duration: Duration = .milliseconds(250)) {
        let isDocked = frame.bottom >= screen.bottom && frame.width > 0 && frame.height > 0
        let covered = min(screen.bottom - frame.y, screen.height)
        self.init(height: isDocked ? covered : 0, duration: duration)
    }

    /// The keyboard while there is none.
    ///
    /// - Parameter duration: How long it takes to hide; less than nothing is none. The usual 0.25 seconds by default.
    /// - Returns: A keyboard without height.
    public static func hidden(duration: Duration = .milliseconds(250)) -> Keyboard {
        Keyboard(height: 0, duration: duration)
    }
}
