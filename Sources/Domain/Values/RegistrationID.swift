/// The random identity of a registration, which ties sessions to one account: a later account with its ID has another one.
public struct RegistrationID: Hashable, Sendable, CustomStringConvertible {
    /// The number of hexadecimal digits of an identity.
    public static let digitCount = 32

    /// The first and the last eight bytes as numbers, which need no memory of their own in an account.
    package let (first, second): (UInt64, UInt64)

    /// Creates a new identity.
    ///
    /// - Parameter identifiers: A source of random identifiers.
    public init(_ identifiers: IDGenerator) {
        let digest = SHA256.digest(of: Array(("account-flow.registration\0" + identifiers.next()).utf8))
        self.init(bytes: digest)
    }

    /// Creates an identity from its stored digits.
    ///
    /// - Parameter digits: ``digitCount`` lower-case hexadecimal digits; the result is nil for any other text.
    public init?(digits: String) {
        guard let bytes = Hexadecimal.bytes(of: digits), bytes.count == Self.digitCount / 2 else { return nil }
        self.init(bytes: bytes)
    }

    /// Creates an identity from its stored numbers.
    package init(_ first: UInt64, _ second: UInt64) {
        (self.first, self.second) = (first, second)
    }

    private init(bytes: [UInt8]) {
        func number(at offset: Int) -> UInt64 {
            (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << (8 * UInt64($1)) }
        }
        self.init(number(at: 0), number(at: 8))
    }

    /// The identity in ``digitCount`` lower-case hexadecimal digits.
    public var digits: String {
        withUnsafeBytes(of: (first.littleEndian, second.littleEndian)) { Hexadecimal.text(of: Array($0)) }
    }

    /// The digits.
    public var description: String { digits }
}
