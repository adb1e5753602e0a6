/// The position of a form above a keyboard, relative to its position without one.
///
/// It is not relative to earlier adjustments, so a view can apply one twice, or skip one.
public struct KeyboardAdjustment: Hashable, Sendable {
    /// The distance that the form moves up, in points; never negative.
    public let shift: Double

    /// The free space at the bottom of the scrolling area, in points; never negative.
    public let bottomInset: Double

    /// The duration of the animation.
    public let duration: Duration

    /// Creates an adjustment; a number that is not positive and finite counts as 0.
    package init(shift: Double = 0, bottomInset: Double = 0, duration: Duration) {
        self.shift = shift.asLength
        self.bottomInset = bottomInset.asLength
        self.duration = max(.zero, duration)
    }

    /// Returns a shift by half of the keyboard's height.
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
    /// - Parameter keyboard: The keyboard after its change.
    /// - Returns: The shift, animated with the keyboard.
    public static func shiftByHalf(of keyboard: Keyboard) -> KeyboardAdjustment {
        KeyboardAdjustment(shift: keyboard.height / 2, duration: keyboard.duration)
    }

    /// Returns the least shift that makes the focused field visible.
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
    /// If the field is too tall for the room, its top stays visible, because its text begins there.
    ///
    /// - Parameters:
    ///   - field: The frame of the focused field without a keyboard, measured from the top of the screen; nil for none.
    ///   - screenHeight: The height of the screen, in points; a value that is not positive and finite counts as 0.
    ///   - keyboard: The keyboard after its change.
    ///   - margin: The space between the field and the keyboard, in points, corrected in the same way.
    /// - Returns: The shift, animated with the keyboard.
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

    /// Returns a bottom inset of the keyboard's height, or of the safe area without a keyboard, animated over 0.3 seconds.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard after its change; its height includes the safe area that it covers.
    ///   - safeArea: The height of the safe area at the bottom, in points; a value that is not positive and finite counts as
    ///     0. It is also 0 for a view that adds the safe area to its insets, as `UIScrollView` does.
    /// - Returns: The inset.
    public static func insetByKeyboard(_ keyboard: Keyboard, safeArea: Double = 0) -> KeyboardAdjustment {
        KeyboardAdjustment(bottomInset: max(keyboard.height, safeArea.asLength), duration: .milliseconds(300))
    }
}

/// An on-screen keyboard.
public struct Keyboard: Hashable, Sendable {
    /// The height that it covers at the bottom, in points; 0 if it is hidden, floating or a hardware keyboard.
    public let height: Double

    /// The duration of its animation.
    public let duration: Duration

    /// Creates a keyboard that covers the bottom of the screen.
    ///
    /// - Parameters:
    ///   - height: The height that it covers, in points, 0 while it is hidden; a value that is not positive and finite counts as 0.
    ///   - duration: The duration of its animation; a negative one counts as zero.
    public init(height: Double, duration: Duration = .milliseconds(250)) {
        self.height = height.asLength
        self.duration = max(.zero, duration)
    }

    /// Creates a keyboard from its frame; one that floats above the bottom of the screen has no height.
    ///
    /// - Parameters:
    ///   - frame: The frame of the keyboard after its change.
    ///   - screen: The frame of the view that shows the form, measured from the same corner.
    ///   - duration: The duration of its animation; a negative one counts as zero.
    public init(frame: LayoutRect, over screen: LayoutRect, duration: Duration = .milliseconds(250)) {
        let isDocked = frame.bottom >= screen.bottom && frame.width > 0 && frame.height > 0
        let covered = min(screen.bottom - frame.y, screen.height)
        self.init(height: isDocked ? covered : 0, duration: duration)
    }
}
