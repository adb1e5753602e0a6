/// The reason why a server did not execute a request of an account service.
public enum RemoteFailure: Error, Hashable, Sendable {
    /// The server rejected the request, with a message of its own, perhaps because of one field.
    case refused(ServerMessage, field: AccountField?)

    /// The server does not know the path: the API description or the address is wrong.
    case pathError

    /// The server reported an internal error.
    case serverError

    /// There was no response.
    case network(NetworkFailure)

    /// The server accepts no requests at present; `retryAfter` is the time to wait, or nil if the server does not state
    /// it.
    case throttled(retryAfter: Duration?)

    /// The response does not match the API description.
    case undecodable

    /// The server accepted the request, but its response has no token at the described place.
    case tokenMissing

    /// The server no longer accepts the token, so the user has to sign in again.
    case tokenRefused

    /// The response was lost, so the outcome is unknown; trying again repeats the same request.
    case outcomeUnknown

    /// The server does not offer this operation.
    case notOffered
}

/// The reason why a server did not respond.
public enum NetworkFailure: Error, Hashable, Sendable, CaseIterable {
    /// The server cannot be reached.
    case unreachable

    /// No secure connection could be established.
    case notSecure

    /// The server took too long.
    case timedOut

    /// The connection was closed too early, or the response was malformed.
    case broken

    /// The system cannot reach servers.
    case unavailable
}

/// A message from a server, made safe to show.
///
/// The text is not trusted. It is cut to a length that an alert can show. Characters that control terminals or change
/// the direction of text are removed.
public struct ServerMessage: Hashable, Sendable, CustomStringConvertible {
    /// The largest size in Unicode scalars.
    public static let maximumScalars = 500

    /// The text; empty if the server sent none.
    public let text: String

    /// Creates a message.
    ///
    /// - Parameter text: The text that the server sent, of any size.
    public init(_ text: String) {
        var shown = String.UnicodeScalarView()
        var count = 0
        // Only the first scalars are read, including removed ones, so the time does not depend on the size of the text.
        for scalar in text.unicodeScalars.prefix(4 * Self.maximumScalars) where count < Self.maximumScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                shown.append(" ")
            case .format where scalar != "\u{200D}" && scalar != "\u{200C}":
                continue
            default:
                shown.append(scalar)
            }
            count += 1
        }
        self.text = String(shown).split(separator: " ").joined(separator: " ")
    }

    /// The empty message.
    public static let none = ServerMessage("")

    /// The text.
    public var description: String { text }
}
