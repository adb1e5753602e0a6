#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The requests that may carry a token from a cookie, as the server has limited them (RFC 6265bis).
public struct CookieScope: Hashable, Sendable {
    /// The host in lower case; with a dot before it, its subdomains too.
    public let domain: String

    /// The path of the requests, and of those below it.
    public let path: String

    /// Whether only requests over `https` may carry the token.
    public let isSecure: Bool

    /// The date on which the token expires by the word of the server, or nil if it sets none; requests carry it nevertheless,
    /// because the clock may be wrong.
    public let expiresAt: Date?

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - domain: The host in lower case; with a dot before it, its subdomains too.
    ///   - path: The path of the requests, and of those below it.
    ///   - isSecure: Whether only requests over `https` may carry the token.
    ///   - expiresAt: The date on which the token expires, or nil if the server sets none.
    public init(domain: String, path: String, isSecure: Bool, expiresAt: Date? = nil) {
        self.domain = domain
        self.path = path
        self.isSecure = isSecure
        self.expiresAt = expiresAt
    }
}
