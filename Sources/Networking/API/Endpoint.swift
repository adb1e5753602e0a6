public import Domain

/// A request that a server offers, and the format of its responses.
public struct Endpoint: Hashable, Sendable {
    /// The HTTP method of the request.
    public var method: HTTPMethod

    /// The path below the base URL, in which `{id}` is replaced with the percent-encoded account ID.
    public var path: String

    /// The header fields of every request, such as the app's key.
    public var fields: HTTPFields

    /// The body; nil for none.
    public var body: BodyTemplate?

    /// The place of the token in the response; nil for none.
    public var token: TokenLocation?

    /// The path to the token's lifetime in seconds; nil for none.
    public var lifetime: JSONPath?

    /// The paths to the account ID and the profile of the account owner in the response.
    public var owner: [AccountField: JSONPath]

    /// The format of the outcome in the response.
    public var response: ResponseFormat

    /// Creates the description of an endpoint.
    ///
    /// - Parameters:
    ///   - method: The HTTP method of the request.
    ///   - path: The path below the base URL, in which `{id}` is replaced with the account ID.
    ///   - fields: The header fields of every request.
    ///   - body: The body; nil for none.
    ///   - token: The place of the token in the response; nil for none.
    ///   - lifetime: The path to the token's lifetime in seconds; nil for none.
    ///   - owner: The paths to the account ID and the profile of the account owner in the response.
    ///   - response: The format of the outcome in the response.
    public init(
        _ method: HTTPMethod,
        _ path: String,
        fields: HTTPFields = HTTPFields(),
        body: BodyTemplate? = nil,
        token: TokenLocation? = nil,
        lifetime: JSONPath? = nil,
        owner: [AccountField: JSONPath] = [:],
        response: ResponseFormat = ResponseFormat()
    ) {
        self.method = method
        self.path = path
        self.fields = fields
        self.body = body
        self.token = token
        self.lifetime = lifetime
        self.owner = owner
        self.response = response
    }

    /// The server's names of form fields, from the body of the request and the format of the response.
    var fieldNames: [String: AccountField] {
        (body?.fieldNames ?? [:]).merging(response.fieldNames) { _, own in own }
    }

    /// Reads the account owner from the body of a response; the known owner replaces missing and invalid parts.
    func readOwner(_ body: JSONValue?, over known: AccountOwner) -> AccountOwner {
        var profile = known.profile
        for field in Profile.fields {
            // An invalid text counts as missing.
            if let text = text(of: field.field, in: body) { try? field.set(text, in: &profile) }
        }
        return AccountOwner(accountID: accountID(in: body) ?? known.accountID, profile: profile)
    }

    /// Returns whether the body of a response has the ID of an account or, if none is described, a described field.
    func hasOwner(_ id: AccountID?, in body: JSONValue?) -> Bool {
        if owner[.id] != nil { return id != nil && accountID(in: body) == id }
        return owner.isEmpty || owner.keys.contains { text(of: $0, in: body)?.isEmpty == false }
    }

    /// Returns the valid ID in the body of a response, which may be a number.
    private func accountID(in body: JSONValue?) -> AccountID? {
        text(of: .id, in: body).flatMap { try? AccountID($0) }
    }

    private func text(of field: AccountField, in body: JSONValue?) -> String? {
        owner[field].flatMap { body?[$0]?.code }
    }
}

/// The place of the token in a response.
///
/// It cannot be a cookie, because that would be sent with every later request.
public enum TokenLocation: Hashable, Sendable {
    /// A header field; a scheme before the token, such as `Bearer`, is removed.
    case header(HTTPFieldName)
    /// A member of the body.
    case json(JSONPath)
}
