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

/// Where new identifiers come from, such as access tokens.
public struct IDGenerator: Sendable {
    private let make: @Sendable () -> String

    /// Creates a source.
    ///
    /// - Parameter make: Makes an identifier that was never made before and cannot be guessed.
    public init(_ make: @escaping @Sendable () -> String) {
        self.make = make
    }

    /// Makes a new identifier.
    ///
    /// - Returns: The identifier.
    public func next() -> String { make() }

    /// Identifiers of 32 random bytes from the system's generator, in 64 hexadecimal digits.
    public static let random = IDGenerator {
        withUnsafeBytes(of: randomWords()) { Hexadecimal.text(of: $0) }
    }

    /// Draws 32 bytes from the system's generator, which is asked for eight at a time.
    package static func randomWords() -> (UInt64, UInt64, UInt64, UInt64) {
        var generator = SystemRandomNumberGenerator()
        return (generator.next(), generator.next(), generator.next(), generator.next())
    }
}
