/// Decides when to tell of progress, and how: a bar that moves on a terminal, or else a line now and then.
package struct ProgressMeter: Sendable {
    /// How progress is told.
    package enum Style: Equatable, Sendable {
        /// Not at all.
        case silent

        /// A line now and then.
        case lines

        /// A bar on a terminal of so many columns.
        case bar(columns: Int)
    }

    private static let barPause: Duration = .milliseconds(100)
    private static let linePause: Duration = .seconds(5)

    private let style: Style
    private let text: DemoText
    private var last: Duration = .zero
    private var isShown = false

    package init(style: Style, text: DemoText) {
        self.style = style
        self.text = text
    }

    /// What is to be printed now, if anything.
    package mutating func show(_ progress: TransferProgress) -> String? {
        switch style {
        case .silent:
            return nil
        case .lines:
            guard progress.elapsed - last >= Self.linePause else { return nil }
            last = progress.elapsed
            return text.progress(progress) + "\n"
        case .bar(let columns):
            guard !isShown || progress.elapsed - last >= Self.barPause else { return nil }
            last = progress.elapsed
            isShown = true
            return "\r" + bar(progress, columns: columns) + "\u{1B}[K"
        }
    }

    /// What takes the bar away.
    package mutating func hide() -> String? {
        defer { isShown = false }
        return isShown ? "\r\u{1B}[K" : nil
    }

    private func bar(_ progress: TransferProgress, columns: Int) -> String {
        let words = text.progress(progress)
        // A Korean letter takes two columns, and the last column stays empty, so that the terminal begins no new line.
        let used = words.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
        guard used < columns else { return "" }
        let room = min(columns - used - 4, 40)
        guard let fraction = progress.fraction, room >= 5 else { return words }
        let full = Int(Double(room) * min(max(fraction, 0), 1))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: room - full) + "] " + words
    }
}
