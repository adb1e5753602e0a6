public import Domain
import Synchronization

/// A server of accounts within this process, which speaks the API that a description describes.
///
/// It keeps its accounts and their passwords in memory, as long as it lives: it is there to be tried against, not to
/// be put on a network.
public final class AccountServer: Sendable {
    private struct Record {
        var password: String
        var texts: [AccountField: String]
    }

    private struct Remembered {
        var body: [UInt8]
        var response: HTTPResponse
    }

    private struct State {
        var accounts: [AccountID: Record] = [:]
        var tokens: [String: AccountID] = [:]
        var remembered: [String: Remembered] = [:]
    }

    private let api: AccountAPI
    private let tokens: IDGenerator
    private let state = Mutex(State())

    /// Creates a server without accounts.
    ///
    /// - Parameters:
    ///   - api: What it speaks.
    ///   - tokens: Makes access tokens.
    public init(_ api: AccountAPI, tokens: IDGenerator = .random) {
        self.api = api
        self.tokens = tokens
    }

    /// The IDs of the accounts, in their order.
    public var accountIDs: [AccountID] { state.withLock { $0.accounts.keys.sorted() } }

    /// Makes every token that was given so far worthless.
    public func revokeTokens() {
        state.withLock { $0.tokens = [:] }
    }

    /// Does what a request asks.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        guard let (action, endpoint) = route(request) else { return HTTPResponse(.notFound) }
        let writer = ReplyWriter(action: action, endpoint: endpoint)
        let key = api.takesIdempotencyKeys ? request.fields[.idempotencyKey].first : nil
        return state.withLock { state in
            guard let key else { return response(to: request, action, endpoint, writer, &state) }
            if let earlier = state.remembered[key] {
                return earlier.body == request.body
                    ? earlier.response : writer.refusal(.refused, "The key belongs to another request.")
            }
            let response = response(to: request, action, endpoint, writer, &state)
            state.remembered[key] = Remembered(body: request.body, response: response)
            return response
        }
    }

    private func route(_ request: HTTPRequest) -> (AccountAction, Endpoint)? {
        let base = api.baseURL.path.hasSuffix("/") ? String(api.baseURL.path.dropLast()) : api.baseURL.path
        for action in AccountAction.allCases {
            guard let endpoint = api[action], endpoint.method == request.method else { continue }
            let path = endpoint.path.prefix { $0 != "?" }
            if Self.hasForm(request.url.path, base + path) { return (action, endpoint) }
        }
        return nil
    }

    /// Whether a path has this form, where `{id}` stands for what has no slash: one within an ID is percent-encoded.
    private static func hasForm(_ path: String, _ form: String) -> Bool {
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        let forms = form.split(separator: "/", omittingEmptySubsequences: false)
        return steps.count == forms.count
            && zip(steps, forms).allSatisfy { step, form in
                let parts = form.split(separator: "{id}", omittingEmptySubsequences: false)
                guard let first = parts.first, let last = parts.last, parts.count > 1 else { return step == form }
                return step.hasPrefix(first) && step.hasSuffix(last) && step.count > first.count + last.count
            }
    }

    private func response(
        to request: HTTPRequest,
        _ action: AccountAction,
        _ endpoint: Endpoint,
        _ writer: ReplyWriter,
        _ state: inout State
    ) -> HTTPResponse {
        switch action {
        case .signUp, .signIn:
            let texts: [AccountField: String]
            do {
                texts = try endpoint.body?.texts(in: JSONValue(reading: request.body)) ?? [:]
            } catch {
                return writer.refusal(.refused, "The body is no JSON.")
            }
            return action == .signUp
                ? signUp(texts, endpoint, writer, &state) : signIn(texts, endpoint, writer, &state)
        case .deleteAccount, .whoAmI:
            guard let id = owner(of: request, state) else {
                return writer.refusal(.tokenRefused, "The token is not valid.")
            }
            if action == .whoAmI { return writer.acceptance(texts: state.accounts[id]?.texts ?? [:]) }
            state.accounts[id] = nil
            state.tokens = state.tokens.filter { $0.value != id }
            return writer.acceptance()
        }
    }

    private func signUp(
        _ texts: [AccountField: String],
        _ endpoint: Endpoint,
        _ writer: ReplyWriter,
        _ state: inout State
    ) -> HTTPResponse {
        let id: AccountID
        do {
            id = try AccountID(texts[.id] ?? "")
        } catch {
            return writer.refusal(.refused, "There is no ID.", field: .id)
        }
        guard let password = texts[.password], !password.isEmpty else {
            return writer.refusal(.refused, "There is no password.", field: .password)
        }
        guard state.accounts[id] == nil else {
            return writer.refusal(.duplicateAccount, "This ID is taken.", field: .id)
        }
        state.accounts[id] = Record(password: password, texts: texts)
        return writer.acceptance(token: endpoint.token == nil ? nil : token(of: id, &state), texts: texts)
    }

    private func signIn(
        _ texts: [AccountField: String],
        _ endpoint: Endpoint,
        _ writer: ReplyWriter,
        _ state: inout State
    ) -> HTTPResponse {
        do {
            let id = try AccountID(texts[.id] ?? "")
            guard let record = state.accounts[id], record.password.utf8.elementsEqual((texts[.password] ?? "").utf8)
            else { return writer.refusal(.invalidCredentials, "The ID or the password is wrong.") }
            return writer.acceptance(token: token(of: id, &state), texts: record.texts)
        } catch {
            return writer.refusal(.invalidCredentials, "The ID or the password is wrong.")
        }
    }

    private func token(of id: AccountID, _ state: inout State) -> String {
        let token = tokens.next()
        state.tokens[token] = id
        return token
    }

    private func owner(of request: HTTPRequest, _ state: State) -> AccountID? {
        let prefix = api.authorization.scheme.map { $0 + " " } ?? ""
        guard let value = request.fields[api.authorization.field].first, value.hasPrefix(prefix) else { return nil }
        return state.tokens[String(value.dropFirst(prefix.count))]
    }
}
