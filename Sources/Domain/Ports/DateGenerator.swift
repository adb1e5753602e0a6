#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the present time comes from.
public struct DateGenerator: Sendable {
    private let read: @Sendable () -> Date

    /// Creates a source.
    ///
    /// - Parameter now: Tells the present time each time it is called.
    public init(_ now: @escaping @Sendable () -> Date) {
        read = now
    }

    /// The present time.
    public var now: Date { read() }

    /// The clock of the system.
    public static let system = DateGenerator { Date() }

    /// A clock that stands still.
    ///
    /// - Parameter date: The time that it always tells.
    /// - Returns: A source of that time.
    public static func constant(_ date: Date) -> DateGenerator { DateGenerator { date } }
}
