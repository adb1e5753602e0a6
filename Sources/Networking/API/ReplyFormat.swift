public import Domain

/// How the outcome is read from a reply.
///
/// What is found first counts: a code that the body has, the status itself, its hundred, ``otherwise``, and at last
/// what RFC 9110 says of the status.
public struct ReplyFormat: Hashable, Sendable {
    /// Where the body says whether it was done, with `true` or `false`.
    public var success: JSONPath?

    /// Where the body may explain itself; the first text that is there is shown.
    public var messages: [JSONPath]

    /// Where the body says what is wrong with each field: an object of field → message or messages, or a list of
    /// objects with a `field`, `name`, `param`, `path`, `pointer` or `loc` and a `detail`, `message`, `reason`, `msg`
    /// or `defaultMessage`.
    public var fieldMessages: JSONPath?

    /// Names of fields that the server has and the bodies of requests do not show.
    public var fieldNames: [String: AccountField]

    /// Where the body has a code, such as the `type` of RFC 9457.
    public var code: JSONPath?

    /// What codes mean.
    public var codes: [String: ReplyMeaning]

    /// What statuses mean; 1 to 9 stand for a whole hundred.
    public var statuses: [Int: ReplyMeaning]

    /// What every other status means; nil for what RFC 9110 says.
    public var otherwise: ReplyMeaning?

    /// What a body means that should be JSON and is not.
    public var undecodable: ReplyMeaning

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - success: Where the body says whether it was done.
    ///   - messages: Where the body may explain itself; by default where problem details (RFC 9457) do, and `message`.
    ///   - fieldMessages: Where the body says what is wrong with each field.
    ///   - fieldNames: Names of fields that the bodies of requests do not show.
    ///   - code: Where the body has a code.
    ///   - codes: What codes mean.
    ///   - statuses: What statuses mean, 100 to 999; 1 to 9 stand for a whole hundred, and no other number for
    ///     anything.
    ///   - otherwise: What every other status means; nil for what RFC 9110 says.
    ///   - undecodable: What a body means that should be JSON and is not.
    public init(
        success: JSONPath? = nil,
        messages: [JSONPath] = [JSONPath("detail"), JSONPath("message"), JSONPath("title")],
        fieldMessages: JSONPath? = JSONPath("errors"),
        fieldNames: [String: AccountField] = [:],
        code: JSONPath? = JSONPath("type"),
        codes: [String: ReplyMeaning] = [:],
        statuses: [Int: ReplyMeaning] = [:],
        otherwise: ReplyMeaning? = nil,
        undecodable: ReplyMeaning = .undecodable
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
