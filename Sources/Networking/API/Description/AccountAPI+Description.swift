import Domain

extension AccountAPI {
    /// Reads the description of an API from JSON, in the format of `Docs/Networking.md`.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text. An unknown member is a mistake, to detect misspellings.
    ///   - baseURL: The base of the endpoints' paths; nil uses the member `baseURL`.
    ///   - plainHTTP: The hosts for which the description may use `http`.
    /// - Throws: ``APIDescriptionError`` with every mistake in the text.
    public init(
        describedBy bytes: [UInt8],
        baseURL: HTTPURL? = nil,
        plainHTTP: PlainHTTP = .loopbackOnly
    ) throws(APIDescriptionError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(reading: bytes)
        } catch {
            throw APIDescriptionError(mistakes: [APIDescriptionMistake(error, in: bytes)])
        }
        let log = MistakeLog(document)
        var reader = DescriptionReader(document.value, at: JSONPath(), log)
        let url = reader.url(plainHTTP)
        // The member is read even if the caller's base URL replaces it, so that a mistake in it is found.
        let written =
            baseURL == nil
            ? reader.need("baseURL", url.expected, url.read) : reader.take("baseURL", url.expected, url.read)
        // Editors find the schema of the language by this member.
        _ = reader.take("$schema", "a URL", \.text)
        let constants = reader.constants()
        let steps = reader.steps(for: AccountAction.allCases.map { document.value[JSONPath($0.rawValue, "before")] })
        let tokenServers = reader.list("tokenServers", url) ?? []
        let authorization = reader.authorization()
        let supportsKeys = reader.take("idempotencyKeys", "true or false", \.bool) ?? false
        let signsIn = reader.take("signInAfterSignUp", "true or false", \.bool) ?? false
        let context = EndpointContext(
            plainHTTP: plainHTTP,
            trustedOrigins: Set((tokenServers + [baseURL ?? written].compactMap(\.self)).map(\.origin)),
            constants: constants,
            steps: steps,
            authorization: authorization,
            supportsKeys: supportsKeys,
            hasKeys: ["signUp", "signIn"].map { document.value.members?[$0] }.allSatisfy { endpoint in
                endpoint?[JSONPath("token")] == nil || endpoint?[JSONPath("owner", "key")] != nil
            },
            hasRefreshTokens: AccountAction.allCases.contains {
                document.value[JSONPath($0.rawValue, "refreshToken")] != nil
            },
            captures: Set(
                AccountAction.allCases.flatMap {
                    document.value[JSONPath($0.rawValue, "challenge", "capture")]?.members?.keys.map { $0 } ?? []
                }
                .compactMap { Placeholder($0) }
            ),
            format: reader.response(over: ResponseFormat())
        )
        var endpoints: [AccountAction: Endpoint] = [:]
        for action in AccountAction.allCases {
            endpoints[action] = reader.object(action.rawValue) { $0.endpoint(for: action, context) } ?? nil
        }
        reader.finish()
        FixedTexts(document.value, constants: Set(constants.keys), log).check(document.value)
        guard log.mistakes.isEmpty, let base = baseURL ?? written else {
            throw APIDescriptionError(mistakes: log.mistakes.sorted { $0.location < $1.location })
        }
        self.init(baseURL: base, endpoints)
        (self.tokenServers, self.constants, self.authorization) = (tokenServers, constants, authorization)
        (supportsIdempotencyKeys, signsInAfterSignUp) = (supportsKeys, signsIn)
    }
}

extension AccountAPI {
    /// What a valid description cannot do, for its author.
    package var notes: [String] {
        var notes: [String] = []
        if self[.signIn] == nil { notes.append("signIn is missing, so users cannot sign in again after the sign-up.") }
        if let whoAmI = self[.whoAmI], whoAmI.owner.isEmpty, whoAmI.ownerKey.isEmpty {
            notes.append("whoAmI has no owner, so every successful response confirms a session.")
        }
        let requests = endpoints.values.flatMap { $0.before.map(\.request) + [$0.request] }
        if endpoints.values.contains(where: { $0.refreshToken != nil }),
            !requests.contains(where: { $0.placeholders.contains(.refreshToken) })
        {
            notes.append("refreshToken is read, but no request has $refreshToken.")
        }
        let kinds = endpoints.values.reduce(into: Set<ResponseKind>()) { $0.formUnion($1.response.kinds) }
        for (purpose, action) in [
            (Challenge.Purpose.addressConfirmation, AccountAction.verify), (.secondFactor, .answerChallenge),
        ]
        where self[action] == nil && kinds.contains(where: { $0.purpose == purpose }) {
            notes.append("a response asks for a step, but \(action.rawValue) is missing, so no user can complete it.")
        }
        return notes
    }
}

/// The parts of a description that decide what an endpoint may contain.
struct EndpointContext {
    let plainHTTP: PlainHTTP
    let trustedOrigins: Set<String>
    let constants: [Placeholder: String]

    /// Requests that endpoints name in `before`.
    let steps: [String: JSONValue]

    let authorization: Authorization
    let supportsKeys: Bool

    /// Whether each session has the server's own key of its account.
    let hasKeys: Bool

    /// Whether a response may have a refresh token.
    let hasRefreshTokens: Bool

