/// The key from which an authenticator app computes one-time passwords.
public struct TOTPSecret: Hashable, Secret {
    /// The accepted sizes in bytes; RFC 4226 requires 128 bits, and more than a block of 64 bytes adds nothing.
    public static let sizes = 16...64

    /// The key in Base32 of RFC 4648, without padding, as a user can type it into an authenticator app.
    public let revealed: String

    let bytes: [UInt8]

    /// Creates a random key.
    ///
    /// - Parameters:
    ///   - identifiers: A source of random identifiers.
    ///   - algorithm: The hash function, which decides the size: 160 bits for SHA-1, 256 for SHA-256.
    public init(_ identifiers: IDGenerator, for algorithm: TOTP.Algorithm = .sha1) {
        let digest = SHA256.digest(of: Array(("account-flow.totp\0" + identifiers.next()).utf8))
        bytes = Array(digest.prefix(algorithm.digestBytes))
        revealed = Base32.text(of: bytes)
    }

    /// Creates a key from its text.
    ///
    /// - Parameter base32: Base32 in upper case, without padding, of ``sizes`` bytes; the result is nil for any other
    ///   text.
    public init?(base32: String) {
        guard base32.utf8.count <= Self.sizes.upperBound * 8 / 5 + 1, let bytes = Base32.bytes(of: base32),
            Self.sizes.contains(bytes.count)
        else { return nil }
        (self.bytes, revealed) = (bytes, base32)
    }
}
