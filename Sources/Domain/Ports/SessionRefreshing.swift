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

/// An account service that can end sessions on its server.
public protocol SessionRevoking: Sendable {
    /// The sessions of an account that the service can end.
    var revocableScopes: Set<SignOutScope> { get }

    /// Ends sessions of an account on the server.
    ///
    /// - Parameters:
    ///   - session: The session whose tokens the server requires.
    ///   - scope: The sessions that end.
    /// - Throws: ``AccountServiceFailure``; `.tokenRefused` means that the session had ended before.
    func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure)
}
