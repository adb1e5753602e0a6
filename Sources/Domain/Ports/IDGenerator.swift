/// A source of new identifiers, such as access tokens.
public struct IDGenerator: Sendable {
    private let make: @Sendable () -> String

    /// Creates a generator.
    ///
    /// - Parameter make: Returns an identifier that is unique and cannot be guessed.
    public init(_ make: @escaping @Sendable () -> String) {
        self.make = make
    }

    /// Returns a new identifier.
    ///
    /// - Returns: The identifier.
    public func next() -> String { make() }

    /// Identifiers of 32 random bytes, in 64 hexadecimal digits.
    public static let random = IDGenerator {
        withUnsafeBytes(of: randomWords()) { Hexadecimal.text(of: Array($0)) }
    }

    /// Returns 32 bytes of the system's random number generator.
    package static func randomWords() -> (UInt64, UInt64, UInt64, UInt64) {
        var generator = SystemRandomNumberGenerator()
        return (generator.next(), generator.next(), generator.next(), generator.next())
    }
}
