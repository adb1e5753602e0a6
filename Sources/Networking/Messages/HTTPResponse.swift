public import Domain

/// An HTTP response.
///
/// Its description shows neither values of fields nor the body.
public struct HTTPResponse: Hashable, Secret {
    /// The status.
    public let status: HTTPStatus

    /// The header fields.
    public let fields: HTTPFields

    /// The body, with every transfer and content coding removed.
    public let body: [UInt8]

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - fields: The header fields.
    ///   - body: The body.
    public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The status, the names of the fields and the size of the body.
    public var description: String { "\(status) \(fields) \(body.count) bytes" }
}

/// The status of a response (RFC 9110 section 15).
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
    /// The class of a status.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// 100 to 199: an interim response.
        case informational
        /// 200 to 299: success.
        case successful
        /// 300 to 399: a redirect.
        case redirection
        /// 400 to 499: the request is at fault.
        case clientError
        /// 500 to 599: the server is at fault; 600 to 999 are invalid and treated the same way.
        case serverError
    }

    /// The number, from 100 to 999.
    public let code: Int

    /// Creates a status.
    ///
    /// - Parameter code: The number; the result is nil if it is not from 100 to 999.
    public init?(_ code: Int) {
        guard (100...999).contains(code) else { return nil }
        self.code = code
    }

    private init(known code: Int) {
        self.code = code
    }

    /// The class of the status.
    public var kind: Kind {
        switch code {
        case ..<200: .informational
        case ..<300: .successful
        case ..<400: .redirection
        case ..<500: .clientError
        default: .serverError
        }
    }

    /// The number in decimal digits.
    public var description: String { String(code) }

    /// 200 OK.
    public static let ok = HTTPStatus(known: 200)
    /// 201 Created.
    public static let created = HTTPStatus(known: 201)
    /// 204 No Content.
    public static let noContent = HTTPStatus(known: 204)
    /// 400 Bad Request.
    public static let badRequest = HTTPStatus(known: 400)
    /// 401 Unauthorized.
    public static let unauthorized = HTTPStatus(known: 401)
    /// 403 Forbidden.
    public static let forbidden = HTTPStatus(known: 403)
    /// 404 Not Found.
    public static let notFound = HTTPStatus(known: 404)
    /// 408 Request Timeout.
    public static let requestTimeout = HTTPStatus(known: 408)
    /// 409 Conflict.
    public static let conflict = HTTPStatus(known: 409)
    /// 422 Unprocessable Content.
    public static let unprocessableContent = HTTPStatus(known: 422)
    /// 429 Too Many Requests.
    public static let tooManyRequests = HTTPStatus(known: 429)
    /// 500 Internal Server Error.
    public static let internalServerError = HTTPStatus(known: 500)
    /// 502 Bad Gateway.
    public static let badGateway = HTTPStatus(known: 502)
    /// 503 Service Unavailable.
    public static let serviceUnavailable = HTTPStatus(known: 503)
    /// 504 Gateway Timeout.
    public static let gatewayTimeout = HTTPStatus(known: 504)
}
