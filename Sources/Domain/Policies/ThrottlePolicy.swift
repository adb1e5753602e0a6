#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How long somebody has to wait who has given wrong passwords.
public struct ThrottlePolicy: Hashable, Sendable {
    /// After how many failures in a row nobody waits yet.
    public var freeFailures: Int

    /// The wait after the next failure, in seconds; each further one doubles it.
    public var firstDelay: TimeInterval

    /// The longest wait, in seconds.
    public var longestDelay: TimeInterval

    /// After how many failures in a row nobody is let in any more until somebody lifts the ban.
    public var lastFailure: Int

    /// How many accounts are counted, existing ones and others; the one that was tried longest ago is forgotten first.
    public var maximumAccounts: Int

    /// How many failures of all accounts together are let happen at once.
    public var burst: Int

    /// After how many seconds one more of them is.
    public var refill: TimeInterval

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - freeFailures: After how many failures in a row nobody waits yet, 0 or more.
    ///   - firstDelay: The wait after the next failure, in seconds.
    ///   - longestDelay: The longest wait, in seconds.
    ///   - lastFailure: After how many failures in a row nobody is let in any more; NIST SP 800-63B-4
    ///     allows 100 at the most.
    ///   - maximumAccounts: How many accounts are counted, 1 to 10,000.
    ///   - burst: How many failures of all accounts together are let happen at once, at least 1.
    ///   - refill: After how many seconds one more of them is, more than 0.
    public init(
        freeFailures: Int = 3,
        firstDelay: TimeInterval = 1,
        longestDelay: TimeInterval = 3_600,
        lastFailure: Int = 100,
        maximumAccounts: Int = 4_096,
        burst: Int = 100,
        refill: TimeInterval = 6
    ) {
        self.freeFailures = freeFailures
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.lastFailure = lastFailure
        self.maximumAccounts = min(max(maximumAccounts, 1), 10_000)
        self.burst = burst
        self.refill = refill
    }

    /// Three failures without a wait, then 1, 2, 4 … seconds up to an hour, and no more after 100.
    public static let standard = ThrottlePolicy()

    /// Tells how long to wait after failures in a row.
    ///
    /// - Parameter failures: How many there were, 0 or more.
    /// - Returns: The wait, in seconds.
    public func delay(after failures: Int) -> TimeInterval {
        guard failures > freeFailures else { return 0 }
        var delay = firstDelay
        var doublings = failures - freeFailures - 1
        while doublings > 0, delay < longestDelay {
            delay *= 2
            doublings -= 1
        }
        return min(delay, longestDelay)
    }
}
