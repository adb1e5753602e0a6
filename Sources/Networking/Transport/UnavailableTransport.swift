/// A transport whose requests all fail, in place of one that cannot be created.
public struct UnavailableTransport: HTTPTransport {
    /// The error of every request.
    public let error: TransportError

    /// Creates a transport that fails.
    ///
    /// - Parameter error: The error of every request.
    public init(_ error: TransportError) {
        self.error = error
    }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw error }
}
