import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Persistence
import Testing

/// Tests of faulty servers at each endpoint: criterion H1.
struct EndpointFaultTests {
    /// Returns an API that offers everything.
    private static func api(_ baseURL: String) throws -> AccountAPI {
        let endpoints = AccountAction.allCases.map { action in
            let owner = action == .whoAmI ? [AccountField.id: JSONPath("id")] : [:]
            return (action, Endpoint(.post, "/\(action)", token: .json([JSONPath("token")]), owner: owner))
        }
        return AccountAPI(baseURL: try HTTPURL(baseURL), Dictionary(uniqueKeysWithValues: endpoints))
    }

    private static let statuses =
        [200, 201, 202, 204, 299, 300, 301, 302, 303, 304, 307, 308, 451, 499, 599, 600, 999] + Array(400...431)
        + Array(500...511)
    private static let bodies = ["", "null", "7", "[]", "{}", #"{"token":7}"#, #"{"id":null}"#, "{", "<html></html>"]

    /// A step that is cancelled has no outcome.
    private static let actions = AccountAction.allCases.filter { $0 != .cancelChallenge }

    @Test(arguments: actions)
    func `nothing but a status that says so is a refusal, whatever the body`(action: AccountAction) async throws {
        let api = try Self.api("https://example.com")
        for code in Self.statuses {
            for body in Self.bodies {
                let service = api.service(LoopbackTransport { _ in .json(code, body) })
                let outcome = try await ServerOutcome.text(of: action, service, id: .stub(), session: .stub())
                let isJSON = body.isEmpty || (try? JSONValue(reading: Array(body.utf8))) != nil
                let isSignOut = [.signOut, .signOutEverywhere].contains(action)
                let isRefusal =
                    [400, 403, 409, 422].contains(code) && (!isSignOut || isJSON)
                    || code == 401 && (action != .refresh && !isSignOut || isJSON)
                    || isSignOut && [404, 410].contains(code) && isJSON
                    || [.deleteAccount, .verify, .answerChallenge].contains(action) && code == 410 && isJSON
                #expect((ServerOutcome.Kind(of: outcome) == .refusal) == isRefusal, "\(code) \(body): \(outcome)")
                if code >= 300 { #expect(ServerOutcome.Kind(of: outcome) != .success, "\(code) \(body)") }
                if !isJSON, !isRefusal { #expect(ServerOutcome.Kind(of: outcome) == .failure, "\(code) \(body)") }
            }
        }
    }

    /// Returns the state after a failed refresh by a server.
    private static func state(afterRefreshBy service: some SessionRefreshing) async -> SessionState {
        let current = CurrentSession(InMemorySessionRepository(.stub()), refreshing: service, clock: ManualClock())
        _ = await RestoreSession(sessions: current)()
        await #expect(throws: SessionError.self) { try await current.session(replacing: .stub()) }
        return current.state
    }

    @Test func `no answer to a refresh but a refusal of the token ends the session`() async throws {
        for code in Self.statuses {
            for body in Self.bodies {
                let service = try Self.api("https://example.com").service(LoopbackTransport { _ in .json(code, body) })
                let isJSON = body.isEmpty || (try? JSONValue(reading: Array(body.utf8))) != nil
                let state = await Self.state(afterRefreshBy: service)
                #expect((state == .signedOut(.refused)) == (code == 401 && isJSON), "\(code) \(body)")
                #expect((state.session == nil) == (code == 401 && isJSON), "\(code) \(body)")
            }
        }
    }

    #if canImport(Glibc)
    /// Returns a server with the faults at paths that begin with their numbers.
    private static func faultServer() throws -> FaultServer {
        try FaultServer { request, connection in
            guard let number = request.path.split(separator: "/").first.flatMap({ Int($0) }) else { return }
            let fault = FaultCase.all[number]
            connection.send(fault.response)
            switch fault.ending {
            // Another request may follow, as the sign-in that finds out whether a password was changed.
            case .keep: break
            case .close: connection.close()
            case .reset: connection.reset()
            }
        }
    }

    @Test(.timeLimit(.minutes(5))) func `no fault at the refresh endpoint ends the session`() async throws {
        let server = try Self.faultServer()
        for (number, fault) in FaultCase.all.enumerated() {
            let api = try Self.api("\(server.origin)/\(number)")
            let service = api.service(CurlTransport(limits: FaultCase.limits))
            #expect(await Self.state(afterRefreshBy: service).session != nil, "\(fault)")
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: actions)
    func `H1 every fault at an endpoint is a typed error, and nothing but a refusal is one`(action: AccountAction)
        async throws
    {
        let server = try Self.faultServer()
        for (number, fault) in FaultCase.all.enumerated() {
            let api = try Self.api("\(server.origin)/\(number)")
            let service = api.service(CurlTransport(limits: FaultCase.limits))
            // An error of another type is thrown here.
            let outcome = try await ServerOutcome.text(of: action, service, id: .stub(), session: .stub())
            let kind = ServerOutcome.Kind(of: outcome)
            switch fault.expected {
            // A page ends no session; that of a sign-out is an answer if it says how to authenticate.
            case .value(401, _):
                let isAnswer = String(decoding: fault.response, as: UTF8.self).contains("WWW-Authenticate")
                let isSignOut = [.signOut, .signOutEverywhere].contains(action)
                let isRefusal = isSignOut ? isAnswer : action != .refresh
                #expect((kind == .refusal) == isRefusal, "\(fault): \(outcome)")
            // No page came between, so a response without a body may be that of the server.
            case .value(204, ""): #expect(kind != .refusal, "\(fault): \(outcome)")
            case .value, .error: #expect(kind == .failure, "\(fault): \(outcome)")
            }
        }
    }
    #endif
}

extension ServerOutcome {
    /// The kind of an outcome.
    fileprivate enum Kind {
        case success, refusal, failure

        init(of text: String) {
            func isOne(of beginnings: String...) -> Bool { beginnings.contains { text.hasPrefix($0) } }
            if isOne(of: "refused", "incorrect password", "token refused", "duplicate", "gone", "code") {
                self = .refusal
            } else {
                self = isOne(of: "done", "session", "sign-in required", "owner", "profile") ? .success : .failure
            }
        }
    }
}
