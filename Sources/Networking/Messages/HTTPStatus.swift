/// The status of a response (RFC 9110 section 15).
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
    /// The class of a status.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// 100 to 199: the response is still to come.
        case informational

        /// 200 to 299: it was done.
        case successful

        /// 300 to 399: somebody else is to be asked.
        case redirection

        /// 400 to 499: the request is at fault.
        case clientError

        /// 500 to 599: the server is at fault. 600 to 999 are no statuses, but are to be treated like these.
        case serverError
    }

    /// The number, from 100 to 999.
    public let code: Int

    /// Creates a status.
    ///
    /// - Parameter code: The number; nil results where it is not from 100 to 999.
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

    /// 200: it was done.
    public static let ok = HTTPStatus(known: 200)

    /// 201: it was made.
    public static let created = HTTPStatus(known: 201)

    /// 204: it was done, and there is nothing to say.
    public static let noContent = HTTPStatus(known: 204)

    /// 400: the request makes no sense.
    public static let badRequest = HTTPStatus(known: 400)

    /// 401: who asks is not known.
    public static let unauthorized = HTTPStatus(known: 401)

    /// 403: who asks may not.
    public static let forbidden = HTTPStatus(known: 403)

    /// 404: there is no such thing.
    public static let notFound = HTTPStatus(known: 404)

    /// 408: the request took too long to arrive.
    public static let requestTimeout = HTTPStatus(known: 408)

    /// 409: it is at odds with what there is.
    public static let conflict = HTTPStatus(known: 409)

    /// 422: the content makes no sense.
    public static let unprocessableContent = HTTPStatus(known: 422)

    /// 429: too many requests were sent.
    public static let tooManyRequests = HTTPStatus(known: 429)

    /// 500: the server failed.
    public static let internalServerError = HTTPStatus(known: 500)

    /// 502: who was asked on the way to the server got no good answer.
    public static let badGateway = HTTPStatus(known: 502)

    /// 503: the server is too busy.
    public static let serviceUnavailable = HTTPStatus(known: 503)

    /// 504: who was asked on the way to the server got no answer in time.
    public static let gatewayTimeout = HTTPStatus(known: 504)
}
