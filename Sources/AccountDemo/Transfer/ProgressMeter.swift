import Synchronization

/// A meter of the progress of work on many accounts: a bar on a terminal, or else a line every five seconds.
package struct ProgressMeter: Sendable {
    private static let barPause: Duration = .milliseconds(100)
    private static let linePause: Duration = .seconds(5)

    private let columns: Int?
    private let text: any DemoText
    private let uptime: @Sendable () -> Duration
    private let start: Duration
    private var last: Duration = .zero
    private var isShown = false

    /// Creates a meter that starts now: a bar on a terminal of this width, or lines if `columns` is nil.
    package init(columns: Int?, text: any DemoText, uptime: @escaping @Sendable () -> Duration) {
        self.columns = columns
        self.text = text
        self.uptime = uptime
        start = uptime()
    }

    /// Shows the number of accounts and the finished part, if known, on standard error.
    mutating func show(accounts: Int?, fraction: Double?, on console: any Console) {
        let progress = TransferProgress(accounts: accounts, fraction: fraction, elapsed: uptime() - start)
        if let output = output(for: progress) { console.writeError(output) }
    }

    mutating func hide(on console: any Console) {
        if let output = outputToHide() { console.writeError(output) }
    }

    /// Returns the text to print now, if any.
    package mutating func output(for progress: TransferProgress) -> String? {
        let isDue = progress.elapsed - last >= (columns == nil ? Self.linePause : Self.barPause)
        guard isDue || columns != nil && !isShown else { return nil }
        last = progress.elapsed
        guard let columns else { return text.progress(progress) + "\n" }
        isShown = true
        return "\r" + bar(progress, columns: columns) + "\u{1B}[K"
    }

    /// Runs work that may report its finished part, and shows every second for how long it has run.
    package func showingTime<Value: Sendable>(
        on console: any Console,
        pause: @escaping @Sendable (Duration) async -> Void,
        _ work: (@escaping @Sendable (_ fraction: Double) -> Void) async -> Value
    ) async -> Value {
        let last = LastFraction()
        let ticks = Task { [self] in
            var meter = self
            while !Task.isCancelled {
                await pause(.seconds(1))
                if !Task.isCancelled { meter.show(accounts: nil, fraction: last.fraction, on: console) }
            }
            meter.hide(on: console)
        }
        let value = await work { last.fraction = $0 }
        ticks.cancel()
        await ticks.value
        return value
    }

    /// Returns the output that removes the bar, if any.
    package mutating func outputToHide() -> String? {
        defer { isShown = false }
        return isShown ? "\r\u{1B}[K" : nil
    }

    private func bar(_ progress: TransferProgress, columns: Int) -> String {
        let words = text.progress(progress)
        // The last column stays empty, so that the terminal does not begin a new line.
        let used = words.columns
        guard used < columns else { return words.fitting(columns - 1) }
        let room = min(columns - used - 4, 40)
        guard let fraction = progress.fraction, room >= 5 else { return words }
        let full = Int(Double(room) * min(max(fraction, 0), 1))
        return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: room - full) + "] " + words
    }
}

/// The finished part that work has reported last, on any thread; nil before its first report.
private final class LastFraction: Sendable {
    private let value = Mutex(Double?.none)

    var fraction: Double? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

package struct TransferProgress: Equatable, Sendable {
    /// The number of finished accounts; nil if it is unknown.
    package var accounts: Int?

    /// The finished part, from 0 to 1; nil if the total is unknown.
    package var fraction: Double?

    package var elapsed: Duration

    package init(accounts: Int?, fraction: Double?, elapsed: Duration) {
        self.accounts = accounts
        self.fraction = fraction
        self.elapsed = elapsed
    }

    /// The number of accounts per second.
    package var rate: Int {
        let seconds = elapsed / .seconds(1)
        return seconds > 0 ? Int((Double(accounts ?? 0) / seconds).rounded()) : 0
    }

    /// The finished percentage; nil if the total is unknown.
    package var percentage: Int? { fraction.map { Int(min(max($0, 0), 1) * 100) } }

    /// The remaining time at this rate, in hours, minutes and seconds; nil if the total is unknown.
    package var remaining: String? {
        guard let fraction, fraction > 0 else { return nil }
        let rest = elapsed * ((1 - min(fraction, 1)) / min(fraction, 1))
        let (minutes, seconds) = Int(min(rest / .seconds(1), 359_999).rounded(.up)).quotientAndRemainder(dividingBy: 60)
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return minutes < 60
            ? "\(minutes):\(padded(seconds))" : "\(minutes / 60):\(padded(minutes % 60)):\(padded(seconds))"
    }
}
