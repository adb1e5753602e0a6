/// An account service that can replace the tokens of a session.
public protocol SessionRefreshing: Sendable {
    /// Replaces the tokens of a session.
    ///
    /// - Parameter session: The session.
    /// - Returns: The new tokens; a refresh token that the server did not replace stays.
    /// - Throws: ``AccountServiceFailure``; only `.remote(.tokenRefused)` means that the session has ended.
    func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet
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
    /// - Throws: ``AccountServiceFailure``; `.remote(.tokenRefused)` means that the session had ended before.
    func revoke(_ session: Session, scope: SignOutScope) async throws(AccountServiceFailure)
}
