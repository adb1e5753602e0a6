import Domain

/// The description of a server's account API.
///
/// A description is data, so an app can use a server that this package does not know. ``s0(at:)`` and ``s3(at:)`` are
/// ready-made; ``init(describedBy:baseURL:plainHTTP:)`` reads a description from JSON.
public struct AccountAPI: Hashable, Sendable {
    /// The base of the endpoints' paths.
    public var baseURL: HTTPURL

    /// The requests that the server offers.
    public var endpoints: [AccountAction: Endpoint]

    /// Further servers that may receive tokens; only their ``HTTPURL/origin`` counts.
    public var tokenServers: [HTTPURL] = []

    /// Values of placeholders that are the same in every request, such as `clientID`.
    public var constants: [Placeholder: String] = [:]

    /// The location of the token in authorized requests.
    public var authorization = Authorization.bearer

    /// Whether the server executes requests with the same `Idempotency-Key` once, as
    /// draft-ietf-httpapi-idempotency-key-header describes.
    ///
    /// The server must reject a request with 422 if its body differs from the first one under the same key. After a
    /// relaunch, an app sends the key again without knowing the earlier body. A server that ignores the body would then
    /// report success, although the account has the earlier password. Set this to false for such a server.
    ///
    /// A 409 to a sign-up means that the ID is taken. If the first request under the key is still in progress, the 409
    /// must have a code that ``ResponseFormat/codes`` maps to ``ResponseKind/inProgress``. A 409 to a deletion means
    /// that the deletion is in progress.
    public var supportsIdempotencyKeys = false

    /// Whether a sign-up without a token is followed by a sign-in with the same ID and password; otherwise the user
    /// signs in.
    public var signsInAfterSignUp = false

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - baseURL: The base of the endpoints' paths; its query is ignored.
    ///   - endpoints: The requests that the server offers.
    public init(baseURL: HTTPURL, _ endpoints: [AccountAction: Endpoint] = [:]) {
        (self.baseURL, self.endpoints) = (baseURL, endpoints)
    }

    /// The endpoint for an action, or nil if the server does not offer it.
    ///
    /// - Parameter action: The action.
    public subscript(action: AccountAction) -> Endpoint? {
        get { endpoints[action] }
        set { endpoints[action] = newValue }
    }

    /// Whether messages go to an e-mail address that a sign-up has besides the ID.
    package var sendsMessagesToEmail: Bool {
        self[.signUp]?.request.placeholders.contains(Placeholder(.email)) == true
            && (self[.verify] != nil || self[.requestPasswordReset] != nil)
    }

    /// Whether a sign-up or a sign-in can require the confirmation of the address first.
    package var requiresConfirmation: Bool {
        [AccountAction.signUp, .signIn].contains { action in
            self[action]?.response.kinds.contains { $0.purpose == .addressConfirmation } == true
        }
    }

    /// Returns whether a server may receive tokens.
    func trusts(_ server: HTTPURL) -> Bool {
        ([baseURL] + tokenServers).contains { $0.origin == server.origin }
    }

    /// The path of the base URL, without a slash at its end.
    var basePath: String { baseURL.path.hasSuffix("/") ? String(baseURL.path.dropLast()) : baseURL.path }
}

/// The location of the token in authorized requests.
///
/// A request that has a token as a placeholder, or that sets the header field itself, gets no other token.
public enum Authorization: Hashable, Sendable {
    /// A header field with a scheme before the token, such as `Bearer` or `Token`; nil for the token alone.
    case header(HTTPFieldName, scheme: String?)
    /// A cookie with this name.
    case cookie(String)
    /// Only where a request has a placeholder for it.
    case none

    /// `Authorization: Bearer …`, by RFC 6750 section 2.1.
    public static let bearer = Authorization.header(.authorization, scheme: "Bearer")

    /// The header field that contains the token, or nil for none.
    var field: HTTPFieldName? {
        switch self {
        case .header(let field, _): field
        case .cookie: .cookie
        case .none: nil
        }
    }

    /// The text before the token.
    var prefix: String {
        switch self {
        case .header(_, let scheme?): scheme + " "
        case .header(_, nil), .cookie, .none: ""
        }
    }

    /// Sets a token in header fields; throws if no field can contain it, or if only its digest is known because this
    /// device issued it.
    func apply(_ token: AccessToken, to fields: inout HTTPFields) throws(HTTPRequestError) {
        guard let field else { return }
        guard let text = token.revealed else { throw .invalidFieldValue(field) }
        guard case .cookie(let name) = self else { return try fields.set(field, prefix + text) }
        let cookies = fields[field] + [try Cookie.pair(name, text)]
        try fields.set(field, cookies.joined(separator: "; "))
    }
}
