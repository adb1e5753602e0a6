/// An account service that makes recovery codes.
public protocol RecoveryCodeMaking: Sendable {
    /// Makes a recovery code, which replaces any earlier one.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    ///   - code: A one-time password, which is used with it; only an account that requires one-time passwords needs it.
    /// - Returns: The code, which is shown once and stored as a hash.
    /// - Throws: ``MakeRecoveryCodeError``; in that case, any earlier code stays valid.
    func makeRecoveryCode(
        of session: Session,
        password: Password,
        code: OneTimePassword?
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode
}