    /// The values that steps capture.
    let captures: Set<Placeholder>

    /// The format of all responses, of which an endpoint replaces parts.
    let format: ResponseFormat
}

extension DescriptionReader {
    fileprivate mutating func constants() -> [Placeholder: String] {
        map("constants", Self.placeholderName, Expectation("a text") { $0.text }) ?? [:]
    }

    /// Returns the named requests, which are read with the endpoints that have them in a list.
    fileprivate mutating func steps(for lists: [JSONValue?]) -> [String: JSONValue] {
        let steps = take("steps", "an object", \.members) ?? [:]
        for name in Set(steps.keys).subtracting(lists.flatMap { $0?.elements ?? [] }.compactMap(\.text)) {
            log.note(.expected("a request that an endpoint names in “before”"), at: place(of: "steps").appending(name))
        }
        return steps
    }

    fileprivate mutating func authorization() -> Authorization {
        if text(of: "authorization") == "none" {
            return take("authorization", "“none”") { _ in Authorization.none } ?? .none
        }
        return object("authorization") { reader in
            if let cookie = reader.take("cookie", "the name of a cookie", Self.cookieName) { return .cookie(cookie) }
            return .header(
                reader.take("header", Self.tokenField) ?? .authorization,
                scheme: reader.take("scheme", "a scheme such as “Bearer”") {
                    $0.text.flatMap { HTTPGrammar.isToken($0) ? $0 : nil }
                }
            )
        } ?? .bearer
    }

    func url(_ plainHTTP: PlainHTTP) -> Expectation<HTTPURL> {
        // The reason is in the expectation.
        let read: @Sendable (JSONValue) -> HTTPURL? = { $0.text.flatMap { try? HTTPURL($0, plainHTTP: plainHTTP) } }
        return Expectation("an absolute URL with “https”, or with “http” for this machine", read)
    }

    // MARK: Responses

    mutating func response(over base: ResponseFormat) -> ResponseFormat {
        object("response") { reader in
            var format = base
            format.success = reader.path("success") ?? base.success
            format.messages = reader.paths("messages") ?? base.messages
            format.fieldMessages = reader.paths("fieldMessages") ?? base.fieldMessages
            format.fieldNames.merge(
                reader.map(
                    "fieldNames",
                    Self.anyName,
                    Self.field
                ) ?? [:]
            ) { _, own in own }
            format.code = reader.paths("code") ?? base.code
            format.codes.merge(reader.map("codes", Self.code, Self.meaning) ?? [:]) { _, own in own }
            format.statuses.merge(reader.map("statuses", Self.status, Self.kind) ?? [:]) { _, own in own }
            format.otherwise = reader.take("otherwise", Self.kind) ?? base.otherwise
            format.undecodable = reader.take("undecodable", Self.kind) ?? base.undecodable
            format.retryAfter = reader.paths("retryAfter") ?? base.retryAfter
            return format
        } ?? base
    }

    private static let field = value(of: AccountField.self)
    private static let kind = value(of: ResponseKind.self)

    /// A kind of response, or `{"field": name}` for a rejection of one field.
    private static let meaning = Expectation<ErrorCodeMeaning>("a kind of response, or {\"field\": name}") { value in
        if let kind = kind.read(value) { return ErrorCodeMeaning(kind) }
        guard value.members?.count == 1 else { return nil }
        return value.members?["field"].flatMap(field.read).map { ErrorCodeMeaning(.refused, field: $0) }
    }

    /// A status such as `409`, or `4xx` for a class.
    private static let status = Expectation<Int>("a status such as “409”, or a class such as “4xx”") { value in
        guard let name = value.text else { return nil }
        let isClass = name.hasSuffix("xx")
        let digits = isClass ? name.dropLast(2) : name[...]
        guard digits.utf8.allSatisfy(\.isDigit), let number = Int(digits) else { return nil }
        return (isClass ? (1...9).contains(number) : HTTPStatus(number) != nil) ? number : nil
    }

    // MARK: Names

    static let anyName = Expectation<String>("a name") { $0.text }

    static let code = Expectation<String>("a code with at most one “*”") { value in
        value.text.flatMap { $0.count { $0 == "*" } > 1 ? nil : $0 }
    }

    static let placeholderName = Expectation<Placeholder>(
        "a name of letters and digits that is no placeholder of this language"
    ) { value in
        value.text.flatMap { Placeholder($0) }.flatMap { AccountAction.allPlaceholders.contains($0) ? nil : $0 }
    }

    static func fieldName(_ value: JSONValue) -> HTTPFieldName? {
        // The expectation says what a name is.
        value.text.flatMap { try? HTTPFieldName($0) }
    }

    /// A header field that no transport sets.
    static let ownField = Expectation<HTTPFieldName>("the name of a header field that a description may set") { value in
        fieldName(value).flatMap { $0.isReserved ? nil : $0 }
    }

    /// A header field that no other part of a request sets.
    private static let tokenField = Expectation(ownField.expected) { value in
        ownField.read(value).flatMap { [.cookie, .contentType, .idempotencyKey].contains($0) ? nil : $0 }
    }

    static func cookieName(_ value: JSONValue) -> String? {
        value.text.flatMap { HTTPGrammar.isToken($0) ? $0 : nil }
    }
}
