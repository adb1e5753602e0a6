/// Asks who a session belongs to, as far as the account authority knows.
public protocol SessionVerifying: Sendable {
    /// Asks whose token it is that a session has.
    ///
    /// - Parameter session: The session.
    /// - Returns: What the authority knows about the owner.
    /// - Throws: `AuthorityFailure.remote(.tokenRefused)` where the session is over; `.remote` with another failure, or
    ///   `.cancelled`, where nobody could tell.
    func owner(of session: Session) async throws(AuthorityFailure) -> AccountOwner
}
