public import Domain
import Synchronization

/// An account server in this process that implements the API of a description.
///
/// It stores accounts and their passwords in memory, for demonstrations and tests. Do not expose it to a network.
public final class AccountServer: Sendable {
    private struct State {
        /// The texts of each account's sign-up, including the password.
        var accounts: [AccountID: [AccountField: String]] = [:]
        var tokens: [String: AccountID] = [:]
        var responses: [String: (body: [UInt8], response: HTTPResponse)] = [:]
    }

    private let api: AccountAPI
    private let tokens: IDGenerator
    private let state = Mutex(State())

    /// Creates a server without accounts.
    ///
    /// - Parameters:
    ///   - api: The API to implement.
    ///   - tokens: Generates access tokens.
    public init(_ api: AccountAPI, tokens: IDGenerator = .random) {
        self.api = api
        self.tokens = tokens
    }

    /// The sorted IDs of the accounts.
    public var accountIDs: [AccountID] { state.withLock { $0.accounts.keys.sorted() } }

    /// Revokes every token.
    public func revokeTokens() {
        state.withLock { $0.tokens = [:] }
    }

    /// Executes a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        guard let (action, endpoint) = route(request) else { return HTTPResponse(.notFound) }
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

    private func route(_ request: HTTPRequest) -> (AccountAction, Endpoint)? {
        for action in AccountAction.allCases {
            guard let endpoint = api[action], endpoint.method == request.method else { continue }
            let path = endpoint.path.prefix { $0 != "?" }
            if Self.matches(request.url.path, api.basePath + path) { return (action, endpoint) }
        }
        return nil
    }

    /// Returns whether a path matches a pattern, in which `{id}` stands for text without a slash.
    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        let patterns = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return steps.count == patterns.count
            && zip(steps, patterns).allSatisfy { step, pattern in
                let parts = pattern.split(separator: "{id}", omittingEmptySubsequences: false)
                guard let first = parts.first, let last = parts.last, parts.count > 1 else { return step == pattern }
                return step.hasPrefix(first) && step.hasSuffix(last) && step.count > first.count + last.count
            }
    }

    private func response(
        to request: HTTPRequest,
        _ action: AccountAction,
        _ endpoint: Endpoint,
        _ state: inout State
    ) -> HTTPResponse {
        let writer = ResponseWriter(endpoint: endpoint)
        switch action {
        case .signUp, .signIn:
            let texts: [AccountField: String]
            do {
                texts = try endpoint.body?.texts(in: JSONValue(reading: request.body)) ?? [:]
            } catch {
                return writer.refusal(.refused, "The body is not JSON.")
            }
            return action == .signUp ? signUp(texts, writer, &state) : signIn(texts, writer, &state)
        case .deleteAccount, .whoAmI:
            guard let id = owner(of: request, state) else {
                return writer.refusal(.tokenRefused, "The token is not valid.")
            }
            if action == .whoAmI { return writer.acceptance(texts: state.accounts[id] ?? [:]) }
            state.accounts[id] = nil
            state.tokens = state.tokens.filter { $0.value != id }
            return writer.acceptance()
        }
    }

    private func signUp(_ texts: [AccountField: String], _ writer: ResponseWriter, _ state: inout State) -> HTTPResponse
    {
        // An invalid ID counts as missing.
        guard let id = try? AccountID(texts[.id] ?? "") else {
            return writer.refusal(.refused, "There is no ID.", field: .id)
        }
        guard let password = texts[.password], !password.isEmpty else {
            return writer.refusal(.refused, "There is no password.", field: .password)
        }
        guard state.accounts[id] == nil else {
            return writer.refusal(.duplicateAccount, "This ID is taken.", field: .id)
        }
        state.accounts[id] = texts
        return writer.acceptance(token: writer.endpoint.token == nil ? nil : token(of: id, &state), texts: texts)
    }

    private func signIn(_ texts: [AccountField: String], _ writer: ResponseWriter, _ state: inout State) -> HTTPResponse
    {
        // An invalid ID counts as unknown.
        guard let id = try? AccountID(texts[.id] ?? ""), let account = state.accounts[id],
            account[.password, default: ""].utf8.elementsEqual(texts[.password, default: ""].utf8)
        else { return writer.refusal(.invalidCredentials, "The ID or the password is wrong.") }
        return writer.acceptance(token: token(of: id, &state), texts: account)
    }

    private func token(of id: AccountID, _ state: inout State) -> String {
        let token = tokens.next()
        state.tokens[token] = id
        return token
    }

    private func owner(of request: HTTPRequest, _ state: State) -> AccountID? {
        let prefix = api.authorization.prefix
        guard let value = request.fields[api.authorization.field].first, value.hasPrefix(prefix) else { return nil }
        return state.tokens[String(value.dropFirst(prefix.count))]
    }
}
