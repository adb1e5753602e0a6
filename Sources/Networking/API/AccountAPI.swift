/// The description of a server's account API: where it is, what it is asked, and how its replies are read.
///
/// It is data alone, so that an app works with a server that nobody here has seen. ``s0(at:)`` and ``s3(at:)`` are
/// ready-made; ``init(describedBy:baseURL:plainHTTP:)`` reads a description from JSON.
public struct AccountAPI: Hashable, Sendable {
    /// Where the paths of the endpoints begin.
    public var baseURL: HTTPURL

    /// Makes an account; nil where the server offers none of this.
    public var signUp: Endpoint?

    /// Tells whether somebody is who they say.
    public var signIn: Endpoint?

    /// Deletes the account that a token is of.
    public var deleteAccount: Endpoint?

    /// Tells whose token it is.
    public var whoAmI: Endpoint?

    /// Where a token goes in later calls.
    public var authorization: Authorization

    /// Whether the server does a request once however often it comes with the same `Idempotency-Key`, as the draft
    /// draft-ietf-httpapi-idempotency-key-header has it.
    ///
    /// The server has to compare a body with the one that came first under its key, and to refuse another with 422: an
    /// app that was ended in the middle of a sign-up sends the key again, and nobody knows what was typed before. A
    /// server that goes by the key alone repeats that the sign-up has succeeded, though the account has the password
    /// that was typed first. For such a server this is false.
    ///
    /// A server that answers 409 to a sign-up while the first request under its key is still being worked on has to say
    /// so by a code that ``ReplyFormat/codes`` takes for ``ReplyMeaning/inProgress``: 409 alone means that the ID is
    /// taken. To a deletion 409 alone means that it is in progress.
    public var takesIdempotencyKeys: Bool

    /// Whether a sign-up that brought no token is followed by a sign-in with the same ID and password; otherwise the
    /// person signs in.
    public var signsInAfterSignUp: Bool

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - baseURL: Where the paths of the endpoints begin; its query is not used.
    ///   - signUp: Makes an account.
    ///   - signIn: Tells whether somebody is who they say.
    ///   - deleteAccount: Deletes the account that a token is of.
    ///   - whoAmI: Tells whose token it is.
    ///   - authorization: Where a token goes in later calls.
    ///   - takesIdempotencyKeys: Whether the server does a request once however often it comes with the same key.
    ///   - signsInAfterSignUp: Whether a sign-up that brought no token is followed by a sign-in.
    public init(
        baseURL: HTTPURL,
        signUp: Endpoint? = nil,
        signIn: Endpoint? = nil,
        deleteAccount: Endpoint? = nil,
        whoAmI: Endpoint? = nil,
        authorization: Authorization = .bearer,
        takesIdempotencyKeys: Bool = false,
        signsInAfterSignUp: Bool = false
    ) {
        self.baseURL = baseURL
        self.signUp = signUp
        self.signIn = signIn
        self.deleteAccount = deleteAccount
        self.whoAmI = whoAmI
        self.authorization = authorization
        self.takesIdempotencyKeys = takesIdempotencyKeys
        self.signsInAfterSignUp = signsInAfterSignUp
    }
}
