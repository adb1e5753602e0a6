/// The SHA-256 digest of an access token, from which the token cannot be made again.
public struct TokenDigest: Hashable, Secret {
    /// The digest, in 64 lower-case hexadecimal digits.
    public let revealed: String

    /// Makes the digest of a token.
    ///
    /// - Parameter token: The token.
    public init(of token: String) {
        revealed = Hexadecimal.text(of: SHA256.digest(of: Array(token.utf8)))
    }

    /// Takes a digest from where it is stored.
    ///
    /// - Parameter digits: What ``revealed`` was; nil comes of anything else.
    public init?(digits: String) {
        guard Hexadecimal.bytes(of: digits)?.count == 32 else { return nil }
        revealed = digits
    }
}
