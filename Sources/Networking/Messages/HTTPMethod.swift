/// The case-sensitive method of a request (RFC 9110 section 9).
public struct HTTPMethod: Hashable, Sendable, CustomStringConvertible {
    /// The method as it is sent.
    public let text: String

    /// Creates a method.
    ///
    /// - Parameter text: A token, usually in upper case.
    /// - Throws: `HTTPRequestError.invalidMethod` if it is not a token, or is `CONNECT`, which is for proxies.
    public init(_ text: String) throws(HTTPRequestError) {
        guard HTTPGrammar.isToken(text), text != "CONNECT" else { throw .invalidMethod }
        self.text = text
    }

    private init(known text: String) {
        self.text = text
    }

    /// The method as it is sent.
    public var description: String { text }

    /// Whether sending a request twice has the effect of sending it once (RFC 9110 section 9.2.2).
    ///
    /// This is false for methods that the package does not know.
    public var isIdempotent: Bool { [.get, .head, .put, .delete, .options, .trace].contains(self) }

    /// Whether a request with this method may have a body.
    ///
    /// RFC 9110 defines no meaning for a body with GET and HEAD, and forbids it with TRACE.
    public var allowsBody: Bool { ![.get, .head, .trace].contains(self) }

    /// Reads a resource.
    public static let get = HTTPMethod(known: "GET")
    /// Reads a resource without its body.
    public static let head = HTTPMethod(known: "HEAD")
    /// Processes the body.
    public static let post = HTTPMethod(known: "POST")
    /// Replaces a resource.
    public static let put = HTTPMethod(known: "PUT")
    /// Changes a resource in part (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// Deletes a resource.
    public static let delete = HTTPMethod(known: "DELETE")
    /// Requests the supported methods.
    public static let options = HTTPMethod(known: "OPTIONS")
    /// Echoes the request.
    public static let trace = HTTPMethod(known: "TRACE")
}
