/// Why a server did not do what an account service asked of it.
public enum RemoteFailure: Error, Hashable, Sendable {
    /// The server refused the request, in its own words, and perhaps because of one field.
    case refused(ServerMessage, field: AccountField?)

    /// The server does not know what it was asked: the description of its API, or the address, is wrong.
    case pathError

    /// The server failed.
    case serverError

    /// There was no reply.
    case network(NetworkFailure)

    /// The server takes no more requests for now; `retryAfter` is how long, where it says so.
    case throttled(retryAfter: Duration?)

    /// The reply is not in the form that was agreed on.
    case undecodable

    /// The server accepted, but sent no token where one was agreed on.
    case tokenMissing

    /// The server does not take the session's token any more: its owner has to sign in anew.
    case tokenRefused

    /// Nobody knows whether the server did it, because its answer was lost; trying again asks the same once more.
    case outcomeUnknown

    /// The server offers no such thing.
    case notOffered
}

/// Why there was no reply from a server.
public enum NetworkFailure: Error, Hashable, Sendable, CaseIterable {
    /// The server cannot be reached.
    case unreachable

    /// No secure connection came about.
    case notSecure

    /// The server took too long.
    case timedOut

    /// The connection ended too early, or the reply was no proper one.
    case broken

    /// The system has no means to reach servers.
    case unavailable
}

/// A text by which a server explains itself to people, made fit to be shown.
///
/// Nobody here knows who wrote it. It is cut to a length that an alert holds, and characters that steer terminals or
/// turn the direction of a line are left out.
public struct ServerMessage: Hashable, Sendable, CustomStringConvertible {
    /// The largest size in Unicode scalars.
    public static let maximumScalars = 500

    /// The text; empty where the server said nothing.
    public let text: String

    /// Creates a message of what a server sent.
    ///
    /// - Parameter text: Any text.
    public init(_ text: String) {
        var shown = String.UnicodeScalarView()
        var count = 0
        // What is left out counts as well, so that a text of any size is judged at once.
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

    /// No text at all.
    public static let none = ServerMessage("")

    /// The text.
    public var description: String { text }
}
