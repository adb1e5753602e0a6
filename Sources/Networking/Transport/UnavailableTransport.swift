/// A transport that has never sent anything: what stands where the system's own cannot work.
public struct UnavailableTransport: HTTPTransport {
    private let error: TransportError

    /// Creates a transport that fails.
    ///
    /// - Parameter error: What every request fails with.
    public init(_ error: TransportError) {
        self.error = error
    }

    /// Fails.
    ///
    /// - Parameter request: The request, which is not sent.
    /// - Returns: Never.
    /// - Throws: The error that it was made with, such as `TransportError.transportUnavailable`.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw error }
}
