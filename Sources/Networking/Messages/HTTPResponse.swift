public import Domain

/// What a server answered.
///
/// It prints without the values of its fields and without its body.
public struct HTTPResponse: Hashable, Secret {
    /// What became of the request.
    public let status: HTTPStatus

    /// What is said about it.
    public let fields: HTTPFields

    /// The body, in bytes, with every transfer and content coding undone.
    public let body: [UInt8]

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: What became of the request.
    ///   - fields: What is said about it.
    ///   - body: The body, in bytes.
    public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The status, the names of the fields and the size of the body.
    public var description: String { "\(status) \(fields) \(body.count) bytes" }

    /// The status, the names of the fields and the size of the body.
    public var debugDescription: String { description }
}
