/// What a log may know of one exchange: nothing that a person typed, no token, no path and no text of the server's.
public struct HTTPLogEntry: Hashable, Sendable, CustomStringConvertible {
    /// How an exchange ended.
    public enum Outcome: Hashable, Sendable {
        /// There was a response, with a body of so many bytes.
        case response(HTTPStatus, bytes: Int)

        /// There was none.
        case failure(TransportError)
    }

    /// What the request was for.
    public let purpose: String

    /// The method.
    public let method: HTTPMethod

    /// The scheme, the host and the port.
    public let origin: String

    /// The size of the request's body in bytes.
    public let bytesSent: Int

    /// How the exchange ended.
    public let outcome: Outcome

    /// How long it took.
    public let duration: Duration

    /// Creates an entry, such as one that the closure of a log is tried with.
    ///
    /// - Parameters:
    ///   - purpose: What the request was for.
    ///   - method: The method.
    ///   - origin: The scheme, the host and the port, as ``HTTPURL/origin`` says them.
    ///   - bytesSent: The size of the request's body in bytes.
    ///   - outcome: How the exchange ended.
    ///   - duration: How long it took.
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
