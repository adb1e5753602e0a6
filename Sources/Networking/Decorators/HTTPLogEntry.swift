/// What a log may know of one exchange: nothing that a person typed, no token, no path and no text of the server's.
public struct HTTPLogEntry: Hashable, Sendable, CustomStringConvertible {
    /// How an exchange ended.
    public enum Outcome: Hashable, Sendable {
        /// There was a response, with a body of so many octets.
        case response(HTTPStatus, octets: Int)

        /// There was none.
        case failure(TransportError)
    }

    /// What the request was for.
    public let purpose: String

    /// The method.
    public let method: HTTPMethod

    /// The scheme, the host and the port.
    public let origin: String

    /// The size of the request's body in octets.
    public let octetsSent: Int

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
    ///   - octetsSent: The size of the request's body in octets.
    ///   - outcome: How the exchange ended.
    ///   - duration: How long it took.
    public init(
        purpose: String,
        method: HTTPMethod,
        origin: String,
        octetsSent: Int,
        outcome: Outcome,
        duration: Duration
    ) {
        self.purpose = purpose
        self.method = method
        self.origin = origin
        self.octetsSent = octetsSent
        self.outcome = outcome
        self.duration = duration
    }

    /// The entry as one line.
    public var description: String {
        let end =
            switch outcome {
            case .response(let status, let octets): "\(status), \(octets) octets"
            case .failure(let error): "\(error)"
            }
        return "\(purpose): \(method) \(origin), \(octetsSent) octets → \(end) in \(duration)"
    }
}
