/// A password as it was typed.
///
/// It is kept only as long as a form or a use case needs it, and never stored; what is stored is a ``PasswordHash``.
/// Any text is a password: what a policy or a ``PasswordHasher`` refuses, it refuses with a typed error.
public struct Password: Hashable, Secret {
    /// The largest size that a policy lets through, in UTF-8 bytes of the password in Normalization Form C.
    ///
    /// `crypt` of the C library takes no more (CRYPT_MAX_PASSPHRASE_SIZE, with the terminating NUL, is 512).
    public static let maximumUTF8Length = 511

    /// The text of the password.
    public let revealed: String

    /// Creates a password.
    ///
    /// - Parameter text: What was typed, unchanged.
    public init(_ text: String) {
        revealed = text
    }
}
