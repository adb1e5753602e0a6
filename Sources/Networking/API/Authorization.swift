public import Domain

/// Where a token goes in the calls of somebody who has signed in.
public struct Authorization: Hashable, Sendable {
    /// The field that it goes into.
    public let field: HTTPFieldName

    /// What stands before the token, with a space between; nil where the token stands alone.
    public let scheme: String?

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - field: The field that it goes into.
    ///   - scheme: What stands before the token, such as `Bearer` or `Token`; nil where it stands alone.
    public init(field: HTTPFieldName = .authorization, scheme: String? = nil) {
        self.field = field
        self.scheme = scheme
    }

    /// `Authorization: Bearer …`, by RFC 6750 section 2.1.
    public static let bearer = Authorization(scheme: "Bearer")

    /// Puts a token into fields, in place of any other.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - fields: The fields.
    /// - Throws: `HTTPRequestError.invalidFieldValue` where the token holds what no field may hold, or only its
    ///   digest is known, as of one that this device has issued.
    public func apply(_ token: AccessToken, to fields: inout HTTPFields) throws(HTTPRequestError) {
        guard let text = token.revealed else { throw .invalidFieldValue(field) }
        try fields.set(field, (scheme.map { $0 + " " } ?? "") + text)
    }
}
