public import Domain

/// What is sent to a server.
///
/// It is complete but for the fields that the transport sets: `Host`, `Content-Length` and the like. It prints without
/// the values of its fields, without the query of its URL and without its body.
public struct HTTPRequest: Hashable, Secret {
    /// What is to be done.
    public let method: HTTPMethod

    /// To what it is to be done.
    public let url: HTTPURL

    /// What is said about it, all in ASCII.
    public let fields: HTTPFields

    /// The body, in bytes; empty where there is none.
    public let body: [UInt8]

    /// How it is to be treated on this side.
    public var handling: Handling

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: What is to be done.
    ///   - url: To what it is to be done.
    ///   - fields: What is said about it. Values are in ASCII, because servers do not agree on how to read others.
    ///   - body: The body, in bytes.
    ///   - handling: How it is to be treated on this side; nil for a request without a purpose of its own, which may be
    ///     sent again if its method is idempotent.
    /// - Throws: `HTTPRequestError.reservedField` where a field is one that only the transport sets;
    ///   `.invalidFieldValue` where a value is not in ASCII; `.bodyNotAllowed` where there is a body, and the method
    ///   has none.
    public init(
        _ method: HTTPMethod,
        _ url: HTTPURL,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        handling: Handling? = nil
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
        self.handling = handling ?? Handling(repetition: method.isIdempotent ? .always : .unsent)
    }

    /// Gives the same request with other fields.
    ///
    /// - Parameter fields: The fields in place of its own.
    /// - Returns: The request.
    /// - Throws: `HTTPRequestError.reservedField` where a field is one that only the transport sets;
    ///   `.invalidFieldValue` where a value is not in ASCII.
    public func with(fields: HTTPFields) throws(HTTPRequestError) -> HTTPRequest {
        try HTTPRequest(method, url, fields: fields, body: body, handling: handling)
    }

    /// The method, the URL without its query, the names of the fields and the size of the body.
    public var description: String { "\(method) \(url) \(fields) \(body.count) bytes" }

    /// The method, the URL without its query, the names of the fields and the size of the body.
    public var debugDescription: String { description }
}
