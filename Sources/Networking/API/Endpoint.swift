public import Domain

/// A request that a server offers, and the format of its responses.
public struct Endpoint: Hashable, Sendable {
    /// The request.
    public var request: RequestTemplate

    /// The requests before it, at most ``PreparatoryRequest/maximumCount``.
    public var before: [PreparatoryRequest] = []

    /// The location of the access token in the response; nil for none.
    public var token: ValueLocation?

    /// The lifetime of the access token; nil for none.
    public var lifetime: TokenLifetime?

    /// The location of the refresh token in the response; nil for none.
    public var refreshToken: ValueLocation?

    /// The lifetime of the refresh token; nil for none.
    public var refreshLifetime: TokenLifetime?

    /// The paths to the account ID and the profile of the account owner in the response.
    public var owner: [AccountField: [JSONPath]] = [:]

    /// The paths to the server's own key of the account, which is the placeholder `key` of later requests.
    public var ownerKey: [JSONPath] = []

    /// The paths to the value which says that the address of the account owner is confirmed: `true`, or a text such as the
    /// date of the confirmation.
    public var ownerVerified: [JSONPath] = []

    /// The paths of which a successful response has one, or none; otherwise the request was refused.
    public var present: [JSONPath] = []

    /// The format of the outcome in the response.
    public var response: ResponseFormat

    /// The parts of a step in the response; nil if it has none.
    public var challenge: ChallengeFormat?

    /// Creates the description of an endpoint.
    ///
    /// - Parameters:
    ///   - method: The HTTP method of the request.
    ///   - path: The path below the base URL, in which `{name}` is a placeholder.
    ///   - body: The body; nil for none.
    ///   - token: The location of the access token in the response; nil for none.
    ///   - refreshToken: The location of the refresh token in the response; nil for none.
    ///   - owner: The paths to the account ID and the profile of the account owner in the response.
    ///   - response: The format of the outcome in the response.
    public init(
        _ method: HTTPMethod,
        _ path: String,
        body: BodyTemplate? = nil,
        token: ValueLocation? = nil,
        refreshToken: ValueLocation? = nil,
        owner: [AccountField: JSONPath] = [:],
        response: ResponseFormat = ResponseFormat()
    ) {
        request = RequestTemplate(method, path, body: body)
        (self.token, self.refreshToken, self.response) = (token, refreshToken, response)
        self.owner = owner.mapValues { [$0] }
    }

    /// The server's names of form fields, from the body of the request and the format of the response.
    var fieldNames: [String: AccountField] {
        (request.body?.fieldNames ?? [:]).merging(response.fieldNames) { _, own in own }
    }

    /// Returns the profile in the body of a response; the known one replaces missing and invalid texts.
    func readProfile(_ body: JSONValue?, over known: Profile) -> Profile {
        var profile = known
        for field in Profile.fields {
            // An invalid text counts as missing.
            if let text = text(of: field.field, in: body) { try? field.set(text, in: &profile) }
        }
        return profile
    }

    /// Returns whether the body of a response has the ID of a session's account or, if none is described, a described
    /// field; the server's own key of the account must not differ.
    func hasOwner(_ session: Session?, in body: JSONValue?) -> Bool {
        if let known = session?.serverKey, let key = body?.first(at: ownerKey, \.code), key != known { return false }
        if let places = owner[.id] {
            // An account can have several IDs, such as a name and an address. An invalid ID is that of no account.
            let ids = places.compactMap { body?[$0]?.code }.compactMap { try? AccountID($0) }
            return ids.contains { $0 == session?.accountID }
        }
        return owner.isEmpty || owner.keys.contains { text(of: $0, in: body)?.isEmpty == false }
    }

    /// Returns whether the body of a response says that the address of the owner is confirmed.
    func isVerified(_ body: JSONValue?) -> Bool {
        guard let value = body?.first(at: ownerVerified, \.scalar) else { return false }
        return !["", "0", "false"].contains(value)
    }

    /// Returns a text of the owner in the body of a response, which may be a number.
    func text(of field: AccountField, in body: JSONValue?) -> String? {
        body?.first(at: owner[field] ?? [], \.code)
    }
}
