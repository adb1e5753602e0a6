import Domain
import Presentation
import TestSupport
import Testing

struct KeyboardAdjustmentTests {
    private static let quarter = Duration.milliseconds(250)

    // MARK: S0.2

    @Test(
        arguments: [(301, 150.5), (300, 150), (1, 0.5), (0, 0), (-300, 0), (.nan, 0), (.infinity, 0)]
            as [(Double, Double)]
    )
    func `S0.2 the form moves up by half the keyboard's height, and returns to 0 when it hides`(
        height: Double,
        shift: Double
    ) {
        let keyboard = Keyboard(height: height, duration: .milliseconds(400))
        let expected = KeyboardAdjustment(shift: shift, bottomInset: 0, duration: .milliseconds(400))
        #expect(KeyboardAdjustment.shiftByHalf(of: keyboard) == expected)
    }

    @Test(
        arguments: [
            // A field of 200 × 40 at (20, 100), which includes its left and top edges only.
            (AccountField.id, 20.0, 100.0, false), (.id, 19.9, 100, true), (.id, 20, 99.9, true),
            (.id, 219.9, 139.9, false), (.id, 220, 139.9, true), (.id, 219.9, 140, true),
            // A tap on another field moves the focus there.
            (.id, 100, 170, false), (.password, 100, 110, false), (.id, 0, 0, true), (nil, 0, 0, false),
        ] as [(AccountField?, Double, Double, Bool)]
    )
    func `S0.2 only a tap outside the fields ends editing`(focused: AccountField?, x: Double, y: Double, ends: Bool) {
        let focus = EditingFocus(
            field: focused,
            frames: [
                .id: LayoutRect(x: 20, y: 100, width: 200, height: 40),
                .password: LayoutRect(x: 20, y: 150, width: 200, height: 40),
            ]
        )
        #expect(focus.isEnded(byTapAt: LayoutPoint(x: x, y: y)) == ends)
    }

    // MARK: S2.5

    @Test(
        arguments: [
            // A screen of 800 with a keyboard of 300, whose top is at 500. Fields are 40 high.
            (459.0, 0.0, 0.0), (460, 0, 0), (461, 0, 1), (700, 0, 240), (760, 0, 300),
            // With room between the field and the keyboard.
            (452, 8, 0), (453, 8, 1),
            // A field at the top cannot move up.
            (0, 0, 0),
        ] as [(Double, Double, Double)]
    )
    func `S2.5 the form moves just as far as the focused field needs`(top: Double, margin: Double, shift: Double) {
        let adjustment = KeyboardAdjustment.keepFocusedFieldVisible(
            LayoutRect(x: 0, y: top, width: 100, height: 40),
            screenHeight: 800,
            keyboard: Keyboard(height: 300, duration: Self.quarter),
            margin: margin
        )
        #expect(adjustment == KeyboardAdjustment(shift: shift, duration: Self.quarter))
    }

    @Test func `S2.5 a field that is taller than the visible area shows its top`() {
        let adjustment = KeyboardAdjustment.keepFocusedFieldVisible(
            LayoutRect(x: 0, y: 100, width: 100, height: 900),
            screenHeight: 800,
            keyboard: Keyboard(height: 300)
        )
        #expect(adjustment.shift == 100)
    }

    @Test func `S2.5 without a focused field or a keyboard the form does not move`() {
        let field = LayoutRect(x: 0, y: 700, width: 100, height: 40)
        let still = KeyboardAdjustment(duration: Self.quarter)
        #expect(
            KeyboardAdjustment.keepFocusedFieldVisible(nil, screenHeight: 800, keyboard: Keyboard(height: 300)) == still
        )
        #expect(
            KeyboardAdjustment.keepFocusedFieldVisible(field, screenHeight: 800, keyboard: Keyboard(height: 0)) == still
        )
    }

    @Test func `S2.5 a focused field that fits is visible, with the smallest possible shift, at any size`() {
        var random = SeededGenerator(seed: 25)
        for _ in 0..<10_000 {
            let screen = Double(Int.random(in: 0...1_200, using: &random))
            let keyboard = Keyboard(height: Double(Int.random(in: 0...900, using: &random)))
            let field = LayoutRect(
                x: 0,
                y: Double(Int.random(in: 0...Int(screen), using: &random)),
                width: 10,
                height: Double(Int.random(in: 0...60, using: &random))
            )
            let line = max(0, screen - keyboard.height)
            let shift = KeyboardAdjustment.keepFocusedFieldVisible(field, screenHeight: screen, keyboard: keyboard)
                .shift
            let isSeen = field.bottom - shift <= line && field.y - shift >= 0
            let isLeast = shift == 0 || field.bottom - shift == line || field.y - shift == 0
            let fits = field.height <= line
            #expect(keyboard.height == 0 ? shift == 0 : (isSeen || !fits) && isLeast, "\(screen) \(keyboard) \(field)")
        }
    }

    // MARK: S4.9

    @Test(arguments: [0, 1, 300, 1_000] as [Double], [.zero, .milliseconds(250), .seconds(1)] as [Duration])
    func `S4.9 the bottom inset equals the keyboard's height, always animated over 0.3 seconds`(
        height: Double,
        duration: Duration
    ) {
        let adjustment = KeyboardAdjustment.insetByKeyboard(Keyboard(height: height, duration: duration))
        #expect(adjustment == KeyboardAdjustment(bottomInset: height, duration: .seconds(0.3)))
    }

    @Test(arguments: [(0, 34), (33, 34), (35, 35), (300, 300)] as [(Double, Double)])
    func `S4.9 without a keyboard, the bottom inset is that of the safe area`(height: Double, inset: Double) {
        let adjustment = KeyboardAdjustment.insetByKeyboard(Keyboard(height: height), safeArea: 34)
        #expect(adjustment == KeyboardAdjustment(bottomInset: inset, duration: .seconds(0.3)))
        #expect(KeyboardAdjustment.insetByKeyboard(Keyboard(height: height), safeArea: .nan).bottomInset == height)
    }

    // MARK: Frames

    @Test(
        arguments: [
            // The screen is 400 × 800 and begins at y = 20, so it ends at 820.
            ("docked", 520, 300, 300), ("reaching below the screen", 520, 400, 300), ("hidden below", 820, 300, 0),
            ("floating", 300, 200, 0), ("ending a point above", 519, 300, 0), ("higher than the screen", 0, 900, 800),
            ("without height", 820, 0, 0),
        ] as [(String, Double, Double, Double)]
    )
    func `S0.2 S2.5 S4.9 a keyboard's height is the part that covers the bottom of the screen`(
        _ name: String,
        top: Double,
        height: Double,
        covered: Double
    ) {
        let keyboard = Keyboard(
            frame: LayoutRect(x: 0, y: top, width: 400, height: height),
            over: LayoutRect(x: 0, y: 20, width: 400, height: 800)
        )
        #expect(keyboard == Keyboard(height: covered), "\(name)")
    }

    @Test func `negative durations and invalid lengths become zero`() {
        #expect(Keyboard(height: 1, duration: .seconds(-1)).duration == .zero)
        #expect(
            KeyboardAdjustment(shift: -1, bottomInset: .nan, duration: .seconds(-1))
                == KeyboardAdjustment(duration: .zero)
        )
    }
}
