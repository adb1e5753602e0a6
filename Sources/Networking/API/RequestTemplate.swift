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
    public var headers: [HTTPFieldName: TextTemplate] = [:]

    /// The cookies of the request by name, such as that of a refresh token.
    public var cookies: [String: TextTemplate] = [:]

    /// The body; nil for none.
    public var body: BodyTemplate?

    /// The format of the body.
    public var encoding = BodyEncoding.json

    /// The media type of the body; nil for that of its ``encoding``.
    public var contentType: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path and query, in which `{name}` is a placeholder.
    ///   - body: The body; nil for none.
    public init(_ method: HTTPMethod, _ path: String, body: BodyTemplate? = nil) {
        (self.method, self.path, self.body) = (method, path, body)
    }

    /// Whether the request has a token or other credentials of its own, so that none is added.
    func hasToken(for authorization: Authorization) -> Bool {
        !placeholders.isDisjoint(with: [.accessToken, .refreshToken])
            || headers.keys.contains { $0 == authorization.field }
            || cookies.keys.contains { authorization == .cookie($0) }
    }

    /// Returns the tokens that the request carries, as placeholders.
    func tokens(for action: AccountAction, _ authorization: Authorization) -> Set<Placeholder> {
        let isAdded = action.isAuthorized && authorization != .none && !hasToken(for: authorization)
        return placeholders.intersection([.accessToken, .refreshToken]).union(isAdded ? [.accessToken] : [])
    }

    var placeholders: Set<Placeholder> {
        (Array(headers.values) + cookies.values).reduce(
            into: TextTemplate(path: path).placeholders.union(body?.placeholders ?? [])
        ) { $0.formUnion($1.placeholders) }
    }
}

/// A request before the request of an endpoint, which reads values that the latter needs, such as a CSRF token.
public struct PreparatoryRequest: Hashable, Sendable {
    /// The largest number of requests before that of an endpoint.
    public static let maximumCount = 3

    /// The request.
    public var request: RequestTemplate

    /// The locations of the values that later requests use as placeholders; the status of the response does not matter
    /// if it has them all.
    public var captures: [Placeholder: ValueLocation]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - captures: The locations of values in the response.
    public init(_ request: RequestTemplate, captures: [Placeholder: ValueLocation]) {
        self.request = request
        self.captures = captures
    }
}
