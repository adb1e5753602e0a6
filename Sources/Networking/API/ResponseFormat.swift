public import Domain

/// The format of the outcome in a response.
///
/// The first of these that applies decides the meaning of a response: a code in the body, the status, the class of the
/// status, ``otherwise``, and RFC 9110.
public struct ResponseFormat: Hashable, Sendable {
    /// The path to the Boolean that indicates success.
    public var success: JSONPath?

    /// The paths to a message, by default those of the common formats; the first text is shown.
    public var messages = ErrorMessages.commonMessages

    /// The paths to the messages about single fields, by default those of the common formats; see ``ErrorMessages`` for
    /// their shapes.
    public var fieldMessages = ErrorMessages.commonFieldMessages

    /// The server's names of fields that are not in the bodies of requests.
    public var fieldNames: [String: AccountField] = [:]

    /// The paths to a code, by default those of the common formats; the first one with a meaning counts.
    public var code = ErrorMessages.commonCodes

    /// The meanings of codes; one `*` in a code stands for any text, and the longest match counts.
    public var codes: [String: ErrorCodeMeaning] = [:]

    /// The meanings of statuses from 100 to 999; 1 to 9 stand for a class, such as 4 for 400 to 499.
    public var statuses: [Int: ResponseKind] = [:]

    /// The meaning of every other status; nil for that of RFC 9110.
    public var otherwise: ResponseKind?

    /// The meaning of a body that should be JSON but is not.
    public var undecodable = ResponseKind.undecodable

    /// The paths to the number of seconds to wait before the next request; a header field has precedence.
    public var retryAfter: [JSONPath] = []

    /// Creates a format of the common kinds, whose statuses have the meanings of RFC 9110.
    public init() {}

    /// Returns the meaning of the first code in a body that has one.
    func meaning(ofCodeIn body: JSONValue) -> ErrorCodeMeaning? {
        guard !codes.isEmpty else { return nil }
        return body.first(at: code) { $0.code.flatMap(meaning) }
    }

    /// Returns the meaning of a rejection: that of the first code that names no field, or else of the first code.
    func meaning(ofRejection body: JSONValue) -> ErrorCodeMeaning? {
        let meanings = meanings(inRejection: body)
        return meanings.first { $0.field == nil } ?? meanings.first
    }

    /// Returns the meanings of all codes of a rejection: first of that at ``code``, then of those of messages.
    func meanings(inRejection body: JSONValue) -> [ErrorCodeMeaning] {
        guard !codes.isEmpty else { return [] }
        var others = self
        // It stands for whatever is at `code`, not for the names of all fields.
        others.codes["*"] = nil
        let found = fieldMessages.isEmpty ? [] : ErrorMessages.codes(in: body, at: fieldMessages)
        return [meaning(ofCodeIn: body)].compactMap(\.self) + found.compactMap(others.meaning)
    }

    /// Returns the meaning of a code: that of the same text, or else of the longest pattern.
    func meaning(of code: String) -> ErrorCodeMeaning? {
        if let meaning = codes[code] { return meaning }
        let patterns = codes.keys.filter { pattern in
            let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
            return parts.count == 2 && code.text(between: parts[0], and: parts[1]) != nil
        }
        // Of patterns with the same length, that with the longer beginning counts.
        return patterns.max { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.flatMap { codes[$0] }
    }
}

/// The meaning of an error code, or of another code in a body: the kind of the response, and the field that the server
/// rejected if the code names one.
///
/// Every other part of a response, such as its status, names no field, and has a ``ResponseKind`` alone.
public struct ErrorCodeMeaning: Hashable, Sendable {
    /// The kind of the response.
    public let kind: ResponseKind

    /// The rejected field, or nil.
    public let field: AccountField?

    /// Creates a meaning.
    ///
    /// - Parameters:
    ///   - kind: The kind of the response.
    ///   - field: The rejected field, or nil.
    public init(_ kind: ResponseKind, field: AccountField? = nil) {
        self.kind = kind
        self.field = field
    }
}

/// The kind of a response, which decides the outcome of an operation.
///
/// A status or a code of the server has it as its meaning; an ``ErrorCodeMeaning`` can also have the rejected field.
public enum ResponseKind: String, Hashable, Sendable, CaseIterable {
    /// The server executed the request.
    case accepted
    /// ``ResponseFormat/success`` decides between ``accepted`` and ``refused``.
    case bodyDecides = "body-decides"
    /// The server rejected the request, for a reason in the body.
    case refused
    /// Another account has that ID.
    case duplicateAccount = "duplicate-account"
    /// The ID is unknown or the password is incorrect.
    case invalidCredentials = "invalid-credentials"
    /// The address has to be confirmed with the link of a message.
    case confirmByLink = "confirm-by-link"
    /// The address has to be confirmed with the code of a message.
    case confirmByCode = "confirm-by-code"
    /// The sign-in needs the link of a message, as a second factor.
    case linkRequired = "link-required"
    /// The sign-in needs the code of a message, as a second factor.
    case codeRequired = "code-required"
    /// The sign-in needs the code of an authenticator app, as a second factor.
    case totpRequired = "totp-required"
    /// The code has expired.
    case expired
    /// The code was used before.
    case used
    /// There were too many wrong codes.
    case tooManyAttempts = "too-many-attempts"
    /// The token is no longer valid.
    case tokenRefused = "token-refused"
    /// The account no longer exists, so there was nothing to delete.
    case gone
    /// There were too many requests.
    case throttled
    /// The server is still executing the same request, or does not know its outcome.
    case inProgress = "in-progress"
    /// The server does not know this request.
    case pathError = "path-error"
    /// The server failed.
    case serverError = "server-error"
    /// The response does not have the agreed format.
    case undecodable
}
