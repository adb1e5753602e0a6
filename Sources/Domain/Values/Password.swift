/// A password as the user typed it.
///
/// It exists as long as a form or a use case needs it, and is never stored; stores contain a ``PasswordHash``. Any text
/// is a password; a policy or a ``PasswordHasher`` can reject it.
public struct Password: Hashable, Secret {
    /// The largest size that a policy accepts, in UTF-8 bytes of the password in Normalization Form C.
    ///
    /// This is the limit of `crypt` in the C library: CRYPT_MAX_PASSPHRASE_SIZE, with the terminating NUL, is 512.
    public static let maximumUTF8Length = 511

    /// The text of the password.
    public let revealed: String

    /// Creates a password.
    ///
    /// - Parameter text: The text that the user typed, unchanged.
    public init(_ text: String) {
        revealed = text
    }
}

/// The hash of a password, with its algorithm, its cost and its salt.
public struct PasswordHash: Hashable, Secret {
    /// The largest size of a hash that stores accept, in bytes; no algorithm needs as much.
    public static let maximumUTF8Length = 1 << 15

    /// The hash string.
    public let revealed: String

    /// Creates a password hash from a hash string.
    ///
    /// - Parameter hash: The result of a ``PasswordHasher``.
    public init(_ hash: String) {
        revealed = hash
    }

    /// Whether stores accept the hash: printable ASCII of at most ``maximumUTF8Length`` bytes.
    public var isStorable: Bool {
        revealed.utf8.count <= Self.maximumUTF8Length && revealed.utf8.allSatisfy { $0 >= 0x20 && $0 <= 0x7E }
    }
}
