public import Domain

/// What a reply says that carries only an outcome, read leniently (S3.2).
public struct ReplyOutcome: Hashable, Sendable {
    /// The member `status`; -1 where it is missing or no whole number.
    public let status: Int

    /// Whether it was done; false where that is missing or no truth value.
    public let success: Bool

    /// How the server explains itself; empty where that is missing or no text.
    public let message: ServerMessage

    /// Reads an outcome.
    ///
    /// - Parameters:
    ///   - body: The body, whatever it holds.
    ///   - format: Where it holds it.
    public init(_ body: JSONValue, format: ReplyFormat) {
        status = body[JSONPath("status")]?.integer ?? -1
        success = format.success.flatMap { body[$0]?.truth } ?? false
        let texts = format.messages.lazy.compactMap { body[$0]?.text.map { ServerMessage($0) } }
        message = texts.first { $0 != .none } ?? .none
    }
}
