public import Networking
import Synchronization

/// A transport that answers as it was told and writes down what it was asked.
public final class HTTPTransportStub: HTTPTransport {
    private let received = Mutex<[HTTPRequest]>([])
    private let result: Result<HTTPResponse, TransportError>

    /// Creates a transport.
    ///
    /// - Parameter result: The outcome of every request.
    public init(_ result: Result<HTTPResponse, TransportError>) {
        self.result = result
    }

    /// The requests so far.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    /// Answers as it was told.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        received.withLock { $0.append(request) }
        return try result.get()
    }
}
