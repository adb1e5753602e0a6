#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The waits after wrong passwords.
///
/// The initializer replaces a number outside its range with the nearest one in the range.
public struct ThrottlePolicy: Hashable, Sendable {
    /// The number of failures in a row without a wait, 0 or more.
    public let freeFailures: Int

    /// The wait after the next failure in seconds, 0 or more; each further failure doubles it.
    public let firstDelay: TimeInterval

    /// The longest wait in seconds, 0 or more.
    public let longestDelay: TimeInterval

    /// The number of failures in a row that bans an account until the ban is lifted, at least 1.
    public let maximumFailures: Int

    /// The largest number of accounts that are counted, whether they exist or not, 1 to 10,000; the account with the
    /// oldest attempt is forgotten first.
    public let maximumAccounts: Int

    /// The number of failures that all accounts together may have in a short time, at least 1.
    public let burst: Int

    /// The seconds after which one failure of all accounts together is forgotten, at least a thousandth, and finite.
    public let refillInterval: TimeInterval

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - freeFailures: The number of failures in a row without a wait, 0 or more.
    ///   - firstDelay: The wait after the next failure in seconds, 0 or more; each further failure doubles it.
    ///   - longestDelay: The longest wait in seconds, 0 or more.
    ///   - maximumFailures: The number of failures in a row that bans an account, at least 1; NIST SP 800-63B-4 allows at
    ///     most 100, which is not checked.
    ///   - maximumAccounts: The largest number of accounts that are counted, 1 to 10,000.
    ///   - burst: The number of failures that all accounts together may have in a short time, at least 1.
    ///   - refillInterval: The seconds after which one failure of all accounts together is forgotten, at least a
    ///     thousandth, and finite.
    public init(
        freeFailures: Int = 3,
        firstDelay: TimeInterval = 1,
        longestDelay: TimeInterval = 3_600,
        maximumFailures: Int = 100,
        maximumAccounts: Int = 4_096,
        burst: Int = 100,
        refillInterval: TimeInterval = 6
    ) {
        // The limits are the first arguments of `max`, so that NaN becomes the limit.
        self.freeFailures = max(0, freeFailures)
        self.firstDelay = max(0, firstDelay)
        self.longestDelay = max(0, longestDelay)
        self.maximumFailures = max(1, maximumFailures)
        self.maximumAccounts = min(max(maximumAccounts, 1), 10_000)
        self.burst = max(1, burst)
        self.refillInterval = min(max(0.001, refillInterval), .greatestFiniteMagnitude)
    }

    /// The policy with three failures without a wait, then 1, 2, 4 … seconds up to an hour, and a ban after 100.
    public static let standard = ThrottlePolicy()

    /// Returns the wait after a number of failures in a row.
    ///
    /// - Parameter failures: The number of failures; fewer than 0 count as 0.
    /// - Returns: The wait in seconds.
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
