/// Where new identifiers come from, such as access tokens.
public struct IdentifierSource: Sendable {
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

    /// Identifiers of 32 random octets from the system's generator, in 64 hexadecimal digits.
    public static let random = IdentifierSource {
        var generator = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 64) { text in
            for place in 0..<32 {
                let octet = UInt8.random(in: .min ... .max, using: &generator)
                text[2 * place] = digits[Int(octet >> 4)]
                text[2 * place + 1] = digits[Int(octet & 15)]
            }
            return 64
        }
    }
}
