public import Domain

/// The format of the outcome in a response.
///
/// The first of these that applies decides the meaning of a response: a code in the body, the status, the class of the
/// status, ``otherwise``, and RFC 9110.
public struct ResponseFormat: Hashable, Sendable {
    /// The path to the Boolean that indicates success.
    public var success: JSONPath?

    /// The paths to a message; the first text is shown.
    public var messages: [JSONPath]

    /// The path to the messages about single fields.
    ///
    /// The messages are an object of field → message or messages, or a list of objects. Each of these has a `field`,
    /// `name`, `param`, `path`, `pointer` or `loc`, and a `detail`, `message`, `reason`, `msg` or `defaultMessage`.
    public var fieldMessages: JSONPath?

    /// The server's names of fields that are not in the bodies of requests.
    public var fieldNames: [String: AccountField]

    /// The path to a code, such as the `type` of RFC 9457.
    public var code: JSONPath?

    /// The meanings of codes.
    public var codes: [String: ResponseKind]

    /// The meanings of statuses; 1 to 9 stand for a class, such as 4 for 400 to 499.
    public var statuses: [Int: ResponseKind]

    /// The meaning of every other status; nil for that of RFC 9110.
    public var otherwise: ResponseKind?

    /// The meaning of a body that should be JSON but is not.
    public var undecodable: ResponseKind

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - success: The path to the Boolean that indicates success.
    ///   - messages: The paths to a message; by default those of problem details (RFC 9457) and `message`.
    ///   - fieldMessages: The path to the messages about single fields.
    ///   - fieldNames: The server's names of fields that are not in the bodies of requests.
    ///   - code: The path to a code.
    ///   - codes: The meanings of codes.
    ///   - statuses: The meanings of statuses from 100 to 999; 1 to 9 stand for a class, such as 4 for 400 to 499.
    ///   - otherwise: The meaning of every other status; nil for that of RFC 9110.
    ///   - undecodable: The meaning of a body that should be JSON but is not.
    public init(
        success: JSONPath? = nil,
        messages: [JSONPath] = [JSONPath("detail"), JSONPath("message"), JSONPath("title")],
        fieldMessages: JSONPath? = JSONPath("errors"),
        fieldNames: [String: AccountField] = [:],
        code: JSONPath? = JSONPath("type"),
        codes: [String: ResponseKind] = [:],
        statuses: [Int: ResponseKind] = [:],
        otherwise: ResponseKind? = nil,
        undecodable: ResponseKind = .undecodable
    ) {
        self.success = success
        self.messages = messages
        self.fieldMessages = fieldMessages
        self.fieldNames = fieldNames
        self.code = code
        self.codes = codes
        self.statuses = statuses
        self.otherwise = otherwise
        self.undecodable = undecodable
    }
}

/// The meaning of a response.
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
