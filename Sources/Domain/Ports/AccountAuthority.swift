/// Registers, authenticates, recognizes and withdraws accounts.
///
/// There are two of them: ``LocalAccountAuthority`` over a repository and a hasher, and the remote one over HTTP. Use
/// cases do not know which they talk to.
public protocol AccountAuthority: Sendable {
    /// Makes an account out of a registration and signs its owner in.
    ///
    /// - Parameter registration: The wish to become an account.
    /// - Returns: The proof that a session begins with.
    /// - Throws: `RegistrationError`; nothing was registered then, unless the error says that it was or that nobody
    ///   knows.
    func register(_ registration: Registration) async throws(RegistrationError) -> Authentication

    /// Tells whether somebody is who they say.
    ///
    /// An unknown ID and a wrong password are one error and take the same time.
    ///
    /// - Parameters:
    ///   - id: The ID that was typed.
    ///   - password: The password that was typed.
    /// - Returns: The proof that a session begins with.
    /// - Throws: `AuthenticationError.invalidCredentials`, `.invalidInput` or `.failed`.
    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication

    /// Tells whether a session is still of an account, and not of one that was withdrawn, its ID perhaps registered anew.
    ///
    /// - Parameter session: The session to look at.
    /// - Returns: False only where the authority is sure.
    /// - Throws: `AuthorityFailure` where the authority could not look.
    func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool

    /// Deletes the account of a session; it is no error if there is none any more, and an account that was registered
    /// after the session began is another one and stays.
    ///
    /// - Parameter session: The session of the account's owner.
    /// - Returns: Whether it was this call that deleted the account, as far as the authority can tell.
    /// - Throws: `AuthorityFailure` where the account may still be there.
    @discardableResult
    func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool
}
