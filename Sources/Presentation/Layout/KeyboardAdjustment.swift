/// Where a form has to be because of the keyboard, and how long it may take to get there.
///
/// All numbers are counted from where the form is without a keyboard, not from where it is now. So a view may apply the
/// same adjustment twice, or skip one, and ends in the right place.
public struct KeyboardAdjustment: Hashable, Sendable {
    /// How many points the form stands above its place; never negative.
    public let shift: Double

    /// How many points the scrolling area leaves free at its bottom; never negative.
    public let bottomInset: Double

    /// How long the change is animated.
    public let duration: Duration

    /// Creates an adjustment.
    ///
    /// - Parameters:
    ///   - shift: How many points the form stands above its place; what is no positive finite number is 0.
    ///   - bottomInset: How many points stay free at the bottom; what is no positive finite number is 0.
    ///   - duration: How long the change is animated; less than nothing is none.
    public init(shift: Double = 0, bottomInset: Double = 0, duration: Duration) {
        self.shift = shift.asLength
        self.bottomInset = bottomInset.asLength
        self.duration = max(.zero, duration)
    }

    /// Moves the form up by half of the keyboard's height, and back to 0 when it hides.
    ///
    /// ```
    ///   hidden             height 300
    /// ┌──────────┐       ┌──────────┐
    /// │          │       │ [ID    ] │ ▲
    /// │          │       │ [Pass  ] │ │ shift 150
    /// │ [ID    ] │       │ ⟨Sign in⟩│ │
    /// │ [Pass  ] │       │          │
    /// │ ⟨Sign in⟩│       ├──────────┤
    /// │          │       │ keyboard │
    /// └──────────┘       └──────────┘
    /// ```
    ///
    /// - Parameter keyboard: The keyboard as it will be.
    /// - Returns: The shift, in the keyboard's own time.
    public static func shiftByHalf(of keyboard: Keyboard) -> KeyboardAdjustment {
        KeyboardAdjustment(shift: keyboard.height / 2, duration: keyboard.duration)
    }

    /// Moves the form up just as far as the focused field needs to be seen.
    ///
    /// ```
    /// y = 0   ┌──────────┐                 ┌──────────┐
    ///         │ [ID    ] │ seen: no shift  │          │
    ///         │          │                 │          │
    /// line  ··├──────────┤·················│ [Pass  ] │ ▲ its bottom, and the margin,
    ///         │ [Pass  ] │ covered         ├──────────┤ │ reach the keyboard's top
    ///         │ keyboard │                 │ keyboard │
    /// height  └──────────┘                 └──────────┘
    /// ```
    ///
    /// A field that is too tall for the room keeps its top within the screen, because that is where its text begins.
    ///
    /// - Parameters:
    ///   - field: Where the focused field is without a keyboard, measured from the top of the screen that shows the
    ///     form; nil where none is focused, which needs no shift.
    ///   - screenHeight: The height of that screen, in points; what is no positive finite number is 0, in this and in
    ///     the margin.
    ///   - keyboard: The keyboard as it will be.
    ///   - margin: How many points are to stay free between the field and the keyboard; 0 by default.
    /// - Returns: The shift, in the keyboard's own time.
    public static func keepFocusedFieldVisible(
        _ field: LayoutRect?,
        screenHeight: Double,
        keyboard: Keyboard,
        margin: Double = 0
    ) -> KeyboardAdjustment {
        guard let field, keyboard.height > 0 else { return KeyboardAdjustment(duration: keyboard.duration) }
        let line = max(0, screenHeight.asLength - keyboard.height)
        let needed = field.bottom + margin.asLength - line
        return KeyboardAdjustment(shift: min(needed, field.y), duration: keyboard.duration)
    }

    /// Leaves the height of the keyboard free at the bottom of the scrolling area, animated over 0.3 seconds.
    ///
    /// ```
    /// ┌──────────┐       ┌──────────┐
    /// │ content  │       │ content  │  scrolls in what is left
    /// │          │       │          │
    /// │          │       ├──────────┤
    /// │          │       │ inset    │  = the keyboard's height
    /// └──────────┘       └──────────┘
    /// ```
    ///
    /// - Parameter keyboard: The keyboard as it will be; its own time does not count.
    /// - Returns: The inset.
    public static func insetByKeyboard(_ keyboard: Keyboard) -> KeyboardAdjustment {
        KeyboardAdjustment(bottomInset: keyboard.height, duration: .milliseconds(300))
    }
}

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
