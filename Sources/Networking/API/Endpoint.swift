/// One thing that a server can be asked, and how its replies are read.
public struct Endpoint: Hashable, Sendable {
    /// The method.
    public var method: HTTPMethod

    /// The path below the base URL; `{id}` stands for the account ID, written as RFC 3986 section 2.1 asks.
    public var path: String

    /// Fields that go with every request, such as the key of the app.
    public var fields: HTTPFields

    /// What the body says; nil for none.
    public var body: BodyTemplate?

    /// Where the reply has the token; nil where it has none.
    public var token: TokenPlace?

    /// Where the reply says how long the token lasts, in seconds; nil where it does not.
    public var lifetime: JSONPath?

    /// Where the reply describes the owner of the account.
    public var owner: OwnerPlaces

    /// How the outcome is read.
    public var reply: ReplyFormat

    /// Creates the description of an endpoint.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path below the base URL; `{id}` stands for the account ID.
    ///   - fields: Fields that go with every request.
    ///   - body: What the body says; nil for none.
    ///   - token: Where the reply has the token; nil where it has none.
    ///   - lifetime: Where the reply says how long the token lasts, in seconds.
    ///   - owner: Where the reply describes the owner of the account.
    ///   - reply: How the outcome is read.
    public init(
        _ method: HTTPMethod,
        _ path: String,
        fields: HTTPFields = HTTPFields(),
        body: BodyTemplate? = nil,
        token: TokenPlace? = nil,
        lifetime: JSONPath? = nil,
        owner: OwnerPlaces = OwnerPlaces(),
        reply: ReplyFormat = ReplyFormat()
    ) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
        self.token = token
        self.lifetime = lifetime
        self.owner = owner
        self.reply = reply
    }
}
