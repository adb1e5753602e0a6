import App
import Domain
import Networking
import Synchronization

/// The server of the remote systems, within the process; it outlives the launches of their app.
///
/// It records the last exchange, and lets the script replace its next response.
final class TourServer: HTTPTransport {
    /// A request, and the response to it, unless the server was unreachable.
    typealias Exchange = (request: HTTPRequest, response: HTTPResponse?)

    private struct State {
        var server: InMemoryAccountServer
        var answer: HTTPResponse??
        var exchanges: [Exchange] = []
    }

    private let state: Mutex<State>
    private var server: InMemoryAccountServer { state.withLock { $0.server } }

    init(for preset: AppSettings.Preset) {
        state = Mutex(State(server: LocalServer.make(for: preset, isEmpty: preset != .signIn)))
    }

    var accountIDs: [String] { server.accountIDs.map(\.text) }

    /// Returns the code in the last message to an account, if any; there is none to a text that is no ID.
    func code(for id: String) -> String? { (try? AccountID(id)).flatMap { server.code(for: $0) } }

    /// The exchanges since the last request of the app itself.
    var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    func forgetExchanges() { state.withLock { $0.exchanges = [] } }

    func bring(about event: ServerEvent) {
        switch event {
        case .tokensExpire: server.expireTokens()
        case .sessionsEnd: server.revokeTokens()
        case .addressesNeedConfirmation:
            let confirming = InMemoryAccountServer(LocalServer.extended, challenge: .confirmByCode)
            state.withLock { $0.server = confirming }
        // The script has its responses.
        case .credentialsAreInHeaders: break
        }
    }

    /// Replaces the response to the next request; `nil` loses the connection.
    func answerNext(with response: HTTPResponse?) { state.withLock { $0.answer = .some(response) } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let answer = state.withLock { state in
            defer { state.answer = nil }
            return state.answer
        }
        let response = answer ?? server.respond(to: request)
        state.withLock { $0.exchanges.append((request, response)) }
        guard let response else { throw .unreachable }
        return response
    }
}
