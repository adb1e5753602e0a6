public import Domain

/// The connection string of a PostgreSQL database, in either form of libpq: `postgresql://user@host/name?sslmode=…` or
/// `host=… dbname=…`.
///
/// It may contain a password, so no description shows any of it.
public struct ConnectionString: Hashable, Secret, ExpressibleByStringLiteral {
    /// The text, with its password.
    public let revealed: String

    /// Creates a connection string.
    ///
    /// - Parameter text: The text, which is parsed at the first connection.
    public init(_ text: String) {
        revealed = text
    }

    /// Creates a connection string from a literal, which should contain no password.
    ///
    /// - Parameter value: The text.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}
