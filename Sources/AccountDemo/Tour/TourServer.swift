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
        var answer: HTTPResponse??
        var last: Exchange?
    }

    private let server: AccountServer
    private let state = Mutex(State())

    init(for preset: AppSettings.Preset) { server = LocalServer.make(for: preset) }

    var accountIDs: [String] { server.accountIDs.map(\.text) }

    var lastExchange: Exchange? { state.withLock { $0.last } }

    /// Replaces the response to the next request; `nil` loses the connection.
    func answerNext(with response: HTTPResponse?) { state.withLock { $0.answer = .some(response) } }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let answer = state.withLock { state in
            defer { state.answer = nil }
            return state.answer
        }
        let response = answer ?? server.respond(to: request)
        state.withLock { $0.last = (request, response) }
        guard let response else { throw .unreachable }
        return response
    }
}
