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
