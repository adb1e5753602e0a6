/// What a signed-in session shows to be let in.
///
/// A token that a server gave is kept as it is, since the server wants to see it again. One that was issued on this
/// device is never stored: only its digest is, and that is all that a restored session knows of it. Two tokens are
/// equal when their digests are.
public struct AccessToken: Hashable, Secret {
    /// The token itself; nil where only the digest is known.
    public let revealed: String?

    /// The digest of the token.
    public let digest: TokenDigest

    /// Whether the token was issued on this device, so that stores keep its digest and nothing else of it.
    public let isIssuedHere: Bool

    /// Creates a token that a server gave.
    ///
    /// - Parameter text: The token, as the account service gave it.
    public init(_ text: String) {
        self.init(revealed: text, digest: TokenDigest(of: text), isIssuedHere: false)
    }

    /// Creates a token that this device issues.
    ///
    /// - Parameter text: A text with 128 random bits at the least, without which its digest could be guessed.
    public init(issuedHere text: String) {
        self.init(revealed: text, digest: TokenDigest(of: text), isIssuedHere: true)
    }

    /// Creates what is left of a token that this device has issued.
    ///
    /// - Parameter digest: The digest that was stored.
    public init(_ digest: TokenDigest) {
        self.init(revealed: nil, digest: digest, isIssuedHere: true)
    }

    private init(revealed: String?, digest: TokenDigest, isIssuedHere: Bool) {
        self.revealed = revealed
        self.digest = digest
        self.isIssuedHere = isIssuedHere
    }

    /// Tells whether two tokens are the same, however much is known of each.
    public static func == (left: AccessToken, right: AccessToken) -> Bool { left.digest == right.digest }

    /// Hashes the digest.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

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
