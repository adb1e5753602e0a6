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
