/// The token with which a session identifies itself to the account service.
///
/// A token from a server is stored, because the server requires it again. Of a token that this device issued, only the
/// digest is stored. Two tokens are equal if their digests are.
public struct AccessToken: Hashable, Secret {
    /// The token, or nil if only its digest is known.
    public let revealed: String?

    /// The digest of the token.
    public let digest: TokenDigest

    /// Whether this device issued the token, so that stores contain only its digest.
    public let isIssuedHere: Bool

    /// Creates a token from a server.
    ///
    /// - Parameter text: The token, unchanged.
    public init(_ text: String) {
        self.init(revealed: text, digest: TokenDigest(of: text), isIssuedHere: false)
    }

    /// Creates a token that this device issues.
    ///
    /// - Parameter text: A text with at least 128 random bits; with fewer, its digest can be guessed.
    public init(issuedHere text: String) {
        self.init(revealed: text, digest: TokenDigest(of: text), isIssuedHere: true)
    }

    /// Creates a token from the stored digest of a token that this device issued.
    ///
    /// - Parameter digest: The stored digest.
    public init(_ digest: TokenDigest) {
        self.init(revealed: nil, digest: digest, isIssuedHere: true)
    }

    private init(revealed: String?, digest: TokenDigest, isIssuedHere: Bool) {
        self.revealed = revealed
        self.digest = digest
        self.isIssuedHere = isIssuedHere
    }

    /// Returns whether two tokens have the same digest.
    public static func == (left: AccessToken, right: AccessToken) -> Bool { left.digest == right.digest }

    /// Hashes the digest.
    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The SHA-256 digest of an access token.
public struct TokenDigest: Hashable, Secret {
    /// The digest, in 64 lower-case hexadecimal digits.
    public let revealed: String

    /// Creates the digest of a token.
    ///
    /// - Parameter token: The token.
    public init(of token: String) {
        revealed = Hexadecimal.text(of: SHA256.digest(of: Array(token.utf8)))
    }

    /// Creates a digest from its stored digits.
    ///
    /// - Parameter digits: 64 lower-case hexadecimal digits; the result is nil for any other text.
    public init?(digits: String) {
        guard Hexadecimal.bytes(of: digits)?.count == 32 else { return nil }
        revealed = digits
    }
}
