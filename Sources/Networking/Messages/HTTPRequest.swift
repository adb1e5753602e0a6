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

    /// The body, in octets; empty where there is none.
    public let body: [UInt8]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: What is to be done.
    ///   - url: To what it is to be done.
    ///   - fields: What is said about it. Values are in ASCII, because servers do not agree on how to read others.
    ///   - body: The body, in octets.
    /// - Throws: `HTTPRequestError.reservedField`, `.invalidFieldValue` or `.bodyNotAllowed`.
    public init(
        _ method: HTTPMethod,
        _ url: HTTPURL,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = []
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
    }

    /// The method, the URL without its query, the names of the fields and the size of the body.
    public var description: String { "\(method) \(url) \(fields) \(body.count) octets" }

    /// The method, the URL without its query, the names of the fields and the size of the body.
    public var debugDescription: String { description }
}
