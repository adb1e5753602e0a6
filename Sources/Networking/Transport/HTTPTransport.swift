/// Sends one HTTP request and brings back its response.
///
/// Every implementation that talks to a server keeps these promises, but for what the system under it decides by
/// itself, as `URLSessionTransport` tells. One that stands before another changes what it is there to change:
/// ``RetryingTransport`` repeats.
/// - There is exactly one outcome, a response or an error, whatever the server does.
/// - Any complete response is an outcome, whatever its status; only redirects are not, because following one could
///   hand a secret to somebody else.
/// - Nothing is repeated: a request is sent once at the most.
/// - Sizes and times are limited, and the limits are the implementation's to configure.
/// - Cancelling the task ends the wait promptly, with `TransportError.cancelled`.
/// - TLS certificates are verified. No cookies, caches, stored password hashes or proxies of the environment are used
///   unless asked for.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: The request, complete but for the fields that the transport itself is responsible for.
    /// - Returns: The complete response.
    /// - Throws: `TransportError.unreachable`, `.tlsFailed` or `.transportUnavailable` where the server has heard of
    ///   nothing; `.timedOut`, `.truncated`, `.tooLarge`, `.unexpectedRedirect`, `.invalidResponse` or `.cancelled`
    ///   where it perhaps has, as ``TransportError/mayHaveReachedServer`` tells.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}
