public import Domain
import Synchronization

/// A transport that adds a token to the requests to one server.
///
/// Requests to other servers are sent without it. A response of 401 drops the token.
public final class BearerTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let origin: String
    private let authorization: Authorization
    private let slot: Mutex<AccessToken?>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - origin: Any URL of the server; only its ``HTTPURL/origin`` counts.
    ///   - authorization: The place of the token.
    ///   - token: The token, or nil for none yet.
    public init(
        _ transport: any HTTPTransport,
        origin: HTTPURL,
        authorization: Authorization = .bearer,
        token: AccessToken? = nil
    ) {
        self.transport = transport
        self.origin = origin.origin
        self.authorization = authorization
        slot = Mutex(token)
    }

    /// The token; nil for none, or after the server rejected it.
    public var token: AccessToken? {
        get { slot.withLock { $0 } }
        set { slot.withLock { $0 = newValue } }
    }

    /// Sends a request, with the token if it goes to the token's server.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response; 401 drops the token that was sent, but not a newer one.
    /// - Throws: ``TransportError`` of the wrapped transport.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.origin == origin, let token else { return try await transport.send(request) }
        let authorized: HTTPRequest
        do {
            var fields = request.fields
            try authorization.apply(token, to: &fields)
            authorized = try request.with(fields: fields)
        } catch {
            // The token cannot be sent in a header field, so the server will reject the request.
            drop(token)
            return try await transport.send(request)
        }
        let response = try await transport.send(authorized)
        if response.status == .unauthorized { drop(token) }
        return response
    }

    private func drop(_ refused: AccessToken) {
        slot.withLock { token in
            if token == refused { token = nil }
        }
    }
}
