import Presentation

extension TourPlayer {
    /// Shows how a keyboard moves a form.
    func showKeyboard(_ height: Double, _ rule: KeyboardRule, _ length: Double) async throws(TourFailure) {
        let keyboard = Keyboard(height: height)
        var place = ""
        let found: KeyboardAdjustment
        switch rule {
        case .shiftByHalf: found = .shiftByHalf(of: keyboard)
        case .inset: found = .insetByKeyboard(keyboard, safeArea: 34)
        case .showField(let y):
            let field = LayoutRect(x: 20, y: y, width: 280, height: 40)
            found = .keepFocusedFieldVisible(field, screenHeight: 700, keyboard: keyboard, margin: 10)
            place = text.field(at: "\(y.short)–\((y + 40).short)") + ", "
        }
        let insets = rule == .inset
        let effect = insets ? text.inset(by: found.bottomInset.short) : text.shift(by: found.shift.short)
        try await tell(
            "│",
            "\(place)\(text.keyboard(height: height.short)) → \(effect), \(text.seconds(found.duration))"
        )
        let wanted =
            insets
            ? KeyboardAdjustment(bottomInset: length, duration: .milliseconds(300))
            : KeyboardAdjustment(shift: length, duration: .milliseconds(250))
        try expect(found, is: wanted)
    }

    /// Shows the size of a screen's content, and whether it scrolls.
    func arrange(
        _ room: (Double, Double),
        _ sizeClass: SizeClass,
        _ wanted: (Double, Double),
        _ scrolls: Bool
    ) async throws(TourFailure) {
        let content = AdaptiveLayout().arrangement(width: room.0, height: room.1, sizeClass: sizeClass)
        func size(_ width: Double, _ height: Double) -> String { "\(width.short)×\(height.short)" }
        let found = size(content.width, content.height)
        let kind = text.sizeClass(sizeClass, scrolls: content.scrolls)
        try await tell("│", "\(size(room.0, room.1)) → \(found), \(text.margins(content.margin.short)), \(kind)")
        try expect("\(found) \(content.scrolls)", is: "\(size(wanted.0, wanted.1)) \(scrolls)")
        // The content is centred.
        try expect(content.width + 2 * content.margin, is: room.0)
    }
}

extension Double {
    /// The number, without a fraction of zero.
    fileprivate var short: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension DemoText {
    func seconds(_ duration: Duration) -> String { seconds((duration / .seconds(1)).short) }
}
