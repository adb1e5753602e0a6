/// Asks who a session belongs to, as far as the account service knows.
public protocol SessionVerifying: Sendable {
    /// Asks whose token it is that a session has.
    ///
    /// - Parameter session: The session.
    /// - Returns: What the service knows about the owner.
    /// - Throws: `AccountServiceFailure.remote(.tokenRefused)` where the session is over; `.remote` with another failure, or
    ///   `.cancelled`, where nobody could tell.
    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner
}
