public import Domain

/// An HTTP request.
///
/// It is complete except for the fields that the transport sets, such as `Host` and `Content-Length`. Its description
/// shows neither values of fields, nor the query, nor the body.
public struct HTTPRequest: Hashable, Secret {
    /// The method.
    public let method: HTTPMethod

    /// The URL.
    public let url: HTTPURL

    /// The header fields, in ASCII.
    public let fields: HTTPFields

    /// The body; empty for none.
    public let body: [UInt8]

    /// The options of the sender, which are not sent.
    public var options: RequestOptions

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL.
    ///   - fields: The header fields, in ASCII, because servers read other characters differently.
    ///   - body: The body.
    ///   - options: The options; nil allows a retry if the method is idempotent or the request was not sent.
    /// - Throws: `HTTPRequestError.reservedField` for a field that only the transport sets; `.invalidFieldValue` for a
    ///   value that is not ASCII; `.bodyNotAllowed` for a body that the method does not allow.
    public init(
        _ method: HTTPMethod,
        _ url: HTTPURL,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        options: RequestOptions? = nil
    ) throws(HTTPRequestError) {
        for field in fields {
            if field.name.isReserved { throw .reservedField(field.name) }
            guard field.value.utf8.allSatisfy({ $0 < 0x80 }) else { throw .invalidFieldValue(field.name) }
        }
        if !body.isEmpty, !method.allowsBody { throw .bodyNotAllowed(method) }
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.options = options ?? RequestOptions(retrySafety: method.isIdempotent ? .always : .ifUnsent)
    }

    /// Returns the same request with other fields.
    func with(fields: HTTPFields) throws(HTTPRequestError) -> HTTPRequest {
        try HTTPRequest(method, url, fields: fields, body: body, options: options)
    }

    /// The method, the URL without its query, the names of the fields and the size of the body.
    public var description: String { "\(method) \(url) \(fields) \(body.count) bytes" }
}

/// The options of a request, which are not sent.
public struct RequestOptions: Hashable, Sendable {
    /// The purpose of the request for logs, such as `sign-in`.
    public var purpose: String

    /// The conditions under which the request may be sent again.
    public var retrySafety: RetrySafety

    /// The time limit, if it is shorter than that of the transport; nil for none.
    public var timeout: Duration?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the request for logs.
    ///   - retrySafety: The conditions under which the request may be sent again.
    ///   - timeout: The time limit, if it is shorter than that of the transport; nil for none.
    public init(purpose: String = "request", retrySafety: RetrySafety = .ifUnsent, timeout: Duration? = nil) {
        self.purpose = purpose
        self.retrySafety = retrySafety
        self.timeout = timeout
    }
}

/// The conditions under which a request may be sent again.
public enum RetrySafety: Hashable, Sendable, CaseIterable {
    /// Only if the server has certainly not received it, because no connection was made.
    case ifUnsent
    /// Also if a server or gateway reports that it is unavailable (502, 503 or 504), but not if a response was lost.
    case ifUnavailable
    /// Also if a response was lost, because the server executes the request once.
    case always
}

/// The reason why a value cannot be part of an HTTP request.
///
/// No case contains the text itself, because it may be a secret.
public enum HTTPRequestError: Error, Hashable, Sendable {
    /// The method is not a token (RFC 9110 section 5.6.2), or is CONNECT, which is for proxies.
    case invalidMethod
    /// The name of a field is not a token (RFC 9110 section 5.6.2).
    case invalidFieldName
    /// The value of a field does not follow RFC 9110 section 5.5, because it has CR, LF or NUL, for example.
    case invalidFieldValue(HTTPFieldName)
    /// Only the transport sets this field, because it decides where a message ends or who receives it.
    case reservedField(HTTPFieldName)
    /// A request with this method has no body.
    case bodyNotAllowed(HTTPMethod)
    /// The URL is not absolute or does not follow RFC 3986.
    case invalidURL
    /// The scheme of the URL is neither `https` nor `http`.
    case unsupportedScheme
    /// The URL has a user name or a password, which transports would send and logs would store.
    case userInformationInURL
    /// The URL has a fragment, which is never sent.
    case fragmentInURL
    /// The scheme is `http`, and the host is not this machine.
    case insecureURL
}
