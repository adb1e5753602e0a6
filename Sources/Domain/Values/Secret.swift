/// A value that no description, debug description, interpolation or mirror shows.
///
/// Conforming types print as ``redacted`` wherever Swift turns a value into text. What they hold is reached only
/// through a member whose name says so, such as ``Password/revealed``.
public protocol Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Secret {
    /// The text that stands for every secret.
    public static var redacted: String { "‹redacted›" }

    /// The redaction mark.
    public var description: String { Self.redacted }

    /// The same as the description.
    public var debugDescription: String { description }

    /// A mirror without children, so that `dump` and reflection find nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

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

/// How a password is kept: a self-describing hash string, never the password.
public struct PasswordHash: Hashable, Secret {
    /// The hash string, with its algorithm, its cost and its salt.
    public let revealed: String

    /// Creates a password hash from a hash string.
    ///
    /// - Parameter hash: The string that a ``PasswordHasher`` made.
    public init(_ hash: String) {
        revealed = hash
    }
}
