#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The tokens of a session, as in RFC 6749 section 5.1.
public struct TokenSet: Hashable, Sendable {
    /// The token that the account service requires.
    public let access: AccessToken

    /// The date on which the access token expires, or nil if the service sets none.
    public let accessExpiresAt: Date?

    /// The token that replaces the tokens, or nil if the service has none.
    public let refresh: RefreshToken?

    /// The date on which the refresh token expires, or nil if the service sets none.
    public let refreshExpiresAt: Date?

    /// The requests that may carry the access token, or nil if it came in no cookie.
    public let accessCookie: CookieScope?

    /// The requests that may carry the refresh token, or nil if it came in no cookie.
    public let refreshCookie: CookieScope?

    /// Creates a set of tokens.
    ///
    /// - Parameters:
    ///   - access: The token that the account service requires.
    ///   - accessExpiresAt: The date on which the access token expires, or nil if the service sets none.
    ///   - refresh: The token that replaces the tokens, or nil if the service has none.
    ///   - refreshExpiresAt: The date on which the refresh token expires, or nil if the service sets none.
    ///   - accessCookie: The requests that may carry the access token, or nil if it came in no cookie.
    ///   - refreshCookie: The requests that may carry the refresh token, or nil if it came in no cookie.
    public init(
        _ access: AccessToken,
        accessExpiresAt: Date? = nil,
        refresh: RefreshToken? = nil,
        refreshExpiresAt: Date? = nil,
        accessCookie: CookieScope? = nil,
        refreshCookie: CookieScope? = nil
    ) {
        self.access = access
        self.accessExpiresAt = accessExpiresAt
        self.refresh = refresh
        self.refreshExpiresAt = refreshExpiresAt
        self.accessCookie = accessCookie
        self.refreshCookie = refreshCookie
    }

    /// Returns whether a server that ends these tokens also ends others.
    func shares(aTokenWith other: TokenSet) -> Bool {
        access == other.access || refresh != nil && refresh == other.refresh
    }
}

/// The token with which an app gets new tokens from a server (RFC 6749 section 1.5).
public struct RefreshToken: Hashable, Secret {
    /// The token.
    public let revealed: String

    /// Creates a token.
    ///
    /// - Parameter text: The token, unchanged.
    public init(_ text: String) {
        revealed = text
    }
}
