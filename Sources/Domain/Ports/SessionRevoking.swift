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
