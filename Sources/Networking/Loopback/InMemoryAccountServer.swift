public import Domain
import Synchronization

/// An account server in this process that implements the API of a description.
///
/// It stores accounts and their passwords in memory, for demonstrations and tests. Do not expose it to a network.
public final class InMemoryAccountServer: Sendable {
    /// A session of an account, which all its tokens belong to.
    private struct Session: Hashable {
        let id: AccountID
        let number: Int
    }

    private struct State {
        /// The texts of each account's sign-up, including the password.
        var accounts: [AccountID: [AccountField: String]] = [:]
        var tokens: [String: Session] = [:]
        var refreshTokens: [String: Session] = [:]
        var lastSession = 0

        /// The codes of messages to users.
        var codes: [String: AccountID] = [:]

        /// Codes that are not valid anymore, and why.
        var oldCodes: [String: ResponseKind] = [:]

        /// The tokens of second factors.
        var steps: [String: AccountID] = [:]

        /// The accounts whose addresses are confirmed.
        var confirmed: Set<AccountID> = []
        var wrongCodes: [AccountID: Int] = [:]
        var responses: [String: (body: [UInt8], response: HTTPResponse)] = [:]
    }

    /// The number of wrong codes after which a second factor is over.
    public static let maximumWrongCodes = 3

    private let api: AccountAPI
    private let tokens: IDGenerator
    private let codes: IDGenerator
    private let challenge: ResponseKind?
    private let translations: [String: [String: String]]
    private let state = Mutex(State())

    /// Creates a server without accounts.
    ///
    /// - Parameters:
    ///   - api: The API to implement.
    ///   - tokens: Generates access tokens.
    ///   - codes: Generates the codes of messages; nil for those of `tokens`. A code belongs to the last account that got it.
    ///   - challenge: The step that the server asks for: the confirmation of each new address, or a second factor at each
    ///     sign-in; nil for none.
    ///   - translations: The messages in other languages than English, by the code of the language, such as `ko`, and by
    ///     the English message. The first language of a request's `Accept-Language` counts.
    public init(
        _ api: AccountAPI,
        tokens: IDGenerator = .random,
        codes: IDGenerator? = nil,
        challenge: ResponseKind? = nil,
        translations: [String: [String: String]] = [:]
    ) {
        self.api = api
        self.tokens = tokens
        self.codes = codes ?? tokens
        self.challenge = challenge
        self.translations = translations
    }

    /// The sorted IDs of the accounts.
    public var accountIDs: [AccountID] { state.withLock { $0.accounts.keys.sorted() } }

    /// The number of sessions that have a valid token.
    public var sessionCount: Int {
        state.withLock { Set($0.tokens.values).union($0.refreshTokens.values).count }
    }

    /// Revokes every access token, as when it expires; refresh tokens stay valid.
    public func expireTokens() {
        state.withLock { $0.tokens = [:] }
    }

    /// Revokes every token.
    public func revokeTokens() {
        state.withLock { ($0.tokens, $0.refreshTokens) = ([:], [:]) }
    }

    /// Lets every code of a message expire.
    public func expireCodes() {
        state.withLock { state in
            for code in state.codes.keys { state.oldCodes[code] = .expired }
            state.codes = [:]
        }
    }

    /// Returns the code in the last message to a user, for a password reset or a step.
    ///
    /// - Parameter id: The account.
    /// - Returns: The code, or nil if there was no message, or the code was used.
    public func code(for id: AccountID) -> String? {
        state.withLock { state in state.codes.first { $0.value == id }?.key }
    }

