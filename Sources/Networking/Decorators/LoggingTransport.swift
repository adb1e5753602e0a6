/// A transport that logs every exchange, without secrets or personal data.
///
/// Inside a ``RetryingTransport`` it logs every attempt; around one, it logs every request once.
public struct LoggingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let clock: any Clock<Duration>
    private let log: @Sendable (HTTPLogEntry) -> Void

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests.
    ///   - clock: The clock that measures exchanges.
    ///   - log: Called once for each exchange, from any task.
    public init(
        _ transport: any HTTPTransport,
        clock: any Clock<Duration> = ContinuousClock(),
        log: @escaping @Sendable (HTTPLogEntry) -> Void
    ) {
        self.transport = transport
        self.clock = clock
        self.log = log
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let elapsed = clock.stopwatch()
        let result = await transport.outcome(of: request)
        let outcome: HTTPLogEntry.Outcome =
            switch result {
            case .success(let response): .response(response.status, bytes: response.body.count)
            case .failure(let error): .failure(error)
            }
        log(
            HTTPLogEntry(
                purpose: request.options.purpose,
                method: request.method,
                origin: request.url.origin,
                bytesSent: request.body.count,
                outcome: outcome,
                duration: elapsed()
            )
        )
        return try result.get()
    }
}

/// The log entry of an exchange, without form texts, tokens, paths and server texts.
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
