/// Changes passwords: what an ``AccountService`` can do besides.
public protocol PasswordChanging: Sendable {
    /// Changes the password of an account, and ends every session that its service knows of.
    ///
    /// - Parameters:
    ///   - session: The session of the account's owner.
    ///   - current: The password so far.
    ///   - new: The password from now on.
    /// - Returns: The proof that a new session begins with.
    /// - Throws: `AuthenticationError.invalidCredentials` where the password so far is another one; `.throttled`;
    ///   `.invalidInput` where the service does not take the new one; `.failed`. The password is as it was then.
    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication
}
