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
    ///
    /// - Parameter request: The request; it is written down and makes no difference to the answer.
    /// - Returns: The response to every request.
    /// - Throws: The ``/Networking/TransportError`` that every request is answered with instead.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        received.withLock { $0.append(request) }
        return try result.get()
    }
}
