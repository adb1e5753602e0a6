#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How long somebody has to wait who has given wrong passwords.
///
/// Of a number outside of its range the initialiser takes the nearest one within.
public struct ThrottlePolicy: Hashable, Sendable {
    /// After how many failures in a row nobody waits yet, 0 or more.
    public let freeFailures: Int

    /// The wait after the next failure, in seconds, 0 or more; each further one doubles it.
    public let firstDelay: TimeInterval

    /// The longest wait, in seconds, 0 or more, the first one included.
    public let longestDelay: TimeInterval

    /// After how many failures in a row nobody is let in any more until somebody lifts the ban, at least 1.
    public let lastFailure: Int

    /// How many accounts are counted, existing ones and others, 1 to 10,000; the one that was tried longest ago is
    /// forgotten first.
    public let maximumAccounts: Int

    /// How many failures of all accounts together are let happen at once, at least 1.
    public let burst: Int

    /// After how many seconds one more of them is, at least a thousandth, and finite.
    public let refill: TimeInterval

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - freeFailures: After how many failures in a row nobody waits yet, 0 or more.
    ///   - firstDelay: The wait after the next failure, in seconds, 0 or more.
    ///   - longestDelay: The longest wait, in seconds, 0 or more, the first one included.
    ///   - lastFailure: After how many failures in a row nobody is let in any more, at least 1; NIST SP 800-63B-4
    ///     allows 100 at the most, which is not looked at here.
    ///   - maximumAccounts: How many accounts are counted, 1 to 10,000.
    ///   - burst: How many failures of all accounts together are let happen at once, at least 1.
    ///   - refill: After how many seconds one more of them is, at least a thousandth, and finite.
    public init(
        freeFailures: Int = 3,
        firstDelay: TimeInterval = 1,
        longestDelay: TimeInterval = 3_600,
        lastFailure: Int = 100,
        maximumAccounts: Int = 4_096,
        burst: Int = 100,
        refill: TimeInterval = 6
    ) {
        // The limits go first, so that a time that is no number is taken for its limit.
        self.freeFailures = max(0, freeFailures)
        self.firstDelay = max(0, firstDelay)
        self.longestDelay = max(0, longestDelay)
        self.lastFailure = max(1, lastFailure)
        self.maximumAccounts = min(max(maximumAccounts, 1), 10_000)
        self.burst = max(1, burst)
        self.refill = min(max(0.001, refill), .greatestFiniteMagnitude)
    }

    /// Three failures without a wait, then 1, 2, 4 … seconds up to an hour, and no more after 100.
    public static let standard = ThrottlePolicy()

    /// Tells how long to wait after failures in a row.
    ///
    /// - Parameter failures: How many there were; fewer than 0 count as 0.
    /// - Returns: The wait, in seconds.
    public func delay(after failures: Int) -> TimeInterval {
        guard failures > freeFailures else { return 0 }
        var delay = firstDelay
        var doublings = failures - freeFailures - 1
        while doublings > 0, delay > 0, delay < longestDelay {
            delay *= 2
            doublings -= 1
        }
        return min(delay, longestDelay)
    }
}
