/// How far a transfer has come.
package struct TransferProgress: Equatable, Sendable {
    /// How many accounts were dealt with.
    package var accounts: Int

    /// How much of the work is done, from 0 to 1, or nil where nobody knows how much there is.
    package var fraction: Double?

    /// How long it has taken so far.
    package var elapsed: Duration

    package init(accounts: Int, fraction: Double?, elapsed: Duration) {
        self.accounts = accounts
        self.fraction = fraction
        self.elapsed = elapsed
    }

    /// How many accounts a second.
    package var rate: Int {
        let seconds = elapsed / .seconds(1)
        return seconds > 0 ? Int((Double(accounts) / seconds).rounded()) : 0
    }

    /// How long the rest takes if it goes on like this, or nil where nobody knows.
    package var remaining: Duration? {
        guard let fraction, fraction > 0 else { return nil }
        return elapsed * ((1 - min(fraction, 1)) / min(fraction, 1))
    }
}
