/// A request with placeholders.
public struct RequestTemplate: Hashable, Sendable {
    /// The HTTP method.
    public var method: HTTPMethod

    /// The server, if it is not that of the description; only its ``HTTPURL/origin`` counts.
    public var server: HTTPURL?

    /// The path and query below the base URL, or on the ``server``; `{name}` is a placeholder, whose value is
    /// percent-encoded.
    public var path: String

    /// The header fields of the request, such as the app's key.
    public var headers: [HTTPFieldName: TextTemplate]

    /// The body; nil for none.
    public var body: BodyTemplate?

    /// The format of the body.
    public var encoding: BodyEncoding

    /// The media type of the body; nil for that of its ``encoding``.
    public var contentType: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path and query, in which `{name}` is a placeholder.
    ///   - server: The server, if it is not that of the description.
    ///   - headers: The header fields.
    ///   - body: The body; nil for none.
    ///   - encoding: The format of the body.
    ///   - contentType: The media type of the body; nil for that of its encoding.
    public init(
        _ method: HTTPMethod,
        _ path: String,
        server: HTTPURL? = nil,
        headers: [HTTPFieldName: TextTemplate] = [:],
        body: BodyTemplate? = nil,
        encoding: BodyEncoding = .json,
        contentType: String? = nil
    ) {
        self.method = method
        self.path = path
        self.server = server
        self.headers = headers
        self.body = body
        self.encoding = encoding
        self.contentType = contentType
    }

    /// Whether the request has a token or other credentials of its own, so that none is added.
    func hasToken(for authorization: Authorization) -> Bool {
        !placeholders.isDisjoint(with: [.accessToken, .refreshToken])
            || headers.keys.contains { $0 == authorization.field }
    }

    var placeholders: Set<Placeholder> {
        headers.values.reduce(into: TextTemplate(path: path).placeholders.union(body?.placeholders ?? [])) {
            $0.formUnion($1.placeholders)
        }
    }
}

/// A request before the request of an endpoint, which reads values that the latter needs, such as a CSRF token.
public struct PreparatoryRequest: Hashable, Sendable {
    /// The largest number of requests before that of an endpoint.
    public static let maximumCount = 3

    /// The request.
    public var request: RequestTemplate

    /// The places of the values that later requests use as placeholders; the status of the response does not matter if
    /// it has them all.
    public var captures: [Placeholder: ValuePlace]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - captures: The places of values in the response.
    public init(_ request: RequestTemplate, captures: [Placeholder: ValuePlace]) {
        self.request = request
        self.captures = captures
    }
}
