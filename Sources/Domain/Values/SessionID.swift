/// The random identity of a session, which stays the same when its tokens are refreshed.
public struct SessionID: Hashable, Sendable, CustomStringConvertible {
    /// The number of hexadecimal digits of an identity.
    public static let digitCount = 32

    /// The identity in ``digitCount`` lower-case hexadecimal digits.
    public let digits: String

    /// Creates a new identity.
    ///
    /// - Parameter identifiers: A source of random identifiers.
    public init(_ identifiers: IDGenerator) {
        let digest = SHA256.digest(of: Array(("account-flow.session\0" + identifiers.next()).utf8))
        digits = Hexadecimal.text(of: Array(digest.prefix(Self.digitCount / 2)))
    }

    /// Creates an identity from its digits.
    ///
    /// - Parameter digits: ``digitCount`` lower-case hexadecimal digits; the result is nil for any other text.
    public init?(digits: String) {
        guard digits.utf8.count == Self.digitCount, Hexadecimal.bytes(of: digits) != nil else { return nil }
        self.digits = digits
    }

    /// The digits.
    public var description: String { digits }
}
