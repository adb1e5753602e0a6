/// Why there is no complete response to a request.
public enum TransportError: Error, Hashable, Sendable {
    /// No connection came about: the host is unknown, refuses, or did not take the call in time.
    case unreachable

    /// No secure connection came about, because of the handshake or of the certificate.
    case tlsFailed

    /// The transport cannot work here, for want of a library that it needs.
    case transportUnavailable

    /// The task was cancelled.
    case cancelled

    /// The deadline passed once there was a connection.
    case timedOut

    /// The connection ended before the response was complete.
    case truncated

    /// The fields or the body of the response are larger than the transport takes.
    case tooLarge(maximumUTF8Length: Int)

    /// The server answered with a redirect, which is never followed.
    case unexpectedRedirect(HTTPStatus)

    /// What came back is no HTTP response.
    case invalidResponse

    /// Whether the server may have acted on the request.
    ///
    /// Only where this is false may a request that is not idempotent simply be sent again.
    public var mayHaveReachedServer: Bool {
        switch self {
        case .unreachable, .tlsFailed, .transportUnavailable: false
        case .cancelled, .timedOut, .truncated, .tooLarge, .unexpectedRedirect, .invalidResponse: true
        }
    }
}
