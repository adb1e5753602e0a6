public import Domain

/// A transport that sends an HTTP request and returns its response.
///
/// Every transport to a server fulfils these promises, as far as the system allows; `URLSessionTransport` documents its
/// exceptions. A transport that wraps another may change a promise: ``RetryingTransport`` repeats requests.
/// - There is exactly one outcome, a response or an error.
/// - A complete response of any status is returned. A redirect is never followed, because that could reveal a secret to
///   another server.
/// - A request is sent at most once.
/// - Sizes and times are limited, and the limits are configurable.
/// - Cancelling the task ends the wait promptly, with `TransportError.cancelled`.
/// - TLS certificates are verified. There are no cookies, caches, stored credentials or environment proxies by default.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: The request, complete except for the fields that the transport sets.
    /// - Returns: The complete response.
    /// - Throws: ``TransportError``; ``TransportError/mayHaveReachedServer`` reports whether the server may have acted.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

extension HTTPTransport {
    /// Sends a request and returns its outcome as a value.
    package func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, TransportError> {
        do throws(TransportError) {
            return .success(try await send(request))
        } catch {
            return .failure(error)
        }
    }
}

/// The reason why there is no complete response to a request.
public enum TransportError: Error, Hashable, Sendable {
    /// No connection was made: the host is unknown, refuses connections, or did not accept one in time.
    case unreachable
    /// No secure connection was made, because of the handshake or the certificate.
    case tlsFailed
    /// The transport cannot work here, because a library is missing.
    case transportUnavailable
    /// The task was cancelled.
    case cancelled
    /// The deadline passed after a connection was made.
    case timedOut
    /// The connection was closed before the response was complete.
    case truncated
    /// The fields or the body of the response exceed a limit.
    case tooLarge(maximumBytes: Int)
    /// The response is not valid HTTP.
    case invalidResponse
    /// There is no session to send the request for, or it ended before the response; see ``SessionTransport``.
    case session(SessionError)

    /// Whether the server may have acted on the request.
    ///
    /// A request that is not idempotent may be sent again only if this is false.
    public var mayHaveReachedServer: Bool {
        switch self {
        case .unreachable, .tlsFailed, .transportUnavailable, .session(.signedOut), .session(.service): false
        case .session, .cancelled, .timedOut, .truncated, .tooLarge, .invalidResponse: true
        }
    }
}

/// The promise of a response to the task that sends the request.
typealias ResponsePromise = Promise<Result<HTTPResponse, TransportError>>
