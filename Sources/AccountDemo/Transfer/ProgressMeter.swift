/// The progress of an export or an import: a bar that moves on a terminal, or else a line every five seconds.
package struct ProgressMeter: Sendable {
    private static let barPause: Duration = .milliseconds(100)
    private static let linePause: Duration = .seconds(5)

    private let columns: Int?
    private let text: any DemoText
    private let uptime: @Sendable () -> Duration
    private let start: Duration
    private var last: Duration = .zero
    private var isShown = false

    /// Creates a meter of something that begins now: a bar on a terminal of so many columns, or nil for lines.
    package init(columns: Int?, text: any DemoText, uptime: @escaping @Sendable () -> Duration) {
        self.columns = columns
        self.text = text
        self.uptime = uptime
        start = uptime()
    }

    /// Shows on standard error how many accounts are done, and which part of the whole that is, if that is known.
    mutating func show(accounts: Int, fraction: Double?, on console: any Console) {
        let progress = TransferProgress(accounts: accounts, fraction: fraction, elapsed: uptime() - start)
        if let output = output(for: progress) { console.writeError(output) }
    }

    /// Removes the bar.
    mutating func hide(on console: any Console) {
        if let output = outputToHide() { console.writeError(output) }
    }

    /// Returns what to print now, if anything.
    package mutating func output(for progress: TransferProgress) -> String? {
        let isDue = progress.elapsed - last >= (columns == nil ? Self.linePause : Self.barPause)
        guard isDue || columns != nil && !isShown else { return nil }
        last = progress.elapsed
        guard let columns else { return text.progress(progress) + "\n" }
        isShown = true
        return "\r" + bar(progress, columns: columns) + "\u{1B}[K"
    }

    /// Returns what removes the bar, if there is one.
    package mutating func outputToHide() -> String? {
        defer { isShown = false }
        return isShown ? "\r\u{1B}[K" : nil
    }

    private func bar(_ progress: TransferProgress, columns: Int) -> String {
        let words = text.progress(progress)
        // The last column stays empty, so that the terminal begins no new line.
        let used = words.columns
        guard used < columns else { return "" }
        let room = min(columns - used - 4, 40)
        guard let fraction = progress.fraction, room >= 5 else { return words }
        let full = Int(Double(room) * min(max(fraction, 0), 1))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: room - full) + "] " + words
    }
}

/// How far an export or an import has come.
package struct TransferProgress: Equatable, Sendable {
    package var accounts: Int

    /// The part of the work that is done, from 0 to 1, or nil where the whole is unknown.
    package var fraction: Double?

    package var elapsed: Duration

    package init(accounts: Int, fraction: Double?, elapsed: Duration) {
        self.accounts = accounts
        self.fraction = fraction
        self.elapsed = elapsed
    }

    /// The accounts per second.
    package var rate: Int {
        let seconds = elapsed / .seconds(1)
        return seconds > 0 ? Int((Double(accounts) / seconds).rounded()) : 0
    }

    /// The percentage that is done, or nil where the whole is unknown.
    package var percentage: Int? { fraction.map { Int(min(max($0, 0), 1) * 100) } }

    /// The time that the rest takes at this rate, as minutes and seconds, or nil where the whole is unknown.
    package var remaining: String? {
        guard let fraction, fraction > 0 else { return nil }
        let rest = elapsed * ((1 - min(fraction, 1)) / min(fraction, 1))
        let (minutes, seconds) = Int(min(rest / .seconds(1), 359_999).rounded(.up)).quotientAndRemainder(dividingBy: 60)
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return minutes < 60
            ? "\(minutes):\(padded(seconds))" : "\(minutes / 60):\(padded(minutes % 60)):\(padded(seconds))"
    }
}
