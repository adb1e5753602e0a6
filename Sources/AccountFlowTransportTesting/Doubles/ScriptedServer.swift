public import Networking
import Synchronization

/// A server with scripted responses that records its requests.
public final class ScriptedServer: Sendable {
    private let received = Mutex<[HTTPRequest]>([])
    private let responses: [HTTPResponse]

    /// Creates a server that returns the responses in order, and repeats the last one.
    ///
    /// - Parameter responses: The responses; if there are none, the response is 404.
    public convenience init(_ responses: HTTPResponse...) { self.init(responses) }

    /// Creates a server that returns the responses in order, and repeats the last one.
    ///
    /// - Parameter responses: The responses; if there are none, the response is 404.
    public init(_ responses: [HTTPResponse]) {
        self.responses = responses
    }

    /// The received requests.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    /// Returns the next response.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        let number = received.withLock { received in
            received.append(request)
            return received.count - 1
        }
        return responses.isEmpty ? HTTPResponse(.notFound) : responses[min(number, responses.count - 1)]
    }

    /// A transport to this server in the process.
    public var transport: LoopbackTransport { LoopbackTransport { self.respond(to: $0) } }
}

/// A transport with one outcome that records its requests.
public final class HTTPTransportStub: HTTPTransport {
    private let received = Mutex<[HTTPRequest]>([])
    private let result: Result<HTTPResponse, TransportError>

    /// Creates a transport.
    ///
    /// - Parameter result: The outcome of every request.
    public init(_ result: Result<HTTPResponse, TransportError>) {
        self.result = result
    }

    /// The received requests.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        received.withLock { $0.append(request) }
        return try result.get()
    }
}

extension HTTPFields {
    package init(_ fields: [(String, String)]) throws(HTTPRequestError) {
        self.init()
        for (name, value) in fields { try append(HTTPFieldName(name), value) }
    }
}

extension HTTPResponse {
    /// Returns a response with a JSON body and header fields.
    package static func json(_ code: Int, _ body: String = "", _ fields: (String, String)...) -> HTTPResponse {
        do {
            guard let status = HTTPStatus(code) else { preconditionFailure("\(code)") }
            return HTTPResponse(status, fields: try HTTPFields(fields), body: Array(body.utf8))
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
