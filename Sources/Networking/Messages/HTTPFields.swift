public import Domain

/// The header fields of a message, in order; a name can occur several times.
///
/// Their description shows names only. Two lists are equal if they have the same fields in the same order.
public struct HTTPFields: Hashable, Secret, RandomAccessCollection {
    private var fields: [HTTPField] = []

    /// Creates an empty list.
    public init() {}

    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }

    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a position.
    public subscript(position: Int) -> HTTPField { fields[position] }

    /// The values of all fields with a name, in order.
    ///
    /// They are not joined, because not every field is a list: a date contains a comma.
    public subscript(name: HTTPFieldName) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Appends a field.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    /// - Throws: `HTTPRequestError.invalidFieldValue` if the value does not follow RFC 9110 section 5.5.
    public mutating func append(_ name: HTTPFieldName, _ value: String) throws(HTTPRequestError) {
        fields.append(try HTTPField(name, value))
    }

    /// Replaces the fields with a name by one field, at the position of the first or else at the end.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    /// - Throws: `HTTPRequestError.invalidFieldValue` if the value does not follow RFC 9110 section 5.5; in that case,
    ///   nothing was changed.
    public mutating func set(_ name: HTTPFieldName, _ value: String) throws(HTTPRequestError) {
        let field = try HTTPField(name, value)
        let place = fields.firstIndex { $0.name == name } ?? fields.endIndex
        fields.removeAll { $0.name == name }
        fields.insert(field, at: place)
    }

    /// The names, in order.
    public var description: String { "[" + fields.map(\.name.text).joined(separator: ", ") + "]" }
}

/// A header field of a message.
///
/// Its description shows the name only, because the value may be a token.
public struct HTTPField: Hashable, Secret {
    /// The name.
    public let name: HTTPFieldName

    /// The value as it is sent.
    public let value: String

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: Visible characters, with spaces and tabs between them; it may be empty.
    /// - Throws: `HTTPRequestError.invalidFieldValue` if the value does not follow RFC 9110 section 5.5.
    public init(_ name: HTTPFieldName, _ value: String) throws(HTTPRequestError) {
        guard HTTPGrammar.isFieldValue(value) else { throw .invalidFieldValue(name) }
        self.name = name
        self.value = value
    }

    /// The name, with the redaction mark in place of the value.
    public var description: String { "\(name): \(Self.redacted)" }
}

/// The case-insensitive name of a header field (RFC 9110 section 5.1).
public struct HTTPFieldName: Hashable, Sendable, CustomStringConvertible {
    /// The name as it is sent.
    public let text: String

    /// The name in lower case, for comparison.
    package let canonical: String

    /// Creates a name.
    ///
    /// - Parameter text: A token.
    /// - Throws: `HTTPRequestError.invalidFieldName` if it is not a token (RFC 9110 section 5.6.2).
    public init(_ text: String) throws(HTTPRequestError) {
        guard HTTPGrammar.isToken(text) else { throw .invalidFieldName }
        self.init(known: text)
    }

    private init(known text: String) {
        self.text = text
        canonical = text.lowercased()
    }

    /// The name as it is sent.
    public var description: String { text }

    /// Returns whether two names are equal except for case.
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool { left.canonical == right.canonical }

    /// Hashes the name in lower case.
    public func hash(into hasher: inout Hasher) { hasher.combine(canonical) }

    /// The accepted media types of a response.
    public static let accept = HTTPFieldName(known: "Accept")
    /// The credentials of the sender.
    public static let authorization = HTTPFieldName(known: "Authorization")
    /// The cookies that the sender returns.
    public static let cookie = HTTPFieldName(known: "Cookie")
    /// A cookie that the server sets.
    public static let setCookie = HTTPFieldName(known: "Set-Cookie")
    /// The preferred languages of a response.
    public static let acceptLanguage = HTTPFieldName(known: "Accept-Language")
    /// The size of the body.
    public static let contentLength = HTTPFieldName(known: "Content-Length")
    /// The media type of the body.
    public static let contentType = HTTPFieldName(known: "Content-Type")
    /// The key by which a server recognizes a repeated request.
    public static let idempotencyKey = HTTPFieldName(known: "Idempotency-Key")
    /// The access token, in the API of S0.
    public static let accessToken = HTTPFieldName(known: "accessToken")
    /// The time to wait before the next request.
    public static let retryAfter = HTTPFieldName(known: "Retry-After")
    static let wwwAuthenticate = HTTPFieldName(known: "WWW-Authenticate")
    static let xRetryAfter = HTTPFieldName(known: "X-Retry-After")
    static let rateLimitReset = HTTPFieldName(known: "RateLimit-Reset")

    /// Whether the field decides where a message ends, who receives it, or how the connection is used.
    ///
    /// Contradictory fields of this kind can smuggle requests past a proxy.
    var isReserved: Bool { Self.reserved.contains(canonical) }

    private static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "http2-settings", "keep-alive", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]
}

/// The grammar of names and values in RFC 9110, which prevents the injection of fields and requests.
enum HTTPGrammar {
    /// Returns whether a text is a token (section 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || marks.contains($0) }
    }

    /// Returns whether a text is the value of a field (section 5.5): visible characters, with spaces and tabs inside.
    ///
    /// Characters beyond ASCII are allowed, as `obs-text`.
    static func isFieldValue(_ text: String) -> Bool {
        guard let first = text.utf8.first, let last = text.utf8.last else { return true }
        return !isSpace(first) && !isSpace(last) && text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == tab }
    }

    private static let tab = UInt8(ascii: "\t")

    private static func isSpace(_ byte: UInt8) -> Bool { byte == tab || byte == UInt8(ascii: " ") }

    private static let marks = Array("!#$%&'*+-.^_`|~".utf8)
}