    /// Executes a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        let routes = AccountAction.allCases.compactMap { action in api[action].map { (action, $0) } }.filter {
            hasPath(of: $1.request, request) && Self.hasConstants(of: $1.request, request)
        }
        let route = routes.first { _, endpoint in
            let captured = Set(endpoint.before.flatMap(\.captures.keys))
            return endpoint.request.mayHaveBody(request.body, requiring: captured)
        }
        if route == nil, let step = step(request) { return ResponseWriter.values(at: step.captures.values, tokens) }
        guard let (action, endpoint) = route ?? routes.first else { return HTTPResponse(.notFound) }
        let key = api.supportsIdempotencyKeys ? request.fields[.idempotencyKey].first : nil
        return state.withLock { state in
            if let key, let earlier = state.responses[key] {
                return earlier.body == request.body
                    ? earlier.response
                    : ResponseWriter(endpoint: endpoint).refusal(.refused, "The key belongs to another request.")
            }
            let response = response(to: request, action, endpoint, &state)
            if let key { state.responses[key] = (request.body, response) }
            return response
        }
    }

    /// Returns the description of a request before that of an endpoint.
    private func step(_ request: HTTPRequest) -> PreparatoryRequest? {
        api.endpoints.values.lazy.flatMap(\.before).first { step in
            hasPath(of: step.request, request) && Self.hasConstants(of: step.request, request)
                && step.request.mayHaveBody(request.body, requiring: [])
        }
    }

    /// Returns whether a request has the method, the server, the path and the constant query of a template.
    private func hasPath(of template: RequestTemplate, _ request: HTTPRequest) -> Bool {
        let parts = template.path.split(separator: "?", maxSplits: 1).map(String.init)
        let query = parts.count > 1 && !parts[1].contains("{") ? parts[1] : nil
        return template.method == request.method
            && (template.server.map { $0.origin == request.url.origin } ?? true)
            && (query.map { request.url.text.hasSuffix("?" + $0) } ?? true)
            && Self.matches(request.url.path, (template.server == nil ? api.basePath : "") + parts[0])
    }

    /// Returns whether a request has the header fields that are the same in every request of a template.
    private static func hasConstants(of template: RequestTemplate, _ request: HTTPRequest) -> Bool {
        template.headers.allSatisfy { name, text in
            text.filled(with: [:]).map { request.fields[name] == [$0] } ?? true
        }
    }

    /// Returns whether a path matches a template, in which a placeholder stands for text without a slash.
    private static func matches(_ path: String, _ template: String) -> Bool {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        let templates = template.split(separator: "/", omittingEmptySubsequences: false)
        return steps.count == templates.count
            && zip(steps, templates).allSatisfy { step, template in
                TextTemplate(path: String(template)).values(in: String(step))?.values.allSatisfy { !$0.isEmpty } == true
            }
    }

    private func response(
        to request: HTTPRequest,
        _ action: AccountAction,
        _ endpoint: Endpoint,
        _ state: inout State
    ) -> HTTPResponse {
        let language = request.fields[.acceptLanguage].first?.prefix(while: \.isLetter) ?? ""
        let writer = ResponseWriter(endpoint: endpoint, translations: translations[String(language)] ?? [:])
        var values: RequestValues = [:]
        if let body = endpoint.request.body {
            guard let sent = endpoint.request.encoding.body(of: request.body) else {
                return writer.refusal(.refused, "The body does not have the described format.")
            }
            values = body.values(in: sent)
        }
        for (name, template) in endpoint.request.cookies {
            let sent = Self.cookie(name, in: request).flatMap(template.values) ?? [:]
            values.merge(sent) { value, _ in value }
        }
        switch action {
        case .signUp: return signUp(values, writer, &state)
        case .signIn: return signIn(values, writer, &state)
        case .refresh: return refresh(values, request, writer, &state)
        case .requestPasswordReset, .resendVerification:
            // The answer does not show whether the account exists.
            let owner = values[Placeholder(.email)].flatMap { email in
                state.accounts.first { $0.value[.email] == email }?.key
            }
            if let id = owner ?? id(in: values), state.accounts[id] != nil { send(to: id, &state) }
            return writer.acceptance()
        case .resendChallenge:
            guard let id = step(in: values, state)?.id else { return writer.refusal(.tokenRefused, "No step.") }
            send(to: id, &state)
            return writer.acceptance()
        case .cancelChallenge:
            if let token = step(in: values, state)?.token { state.steps[token] = nil }
            return writer.acceptance()
        case .verify, .answerChallenge: return answer(action, values, writer, &state)
        case .confirmPasswordReset:
            guard let id = values[.code].flatMap({ state.codes.removeValue(forKey: $0) }) else {
                return writer.refusal(.invalidCredentials, "The code is not valid.")
            }
            if let new = values[.newPassword] { state.accounts[id]?[.password] = new }
            return session(of: id, writer, &state)
        case .whoAmI, .signOut, .signOutOtherDevices, .signOutEverywhere, .deleteAccount, .changePassword,
            .updateProfile:
            guard let session = session(of: request, values, state) else {
                return writer.refusal(.tokenRefused, "The token is not valid.")
            }
            return change(action, by: session, values, writer, &state)
        }
    }

    /// Executes a request of the owner of a token.
    private func change(
        _ action: AccountAction,
        by session: Session,
        _ values: RequestValues,
        _ writer: ResponseWriter,
        _ state: inout State
    ) -> HTTPResponse {
        let id = session.id
        let password = state.accounts[id]?[.password] ?? ""
        if let current = values[.currentPassword], !current.isUTF8Equal(to: password) {
            return writer.refusal(.invalidCredentials, "The password is wrong.")
        }
        switch action {
        case .deleteAccount:
            state.accounts[id] = nil
            endSessions(&state) { $0.id == id }
        case .signOut: endSessions(&state) { $0 == session }
        case .signOutOtherDevices: endSessions(&state) { $0.id == id && $0 != session }
        case .signOutEverywhere: endSessions(&state) { $0.id == id }
        case .changePassword:
            state.accounts[id]?[.password] = values[.newPassword]
            endSessions(&state) { $0.id == id }
            return self.session(of: id, writer, &state)
        case .updateProfile:
            let email = values[Placeholder(.email)]
            if api[.verify] != nil, let email, email != state.accounts[id]?[.email] {
                state.confirmed.remove(id)
                send(to: id, &state)
            }
            for field in Profile.fields {
                if let text = values[Placeholder(field.field)] { state.accounts[id]?[field.field] = text }
            }
        default: break
        }
        return writer.acceptance(isVerified: state.confirmed.contains(id), texts: state.accounts[id] ?? [:])
    }

    private func signUp(_ values: RequestValues, _ writer: ResponseWriter, _ state: inout State) -> HTTPResponse {
        guard let id = id(in: values) else { return writer.refusal(.refused, "There is no ID.", field: .id) }
        guard let password = values[.password], !password.isEmpty else {
            return writer.refusal(.refused, "There is no password.", field: .password)
        }
        guard state.accounts[id] == nil else {
            return writer.refusal(.duplicateAccount, "This ID is taken.", field: .id)
        }
        state.accounts[id] = values.reduce(into: [:]) { texts, value in
            if let field = value.key.field { texts[field] = value.value }
        }
        state.confirmed.remove(id)
        return step(of: id, signingUp: true, writer, &state) ?? session(of: id, writer, &state)
    }

    private func signIn(_ values: RequestValues, _ writer: ResponseWriter, _ state: inout State) -> HTTPResponse {
        guard let id = id(in: values), let account = state.accounts[id],
            account[.password, default: ""].isUTF8Equal(to: values[.password, default: ""])
        else { return writer.refusal(.invalidCredentials, "The ID or the password is wrong.") }
        return step(of: id, writer, &state) ?? session(of: id, writer, &state)
    }

    // MARK: Steps

    private func send(to id: AccountID, _ state: inout State) {
        state.codes = state.codes.filter { $0.value != id }
        let code = codes.next()
        state.codes[code] = id
        state.oldCodes[code] = nil
    }

    /// Begins the step that an account needs, or returns nil.
    private func step(
        of id: AccountID,
        signingUp: Bool = false,
        _ writer: ResponseWriter,
        _ state: inout State
    ) -> HTTPResponse? {
        guard let challenge, let purpose = challenge.purpose,
            purpose == .secondFactor ? !signingUp : !state.confirmed.contains(id)
        else { return nil }
        // A sign-up that describes no step starts no session either.
        guard !signingUp || writer.endpoint.response.kinds.contains(challenge) else {
            return writer.acceptance(texts: state.accounts[id] ?? [:])
        }
        send(to: id, &state)
        let token = tokens.next()
        if purpose == .secondFactor { state.steps[token] = id }
        return writer.challenge(challenge, token: token)
    }

    /// Returns the second factor whose token a request has.
    private func step(in values: RequestValues, _ state: State) -> (token: String, id: AccountID)? {
        values.values.lazy.compactMap { token in state.steps[token].map { (token, $0) } }.first
    }

    private func answer(
        _ action: AccountAction,
        _ values: RequestValues,
        _ writer: ResponseWriter,
        _ state: inout State
    ) -> HTTPResponse {
        let step = step(in: values, state)
        if action == .answerChallenge, step == nil { return writer.refusal(.tokenRefused, "There is no such step.") }
        let code = values[.code] ?? ""
        if let reason = state.oldCodes[code] { return writer.refusal(reason, "The code is not valid anymore.") }
        guard let id = state.codes[code], step == nil || step?.id == id else {
            guard let id = step?.id ?? id(in: values) else { return writer.refusal(.refused, "The code is wrong.") }
            state.wrongCodes[id, default: 0] += 1
            let left = Self.maximumWrongCodes - (state.wrongCodes[id] ?? 0)
            guard left > 0 else {
                state.wrongCodes[id] = nil
                if let step { state.steps[step.token] = nil }
                return writer.refusal(.tooManyAttempts, "There were too many wrong codes.")
            }
            return writer.refusal(.refused, "The code is wrong.", attemptsLeft: left)
        }
        state.codes[code] = nil
        state.oldCodes[code] = .used
        if action == .verify { state.confirmed.insert(id) }
        state.wrongCodes[id] = nil
        if let step { state.steps[step.token] = nil }
        return session(of: id, writer, &state)
    }

    /// Replaces both tokens; a refresh token is valid once.
    private func refresh(
        _ values: RequestValues,
        _ request: HTTPRequest,
        _ writer: ResponseWriter,
        _ state: inout State
    ) -> HTTPResponse {
        let used = values[.refreshToken]
        let old = used == nil ? session(of: request, values, state) : used.flatMap { state.refreshTokens[$0] }
        guard let old else { return writer.refusal(.tokenRefused, "The token is not valid.") }
        if let used { state.refreshTokens[used] = nil }
        return tokens(of: old, writer, &state)
    }

    /// Starts a session.
    private func session(of id: AccountID, _ writer: ResponseWriter, _ state: inout State) -> HTTPResponse {
        state.lastSession += 1
        return tokens(of: Session(id: id, number: state.lastSession), writer, &state)
    }

    /// Returns an acceptance with new tokens of a session, as the endpoint describes them.
    private func tokens(of session: Session, _ writer: ResponseWriter, _ state: inout State) -> HTTPResponse {
        var (token, refreshToken): (String?, String?) = (nil, nil)
        if writer.endpoint.token != nil {
            token = tokens.next()
            token.map { state.tokens[$0] = session }
        }
        if writer.endpoint.refreshToken != nil {
            refreshToken = tokens.next()
            refreshToken.map { state.refreshTokens[$0] = session }
        }
        return writer.acceptance(token: token, refreshToken: refreshToken, texts: state.accounts[session.id] ?? [:])
    }

    private func endSessions(_ state: inout State, where isEnded: (Session) -> Bool) {
        state.tokens = state.tokens.filter { !isEnded($0.value) }
        state.refreshTokens = state.refreshTokens.filter { !isEnded($0.value) }
    }

    /// Returns the account ID in a request; an invalid one counts as missing.
    private func id(in values: RequestValues) -> AccountID? { try? AccountID(values[.id] ?? "") }

    private func session(of request: HTTPRequest, _ values: RequestValues, _ state: State) -> Session? {
        if let token = values[.accessToken] { return state.tokens[token] }
        if let token = values[.refreshToken] { return state.refreshTokens[token] }
        if case .cookie(let name) = api.authorization {
            return Self.cookie(name, in: request).flatMap { state.tokens[$0] }
        }
        let prefix = api.authorization.prefix
        guard let field = api.authorization.field else {
            // A request before this one may have read the token.
            return values.values.lazy.compactMap { state.tokens[$0] }.first
        }
        return request.fields[field].first.flatMap { $0.text(between: prefix, and: "") }.flatMap { state.tokens[$0] }
    }

    /// Returns the value of a cookie in a request.
    private static func cookie(_ name: String, in request: HTTPRequest) -> String? {
        request.fields[.cookie].flatMap { $0.split(separator: "; ") }.lazy.compactMap {
            String($0).text(between: name + "=", and: "")
        }.first
    }
}

extension RequestTemplate {
    /// Returns whether a body could be that of this request; one that cannot be read could be.
    fileprivate func mayHaveBody(_ bytes: [UInt8], requiring placeholders: Set<Placeholder>) -> Bool {
        body.flatMap { body in encoding.body(of: bytes).map { body.mayBe($0, requiring: placeholders) } } ?? true
    }
}

extension BodyTemplate {
    /// Returns whether a value has the constants of this template and some placeholders, and no other members.
    fileprivate func mayBe(_ value: JSONValue, requiring required: Set<Placeholder>) -> Bool {
        switch self {
        case .text(let template): return template.filled(with: [:]).map { $0 == value.text } ?? true
        case .constant(let constant): return constant.scalar == value.scalar
        case .array: return value.elements != nil || value.text != nil
        case .object(let members):
            guard let sent = value.members, Set(sent.keys).isSubset(of: members.keys) else { return false }
            return members.allSatisfy { name, member in
                sent[name].map { member.mayBe($0, requiring: required) } ?? member.isOptional(requiring: required)
            }
        }
    }

    private func isOptional(requiring required: Set<Placeholder>) -> Bool {
        !placeholders.isEmpty && placeholders.isDisjoint(with: required)
    }
}
