/// The location of a value, such as a token, in a response.
public enum ValueLocation: Hashable, Sendable {
    /// A header field; the first well-formed value counts.
    case header(HTTPFieldName)
    /// A member of the body, at the first of these paths that has one.
    case json([JSONPath])
    /// A cookie with this name, which is sent back to the server that has set it, and nowhere else.
    case cookie(String)
}

/// The time for which a token is valid, as a response or the description states it.
public enum TokenLifetime: Hashable, Sendable {
    /// A number of seconds in the body, as a number or a text, at the first of these paths that has one.
    case json([JSONPath])
    /// The same number of seconds for every token.
    case seconds(Int)

    /// The longest accepted lifetime in seconds: a century, which an `Int` of 32 bits cannot store.
    static let longest: Int64 = 3_155_760_000
}
