import Domain

/// The description of a server's account API.
///
/// A description is data, so an app can use a server that this package does not know. ``s0(at:)`` and ``s3(at:)`` are
/// ready-made; ``init(describedBy:baseURL:plainHTTP:)`` reads a description from JSON.
public struct AccountAPI: Hashable, Sendable {
    /// The base of the endpoints' paths.
    public var baseURL: HTTPURL

    /// Creates an account; nil where the server does not offer it.
    public var signUp: Endpoint?

    /// Checks an ID and a password.
    public var signIn: Endpoint?

    /// Deletes the account of a token.
    public var deleteAccount: Endpoint?

    /// Returns the owner of a token.
    public var whoAmI: Endpoint?

    /// The place of the token in authorized requests.
    public var authorization: Authorization

    /// Whether the server executes requests with the same `Idempotency-Key` once, by
    /// draft-ietf-httpapi-idempotency-key-header.
    ///
    /// The server must compare each body with the first one under the same key, and refuse a different one with 422. An
    /// app that was ended during a sign-up sends the key again, and cannot know what was typed before. A server that
    /// ignores the body would report success although the account has the password that was typed first. For such a
    /// server this is false.
    ///
    /// A server that answers 409 to a sign-up while it still works on the first request under its key must add a code
    /// that ``ResponseFormat/codes`` maps to ``ResponseKind/inProgress``: 409 alone means that the ID is taken. As the
    /// answer to a deletion 409 alone means that it is in progress.
    public var supportsIdempotencyKeys: Bool

    /// Whether a sign-up without a token is followed by a sign-in with the same ID and password.
    ///
    /// Otherwise the user signs in.
    public var signsInAfterSignUp: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - baseURL: The base of the endpoints' paths; its query is ignored.
    ///   - signUp: Creates an account.
    ///   - signIn: Checks an ID and a password.
    ///   - deleteAccount: Deletes the account of a token.
    ///   - whoAmI: Returns the owner of a token.
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

    /// The endpoint for an action, or nil where the server does not offer it.
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

    /// The scheme before the token, separated by a space; nil where the token stands alone.
    public let scheme: String?

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - field: The header field.
    ///   - scheme: The scheme before the token, such as `Bearer` or `Token`; nil where the token stands alone.
    public init(field: HTTPFieldName = .authorization, scheme: String? = nil) {
        self.field = field
        self.scheme = scheme
    }

    /// `Authorization: Bearer …`, by RFC 6750 section 2.1.
    public static let bearer = Authorization(scheme: "Bearer")

    /// Sets a token in header fields, or throws where no field can hold it, or where only its digest is known, because
    /// this device has issued it.
    func apply(_ token: AccessToken, to fields: inout HTTPFields) throws(HTTPRequestError) {
        guard let text = token.revealed else { throw .invalidFieldValue(field) }
        try fields.set(field, prefix + text)
    }

    /// The text before the token.
    var prefix: String { scheme.map { $0 + " " } ?? "" }
}
