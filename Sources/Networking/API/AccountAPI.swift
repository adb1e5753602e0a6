import Domain

/// The description of a server's account API.
///
/// A description is data, so an app can use a server that this package does not know. ``s0(at:)`` and ``s3(at:)`` are
/// ready-made; ``init(describedBy:baseURL:plainHTTP:)`` reads a description from JSON.
public struct AccountAPI: Hashable, Sendable {
    /// The base of the endpoints' paths.
    public var baseURL: HTTPURL

    /// The endpoint that creates an account; nil for none.
    public var signUp: Endpoint?

    /// The endpoint that checks an ID and a password; nil for none.
    public var signIn: Endpoint?

    /// The endpoint that deletes the account of a token; nil for none.
    public var deleteAccount: Endpoint?

    /// The endpoint that returns the owner of a token; nil for none.
    public var whoAmI: Endpoint?

    /// The place of the token in authorized requests.
    public var authorization: Authorization

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
    public var supportsIdempotencyKeys: Bool

    /// Whether a sign-up without a token is followed by a sign-in with the same ID and password; otherwise the user
    /// signs in.
    public var signsInAfterSignUp: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - baseURL: The base of the endpoints' paths; its query is ignored.
    ///   - signUp: The endpoint that creates an account.
    ///   - signIn: The endpoint that checks an ID and a password.
    ///   - deleteAccount: The endpoint that deletes the account of a token.
    ///   - whoAmI: The endpoint that returns the owner of a token.
    ///   - authorization: The place of the token in authorized requests.
    ///   - supportsIdempotencyKeys: Whether the server executes requests with the same key once.
    ///   - signsInAfterSignUp: Whether a sign-up without a token is followed by a sign-in.
    public init(
        baseURL: HTTPURL,
        signUp: Endpoint? = nil,
        signIn: Endpoint? = nil,
        deleteAccount: Endpoint? = nil,
        whoAmI: Endpoint? = nil,
        authorization: Authorization = .bearer,
        supportsIdempotencyKeys: Bool = false,
        signsInAfterSignUp: Bool = false
    ) {
        self.baseURL = baseURL
        self.signUp = signUp
        self.signIn = signIn
        self.deleteAccount = deleteAccount
        self.whoAmI = whoAmI
        self.authorization = authorization
        self.supportsIdempotencyKeys = supportsIdempotencyKeys
        self.signsInAfterSignUp = signsInAfterSignUp
    }

    /// The endpoint for an action, or nil if the server does not offer it.
    subscript(action: AccountAction) -> Endpoint? {
        switch action {
        case .signUp: signUp
        case .signIn: signIn
        case .deleteAccount: deleteAccount
        case .whoAmI: whoAmI
        }
    }

    /// The path of the base URL, without a slash at its end.
    var basePath: String { baseURL.path.hasSuffix("/") ? String(baseURL.path.dropLast()) : baseURL.path }
}

/// The place of the token in authorized requests.
public struct Authorization: Hashable, Sendable {
    /// The header field.
    public let field: HTTPFieldName

    /// The scheme before the token, separated by a space; nil for the token alone.
    public let scheme: String?

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - field: The header field.
    ///   - scheme: The scheme before the token, such as `Bearer` or `Token`; nil for the token alone.
    public init(field: HTTPFieldName = .authorization, scheme: String? = nil) {
        self.field = field
        self.scheme = scheme
    }

    /// `Authorization: Bearer …`, by RFC 6750 section 2.1.
    public static let bearer = Authorization(scheme: "Bearer")

    /// Sets a token in header fields; throws if no field can contain it, or if only its digest is known because this
    /// device issued it.
    func apply(_ token: AccessToken, to fields: inout HTTPFields) throws(HTTPRequestError) {
        guard let text = token.revealed else { throw .invalidFieldValue(field) }
        try fields.set(field, prefix + text)
    }

    /// The text before the token.
    var prefix: String { scheme.map { $0 + " " } ?? "" }
}
