/// The name of a header field (RFC 9110 section 5.1): a token, in which case does not matter.
public struct HTTPFieldName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it was given, and as it is sent.
    public let text: String

    /// The name in lower case, by which names are compared.
    public let canonical: String

    /// Creates a name.
    ///
    /// - Parameter text: A token.
    /// - Throws: `HTTPRequestError.invalidFieldName` where it is no token (RFC 9110 section 5.6.2).
    public init(_ text: String) throws(HTTPRequestError) {
        guard HTTPGrammar.isToken(text) else { throw .invalidFieldName }
        self.init(known: text)
    }

    private init(known text: String) {
        self.text = text
        canonical = text.lowercased()
    }

    /// The name as it was given.
    public var description: String { text }

    /// Tells whether two names are the same but for case.
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool { left.canonical == right.canonical }

    /// Hashes the name in lower case.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    /// Which forms of a response are welcome.
    public static let accept = HTTPFieldName(known: "Accept")

    /// Who asks.
    public static let authorization = HTTPFieldName(known: "Authorization")

    /// The size of the body.
    public static let contentLength = HTTPFieldName(known: "Content-Length")

    /// The form of the body.
    public static let contentType = HTTPFieldName(known: "Content-Type")

    /// What tells a repeated request from a new one.
    public static let idempotencyKey = HTTPFieldName(known: "Idempotency-Key")

    /// The token of somebody who has signed in, in the API of S0.
    public static let accessToken = HTTPFieldName(known: "accessToken")

    /// When to ask again.
    public static let retryAfter = HTTPFieldName(known: "Retry-After")

    /// Whether the field says where a message ends, or who gets it, or what becomes of the connection.
    ///
    /// A second opinion on these is how requests are smuggled past a proxy.
    var isReserved: Bool { Self.reserved.contains(canonical) }

    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}
