/// The method of a request (RFC 9110 section 9): a token, in which case matters.
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method as it is sent.
    public let text: String

    /// Creates a method.
    ///
    /// - Parameter text: A token; methods that are in use are in upper case.
    /// - Throws: `HTTPRequestError.invalidMethod` where it is no token, or `CONNECT`, which is for proxies.
    public init(_ text: String) throws(HTTPRequestError) {
        guard HTTPGrammar.isToken(text), text != "CONNECT" else { throw .invalidMethod }
        self.text = text
    }

    private init(known text: String) {
        self.text = text
    }

    /// The method as it is sent.
    public var description: String { text }

    /// Whether sending a request twice is meant to do what sending it once does (RFC 9110 section 9.2.2).
    ///
    /// False for methods that this package does not know.
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete, .options, .trace: true
        default: false
        }
    }

    /// Whether a request with this method may carry a body.
    ///
    /// RFC 9110 gives a body no meaning with GET and HEAD and forbids it with TRACE.
    public var allowsBody: Bool {
        switch self {
        case .get, .head, .trace: false
        default: true
        }
    }

    /// Reads.
    public static let get = HTTPMethod(known: "GET")

    /// Reads all but the body.
    public static let head = HTTPMethod(known: "HEAD")

    /// Has something done.
    public static let post = HTTPMethod(known: "POST")

    /// Replaces.
    public static let put = HTTPMethod(known: "PUT")

    /// Changes in part (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")

    /// Removes.
    public static let delete = HTTPMethod(known: "DELETE")

    /// Asks what can be done.
    public static let options = HTTPMethod(known: "OPTIONS")

    /// Has the request echoed.
    public static let trace = HTTPMethod(known: "TRACE")
}
