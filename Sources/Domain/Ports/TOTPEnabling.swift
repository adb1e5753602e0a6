/// An account service that can require a one-time password (TOTP) besides the password.
public protocol TOTPEnabling: Sendable {
    /// Returns whether a sign-in to the account of a session requires a one-time password.
    ///
    /// - Parameter session: The session of the account owner.
    /// - Returns: Whether it is required.
    /// - Throws: ``AccountServiceFailure``.
    func requiresTOTP(_ session: Session) async throws(AccountServiceFailure) -> Bool

    /// Makes the key for an authenticator app, which replaces any that was not confirmed.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    /// - Returns: The generator with the key, to be shown once. Sign-ins do not require it yet.
    /// - Throws: ``TOTPError``; in that case, nothing has changed.
    func beginTOTP(of session: Session, password: Password) async throws(TOTPError) -> TOTP

    /// Requires one-time passwords from now on, because the authenticator app makes the right ones.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The first one-time password, which is used with it.
    /// - Returns: A recovery code to be shown once, if the account had none; otherwise the one that it has stays valid.
    /// - Throws: ``TOTPError``; in that case, nothing has changed.
    func confirmTOTP(of session: Session, with password: OneTimePassword) async throws(TOTPError) -> RecoveryCode?

    /// Requires no one-time passwords from now on, and forgets the key.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    ///   - factor: A one-time password or the recovery code, which is used with it.
    /// - Throws: ``TOTPError``; in that case, nothing has changed.
    func disableTOTP(of session: Session, password: Password, factor: SecondFactor) async throws(TOTPError)
}

/// The reason why one-time passwords were not turned on or off.
public enum TOTPError: Error, Hashable, Sendable {
    /// The password is incorrect, or the account was deleted.
    case wrongPassword

    /// The one-time password or the recovery code is wrong.
    case wrongCode

    /// The one-time password was used before.
    case usedCode

    /// One-time passwords are required already.
    case alreadyEnabled

    /// One-time passwords are not required; or, at a confirmation, no key waits for it.
    case notEnabled

    /// After repeated wrong passwords or codes, attempts are rejected.
    case throttled(Throttling)

    /// The account service failed.
    case service(AccountServiceFailure)
}
