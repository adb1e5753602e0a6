/// The time limits of an exchange and the size limits of a response.
///
/// Limits are not corrected: with a time of 0 or less every exchange times out, and with a negative size every response
/// is too large.
public struct TransportLimits: Hashable, Sendable {
    /// The time limit for connecting, TLS included.
    public var connectTimeout: Duration

    /// The time limit for the whole exchange, connecting included.
    public var timeout: Duration

    /// The largest size of the status line and the header fields, in bytes.
    public var fieldBytes: Int

    /// The largest number of header fields.
    public var fieldCount: Int

    /// The largest size of the decoded body, in bytes.
    public var bodyBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - connectTimeout: The time limit for connecting.
    ///   - timeout: The time limit for the whole exchange.
    ///   - fieldBytes: The largest size of the status line and the header fields, in bytes.
    ///   - fieldCount: The largest number of header fields.
    ///   - bodyBytes: The largest size of the decoded body, in bytes.
    public init(
        connectTimeout: Duration = .seconds(10),
        timeout: Duration = .seconds(15),
        fieldBytes: Int = 1 << 16,
        fieldCount: Int = 128,
        bodyBytes: Int = 1 << 20
    ) {
        self.connectTimeout = connectTimeout
        self.timeout = timeout
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
        self.bodyBytes = bodyBytes
    }

    /// The time limit for one request.
    func timeout(for request: HTTPRequest) -> Duration {
        min(timeout, request.options.timeout ?? timeout)
    }

    /// Returns a complete response that is within the limits and not interim.
    func validate(_ response: HTTPResponse) throws(TransportError) -> HTTPResponse {
        guard response.status.kind != .informational else { throw .invalidResponse }
        let bytes = response.fields.reduce(0) { $0 + $1.name.text.utf8.count + $1.value.utf8.count + 4 }
        guard bytes <= fieldBytes, response.fields.count <= fieldCount else {
            throw .tooLarge(maximumBytes: fieldBytes)
        }
        guard response.body.count <= bodyBytes else { throw .tooLarge(maximumBytes: bodyBytes) }
        return response
    }
}
