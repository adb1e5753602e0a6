import App
import Domain
import Networking
import Synchronization

/// The server within the program that the remote systems are played with; it outlives the launches of their app.
///
/// It remembers what it was asked, and gives another answer than its own where the tour has planned one.
final class TourServer: Sendable {
    /// A request, and the response to it, unless it got lost.
    struct Exchange: Sendable {
        let request: HTTPRequest
        var response: HTTPResponse?
    }

    private struct State {
        var plan: LoopbackBehavior.Fault?
        var exchanges: [Exchange] = []
    }

    /// Where it is.
    let url: HTTPURL

    private let api: AccountAPI
    private let server: AccountServer
    private let state = Mutex(State())

    /// Starts a server without accounts.
    ///
    /// - Parameter preset: Whose API it speaks.
    /// - Throws: `HTTPRequestError` where the program's own URL is none.
    init(for preset: AppSettings.Preset) throws(HTTPRequestError) {
        url = try HTTPURL("http://localhost")
        switch preset {
        case .signIn:
            // S0 is about people who have an account there already: somebody else has to make it.
            var api = AccountAPI.s0(at: url)
            api.signUp = Endpoint(.post, "/accounts", body: ["id": .id, "password": .password])
            self.api = api
        case .start, .accounts, .remote, .shop:
            api = .s3(at: url)
        }
        server = AccountServer(api)
    }

    /// The IDs of its accounts.
    var accountIDs: [String] { server.accountIDs.map(\.text) }

    /// What it was asked so far.
    var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    /// Has the next request meet with this.
    func plan(_ fault: LoopbackBehavior.Fault) { state.withLock { $0.plan = fault } }

    /// Makes an account past the app.
    func register(_ id: String, _ password: String) throws(HTTPRequestError) {
        let body = JSONValue.object(["id": .string(id), "password": .string(password)])
        let place = try HTTPURL(url.origin + (api.signUp?.path ?? ""))
        _ = server.respond(to: try HTTPRequest(.post, place, body: body.bytes))
    }

    /// The way to it, on which nothing takes time.
    var transport: LoopbackTransport {
        LoopbackTransport(plan: { _, request in LoopbackBehavior(fault: self.receive(request)) }) { request in
            let response = self.server.respond(to: request)
            self.state.withLock { $0.exchanges[$0.exchanges.count - 1].response = response }
            return response
        }
    }

    private func receive(_ request: HTTPRequest) -> LoopbackBehavior.Fault? {
        state.withLock { state in
            var exchange = Exchange(request: request)
            defer {
                state.plan = nil
                state.exchanges.append(exchange)
            }
            if case .intercepted(let response) = state.plan { exchange.response = response }
            return state.plan
        }
    }
}
