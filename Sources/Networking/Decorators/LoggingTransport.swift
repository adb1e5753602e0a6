/// A transport that logs every exchange, without secrets or personal data.
///
/// Inside a ``RetryingTransport`` it logs every attempt, around one every request.
public struct LoggingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let time: MonotonicTime
    private let log: @Sendable (HTTPLogEntry) -> Void

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - time: The clock that measures exchanges.
    ///   - log: Called once for each exchange, from any task.
    public init(
        _ transport: any HTTPTransport,
        time: MonotonicTime = .system,
        log: @escaping @Sendable (HTTPLogEntry) -> Void
    ) {
        self.transport = transport
        self.time = time
        self.log = log
    }

    /// Sends a request and logs the exchange.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `TransportError` of the wrapped transport.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let start = time.now
        do {
            let response = try await transport.send(request)
            log(entry(request, .response(response.status, bytes: response.body.count), since: start))
            return response
        } catch {
            log(entry(request, .failure(error), since: start))
            throw error
        }
    }

    private func entry(_ request: HTTPRequest, _ outcome: HTTPLogEntry.Outcome, since start: Duration) -> HTTPLogEntry {
        HTTPLogEntry(
            purpose: request.options.purpose,
            method: request.method,
            origin: request.url.origin,
            bytesSent: request.body.count,
            outcome: outcome,
            duration: time.now - start
        )
    }
}

/// The log entry of an exchange, without form texts, tokens, paths and texts of the server.
public struct HTTPLogEntry: Hashable, Sendable, CustomStringConvertible {
    /// The outcome of an exchange.
    public enum Outcome: Hashable, Sendable {
        /// A response, with the size of its body in bytes.
        case response(HTTPStatus, bytes: Int)

        /// An error.
        case failure(TransportError)
    }

    /// The purpose of the request.
    public let purpose: String

    /// The method.
    public let method: HTTPMethod

    /// The scheme, the host and the port.
    public let origin: String

    /// The size of the request's body in bytes.
    public let bytesSent: Int

    /// The outcome of the exchange.
    public let outcome: Outcome

    /// The duration of the exchange.
    public let duration: Duration

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the request.
    ///   - method: The method.
    ///   - origin: The scheme, the host and the port, as in ``HTTPURL/origin``.
    ///   - bytesSent: The size of the request's body in bytes.
    ///   - outcome: The outcome of the exchange.
    ///   - duration: The duration of the exchange.
    public init(
        purpose: String,
        method: HTTPMethod,
        origin: String,
        bytesSent: Int,
        outcome: Outcome,
        duration: Duration
    ) {
        self.purpose = purpose
        self.method = method
        self.origin = origin
        self.bytesSent = bytesSent
        self.outcome = outcome
        self.duration = duration
    }

    /// The entry as one line.
    public var description: String {
        let end =
            switch outcome {
            case .response(let status, let bytes): "\(status), \(bytes) bytes"
            case .failure(let error): "\(error)"
            }
        return "\(purpose): \(method) \(origin), \(bytesSent) bytes → \(end) in \(duration)"
    }
}
