/// Tells a log about every exchange, without anything that is secret or personal.
///
/// Inside a ``RetryingTransport`` it tells every attempt, outside one every request.
public struct LoggingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let time: MonotonicTime
    private let log: @Sendable (HTTPLogEntry) -> Void

    /// Creates a transport that tells a log.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests.
    ///   - time: Tells how long an exchange took.
    ///   - log: Called once an exchange, from any task.
    public init(
        _ transport: any HTTPTransport,
        time: MonotonicTime = .system,
        log: @escaping @Sendable (HTTPLogEntry) -> Void
    ) {
        self.transport = transport
        self.time = time
        self.log = log
    }

    /// Sends a request and tells the log about it.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: What the transport itself throws, such as `TransportError.timedOut`.
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
            purpose: request.handling.purpose,
            method: request.method,
            origin: request.url.origin,
            bytesSent: request.body.count,
            outcome: outcome,
            duration: time.now - start
        )
    }
}
