/// An account service that can change passwords.
public protocol PasswordChanging: Sendable {
    /// Changes the password of an account, and ends its sessions as far as the service knows them.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - current: The current password.
    ///   - new: The new password.
    /// - Returns: The authentication that starts a new session.
    /// - Throws: ``AuthenticationError``; in that case, the password is unchanged, unless the failure of a service on a
    ///   server ``AccountServiceFailure/leavesOutcomeUnknown``. `.invalidCredentials` means that the current password is
    ///   incorrect.
    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication
}
