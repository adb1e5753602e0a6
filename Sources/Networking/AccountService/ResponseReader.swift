public import Domain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A reader of the responses that an endpoint describes.
struct ResponseReader {
    let api: AccountAPI
    let action: AccountAction
    let endpoint: Endpoint

    /// The account of the session; nil for a request without one.
    let owner: AccountID?

    private var format: ResponseFormat { endpoint.response }

    /// Reads a response, even one that cannot be decoded; `now` is for dates in `Retry-After`.
    func read(_ response: HTTPResponse, now: Date) -> AccountResponse {
        // Whether an undecodable body matters depends on the status.
        let body = try? JSONValue(reading: response.body)
        let outcome = ResponseOutcome(body ?? .null, format: format)
        let retryAfter = RetryAfter.read(response.fields, now: now)
        switch kind(of: response.status, body, retryAfter) {
        case .bodyDecides:
            guard let body, body.members != nil else { return undecodable(retryAfter) }
            return outcome.success ? accepted(response, body, retryAfter) : refused(body, outcome)
        case .accepted: return accepted(response, body, retryAfter)
        case .refused: return refused(body ?? .null, outcome)
        case let kind: return rejected(kind, retryAfter)
        }
    }

    private func kind(of status: HTTPStatus, _ body: JSONValue?, _ retryAfter: Duration?) -> ResponseKind {
        if let code = format.code.flatMap({ body?[$0]?.code }), let kind = format.codes[code] { return kind }
        if let kind = format.statuses[status.code] ?? format.statuses[status.code / 100] ?? format.otherwise {
            return kind
        }
        if status == .serviceUnavailable, retryAfter != nil { return .throttled }
        let kind = action.kind(of: status, hasKey: api.supportsIdempotencyKeys)
        // With a 2xx status the body decides, unless there is none.
        return kind == .accepted && format.success != nil && status != .noContent ? .bodyDecides : kind
    }

    private func accepted(_ response: HTTPResponse, _ body: JSONValue?, _ retryAfter: Duration?) -> AccountResponse {
        var acceptance = AccountResponse.Acceptance(endpoint: endpoint, body: body)
        switch endpoint.token {
        case .header(let name):
            acceptance.token = response.fields[name].lazy.compactMap(token).first
        case .json(let path):
            guard let body, body.members != nil else { return undecodable(retryAfter) }
            acceptance.token = body[path]?.text.flatMap(token)
        case nil:
            break
        }
        // A page of a proxy or of a hotel's network can have any status; a token proves that the server answered.
        let isPage = body == nil && !response.body.isEmpty && acceptance.token == nil
        guard !isPage, action != .whoAmI || endpoint.hasOwner(owner, in: body) else { return undecodable(retryAfter) }
        if let seconds = endpoint.lifetime.flatMap({ body?[$0]?.code }).flatMap({ Int($0) }), seconds > 0,
            .seconds(seconds) <= RetryAfter.maximum * 100
        {
            acceptance.lifetime = .seconds(seconds)
        }
        return .accepted(acceptance)
    }

    /// Returns a token without the scheme that some servers put before it, or nil if nothing is left.
    private func token(_ text: String) -> AccessToken? {
        var token = text[...]
        let prefix = api.authorization.prefix
        if token.lowercased().hasPrefix(prefix.lowercased()) { token = token.dropFirst(prefix.count) }
        // A token that no header field can hold could not be sent back.
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return AccessToken(String(token))
    }

    private func rejected(_ kind: ResponseKind, _ retryAfter: Duration?) -> AccountResponse {
        switch kind {
        case .accepted, .bodyDecides, .undecodable: .failed(.remote(.undecodable))
        case .refused: .failed(.remote(.refused(.none, field: nil)))
        case .duplicateAccount: .duplicateAccount
        case .invalidCredentials: .invalidCredentials
        case .tokenRefused: .failed(.remote(.tokenRefused))
        case .gone: .gone
        case .throttled: .failed(.remote(.throttled(retryAfter: retryAfter)))
        case .inProgress: .failed(.remote(.outcomeUnknown))
        case .pathError: .failed(.remote(.pathError))
        case .serverError: .failed(.remote(.serverError))
        }
    }

    private func undecodable(_ retryAfter: Duration?) -> AccountResponse { rejected(format.undecodable, retryAfter) }

    private func refused(_ body: JSONValue, _ outcome: ResponseOutcome) -> AccountResponse {
        let messages = format.fieldMessages.flatMap { body[$0] }.map(Self.fieldMessages) ?? []
        let names = endpoint.fieldNames
        for field in AccountField.allCases {
            if let first = messages.first(where: { names[$0.name] == field }) {
                return .failed(.remote(.refused(first.message, field: field)))
            }
        }
        if outcome.message == .none, let first = messages.first {
            let name = first.name.isEmpty ? "" : first.name + ": "
            return .failed(.remote(.refused(ServerMessage(name + first.message.text), field: nil)))
        }
        return .failed(.remote(.refused(outcome.message, field: nil)))
    }

    /// Reads the first message about each field, sorted by the server's names.
    ///
    /// The value is an object of field → message or messages, which may be nested, or a list of objects with a field.
    private static func fieldMessages(_ value: JSONValue) -> [(name: String, message: ServerMessage)] {
        if let members = value.members {
            return members.sorted { $0.key < $1.key }.flatMap { name, value in
                message(value).map { [(name, $0)] } ?? fieldMessages(value)
            }
        }
        return (value.elements ?? []).compactMap { element in message(element).map { (fieldName(element), $0) } }
    }

    /// Returns a text, the first one of a list, or the message of an object.
    private static func message(_ value: JSONValue) -> ServerMessage? {
        if let elements = value.elements { return elements.lazy.compactMap(message).first }
        let names = ["detail", "message", "reason", "msg", "defaultMessage"]
        let text = value.text ?? names.lazy.compactMap { value.members?[$0]?.text }.first
        return text.map { ServerMessage($0) }
    }

    /// Returns the name of the field that an object is about; empty for none.
    private static func fieldName(_ value: JSONValue) -> String {
        let name = ["field", "name", "param", "path"].lazy.compactMap { value.members?[$0]?.text }.first
        // The last step of a JSON pointer (RFC 6901) or a location is the field.
        let pointer = value.members?["pointer"]?.text?.split(separator: "/").last.map(String.init)
        return name ?? pointer ?? value.members?["loc"]?.elements?.last?.text ?? ""
    }
}

/// The outcome in the body of a response, read leniently (S3.2).
public struct ResponseOutcome: Hashable, Sendable {
    /// The member `status`; -1 if it is missing or not an integer.
    public let status: Int

    /// Whether the request succeeded; false if this is missing or not a Boolean.
    public let success: Bool

    /// The message of the server; empty if it is missing or not a string.
    public let message: ServerMessage

    /// Reads an outcome.
    ///
    /// - Parameters:
    ///   - body: Any body.
    ///   - format: The paths to the outcome.
    public init(_ body: JSONValue, format: ResponseFormat) {
        status = body[JSONPath("status")]?.integer ?? -1
        success = format.success.flatMap { body[$0]?.truth } ?? false
        let texts = format.messages.lazy.compactMap { body[$0]?.text.map { ServerMessage($0) } }
        message = texts.first { $0 != .none } ?? .none
    }
}
