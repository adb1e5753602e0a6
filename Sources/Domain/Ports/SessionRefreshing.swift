/// An account service that can replace the tokens of a session.
public protocol SessionRefreshing: Sendable {
    /// Returns whether the service can replace the tokens of a session; a server need not issue a refresh token (RFC 6749
    /// section 5.1).
    ///
    /// If not, the session is used until a server rejects its access token, as without a service that replaces tokens.
    ///
    /// - Parameter session: The session.
    /// - Returns: By default, whether it has a refresh token.
    func canRefresh(_ session: Session) -> Bool

    /// Replaces the tokens of a session.
    ///
    /// - Parameter session: The session.
    /// - Returns: The new tokens; a refresh token that the server did not replace stays.
    /// - Throws: ``AccountServiceFailure``; only `.tokenRefused` means that the session has ended.
    func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet
}

extension SessionRefreshing {
    public func canRefresh(_ session: Session) -> Bool { session.tokens.refresh != nil }
}
