import Domain

/// An action of an account server, and the session for which its requests are sent.
struct EndpointCall {
    let api: AccountAPI
    let action: AccountAction
    let endpoint: Endpoint

    /// The session of the requests, or nil.
    let session: Session?
}

/// One operation of an account server: its request, and the requests before it.
struct Exchange {
    private let call: EndpointCall
    private let builder: RequestBuilder
    private let transport: any HTTPTransport
    private let dates: DateGenerator
    private var values: RequestValues
    private var jar: CookieJar

    /// Creates an operation with the values of its placeholders; those of the session and the API are added.
    init(
        _ call: EndpointCall,
        language: String?,
        transport: any HTTPTransport,
        dates: DateGenerator,
        values: RequestValues
    ) {
        self.call = call
        builder = RequestBuilder(
            api: call.api,
            action: call.action,
            language: language,
            tokens: call.session?.tokens
        )
        self.transport = transport
        self.dates = dates
        self.values = values.merging(call.api.constants) { value, _ in value }
        if let session = call.session { self.values.merge(RequestValues(session)) { value, _ in value } }
        jar = CookieJar(names: call.endpoint.capturedCookies)
    }

    /// Sends all requests, and returns the outcome of the last one, or of the first one that failed.
    mutating func response(key: String?) async -> AccountResponse {
        do throws(AccountServiceFailure) {
            for step in call.endpoint.before {
                let (url, response) = try await send(step.request)
                jar.store(response.fields, from: url, at: dates.now)
                let reader = ResponseReader(call, response, from: url, now: dates.now)
                guard let captured = reader.values(at: step.captures) else {
                    switch reader.outcome {
                    // The request that changes an account was not sent.
                    case .accepted, .failed(.remote(.outcomeUnknown)): return .failed(.remote(.undecodable))
                    // It knows no code.
                    case .invalidCode: return .failed(.remote(.pathError))
                    // It has no token that a server could reject.
                    case .failed(.tokenRefused)
                    where step.request.tokens(for: call.action, call.api.authorization).isEmpty:
                        return .failed(.remote(.pathError))
                    case let outcome: return outcome
                    }
                }
                values.merge(captured) { _, new in new }
            }
            let (url, response) = try await send(call.endpoint.request, key: key)
            return ResponseReader(call, response, from: url, now: dates.now).outcome
        } catch {
            return .failed(error)
        }
    }

    /// Sends a request, and returns its URL and the response.
    private func send(
        _ template: RequestTemplate,
        key: String? = nil
    ) async throws(AccountServiceFailure) -> (HTTPURL, HTTPResponse) {
        // Without its token the request would mean something else.
        guard template.placeholders.intersection([.accessToken, .refreshToken]).allSatisfy({ values[$0] != nil }) else {
            throw call.action.failureWithoutToken
        }
        let request = try builder.request(template, values: values, key: key, jar: jar, at: dates.now)
        do {
            return (request.url, try await transport.send(request))
        } catch {
            // A request before that of the endpoint changes nothing.
            let isLast = template == call.endpoint.request
            throw AccountServiceFailure(error, changesAccounts: isLast && call.action.changesAccounts)
        }
    }
}

extension Endpoint {
    /// The names of the cookies that the requests before it read.
    fileprivate var capturedCookies: Set<String> {
        before.reduce(into: []) { names, step in
            for case .cookie(let name) in step.captures.values { names.insert(name) }
        }
    }
}

extension RequestValues {
    /// Creates the values of a session.
    init(_ session: Session) {
        self = [.id: session.accountID.text]
        self[.key] = session.serverKey
        self[.accessToken] = session.token.revealed
        self[.refreshToken] = session.tokens.refresh?.revealed
    }
}
