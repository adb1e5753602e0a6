/// The reason why a server did not execute a request of an account service.
public enum RemoteFailure: Error, Hashable, Sendable {
    /// The server rejected the request.
    case refused(ServerRefusal)

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

    /// The response was lost, so the outcome is unknown; trying again repeats the same request.
    case outcomeUnknown
}

extension RemoteFailure {
    /// Returns the rejection of a request with one message.
    ///
    /// - Parameters:
    ///   - message: The message; empty for none.
    ///   - field: The field that the message is about, or nil.
    /// - Returns: The rejection.
    public static func refused(_ message: ServerMessage, field: AccountField?) -> RemoteFailure {
        guard let field else { return .refused(ServerRefusal(message)) }
        return .refused(ServerRefusal(fieldMessages: [field: message == .none ? [] : [message]]))
    }
}

/// What a server says about a request that it rejected.
public struct ServerRefusal: Hashable, Sendable {
    /// The message about the whole request; empty if there is none.
    public let message: ServerMessage

    /// All messages about the rejected fields; a field can be rejected without a message.
    public let fieldMessages: [AccountField: [ServerMessage]]

    /// Creates a rejection.
    ///
    /// - Parameters:
    ///   - message: The message about the whole request; empty for none.
    ///   - fieldMessages: The messages about the rejected fields.
    public init(_ message: ServerMessage = .none, fieldMessages: [AccountField: [ServerMessage]] = [:]) {
        self.message = message
        self.fieldMessages = fieldMessages
    }

    /// The rejected fields, in the order of all fields.
    public var fields: [AccountField] { AccountField.allCases.filter { fieldMessages[$0] != nil } }

    /// The texts to show: those about fields, which are more precise, or else that about the request.
    public var texts: [String] {
        let texts = fields.flatMap { fieldMessages[$0] ?? [] }.map(\.text).filter { !$0.isEmpty }
        return texts.isEmpty && message != .none ? [message.text] : texts
    }
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
