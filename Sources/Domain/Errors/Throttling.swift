#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The time for which attempts are rejected after repeated wrong passwords or codes.
public enum Throttling: Hashable, Sendable {
    /// Attempts are rejected until this date.
    case until(Date)

    /// Attempts are rejected until the ban is lifted.
    case banned

    /// The date of the next attempt; nil during a ban.
    public var end: Date? {
        if case .until(let date) = self { date } else { nil }
    }
}
