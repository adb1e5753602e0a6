import App
import Domain
import Networking

/// The notes of the user, from a server that accepts the tokens of the account server.
struct NotesClient {
    private let transport: any HTTPTransport
    private let server: HTTPURL

    /// Creates a client; nil if the accounts are on this device, whose tokens no server knows.
    init?(_ app: AppComposition, server: HTTPURL) {
        guard let transport = app.transport(to: [server]) else { return nil }
        self.transport = transport
        self.server = server
    }

    /// Returns the notes, or nil if the user is no longer signed in.
    func notes() async throws -> [UInt8]? {
        do {
            return try await transport.send(HTTPRequest(.get, server)).body
        } catch TransportError.session(.signedOut), TransportError.session(.ended) {
            return nil
        }
    }
}
