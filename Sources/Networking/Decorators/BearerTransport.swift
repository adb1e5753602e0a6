public import Domain
import Synchronization

/// Shows a token with every request to one server, until that server refuses it.
///
/// A request to anybody else goes without it, and so does every request once it was refused with 401: a token that is
/// worth nothing any more is forgotten.
public final class BearerTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let origin: String
    private let authorization: Authorization
    private let slot: Mutex<AccessToken?>

    /// Creates a transport that has a token.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests.
    ///   - origin: Whose token it is: any URL of that server, of which ``HTTPURL/origin`` counts alone.
    ///   - authorization: Where the token goes.
    ///   - token: The token, or nil as long as there is none.
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

    /// The token, or nil where there is none or it was refused.
    public var token: AccessToken? {
        get { slot.withLock { $0 } }
        set { slot.withLock { $0 = newValue } }
    }

    /// Sends a request, with the token where it is this server's.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response; one of 401 drops the token that was sent, and no newer one.
    /// - Throws: What the transport itself throws, such as `TransportError.timedOut`.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.origin == origin, let token else { return try await transport.send(request) }
        let authorized: HTTPRequest
        do {
            var fields = request.fields
            try authorization.apply(token, to: &fields)
            authorized = try request.with(fields: fields)
        } catch {
            // A token that no field can hold is worth nothing, and the server will say so.
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
