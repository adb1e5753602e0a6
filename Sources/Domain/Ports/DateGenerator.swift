#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A source of the current date.
public struct DateGenerator: Sendable {
    private let read: @Sendable () -> Date

    /// Creates a generator.
    ///
    /// - Parameter now: Returns the current date.
    public init(_ now: @escaping @Sendable () -> Date) {
        read = now
    }

    /// The current date.
    public var now: Date { read() }

    /// The clock of the system.
    public static let system = DateGenerator { Date() }

    /// Returns a generator of one date.
    ///
    /// - Parameter date: The date.
    /// - Returns: A generator that always returns `date`.
    public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }
}
