/// How long an exchange may take, and how large a response may be.
///
/// Limits are taken as they are. Where a time is not positive there is next to none; where a size or a number is less
/// than 0, every response is too large.
public struct TransportLimits: Hashable, Sendable {
    /// How long it may take until there is a connection, TLS included.
    public var connecting: Duration

    /// How long the whole exchange may take, connecting included.
    public var total: Duration

    /// The largest status line and header fields together, in bytes.
    public var fieldBytes: Int

    /// The largest number of header fields.
    public var fieldCount: Int

    /// The largest body in bytes, once every coding is undone.
    public var bodyBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - connecting: How long it may take until there is a connection, and no longer than `total`; 10 seconds unless
    ///     said otherwise.
    ///   - total: How long the whole exchange may take; 15 seconds unless said otherwise.
    ///   - fieldBytes: The largest status line and header fields together, in bytes; 64 KiB unless said otherwise.
    ///   - fieldCount: The largest number of header fields; 128 unless said otherwise.
    ///   - bodyBytes: The largest body, in bytes; one mebibyte unless said otherwise.
    public init(
        connecting: Duration = .seconds(10),
        total: Duration = .seconds(15),
        fieldBytes: Int = 1 << 16,
        fieldCount: Int = 128,
        bodyBytes: Int = 1 << 20
    ) {
        self.connecting = connecting
        self.total = total
        self.fieldBytes = fieldBytes
        self.fieldCount = fieldCount
        self.bodyBytes = bodyBytes
    }

    /// How long one request may take.
    func time(for request: HTTPRequest) -> Duration {
        min(total, request.handling.timeLimit ?? total)
    }

    /// What is to be made of a complete response: a redirect is none, and what is too large was not read.
    func judge(_ response: HTTPResponse) throws(TransportError) -> HTTPResponse {
        guard response.status.kind != .informational else { throw .invalidResponse }
        guard response.status.kind != .redirection else { throw .unexpectedRedirect(response.status) }
        let bytes = response.fields.reduce(0) { $0 + $1.name.text.utf8.count + $1.value.utf8.count + 4 }
        guard bytes <= fieldBytes, response.fields.count <= fieldCount else {
            throw .tooLarge(maximumUTF8Length: fieldBytes)
        }
        guard response.body.count <= bodyBytes else { throw .tooLarge(maximumUTF8Length: bodyBytes) }
        return response
    }
}
