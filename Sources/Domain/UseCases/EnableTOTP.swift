/// A use case that lets sign-ins require a one-time password of an authenticator app besides the password.
///
/// It has two steps, because an authenticator app without the key, or with a wrong clock, would lock the owner out.
public struct EnableTOTP: Sendable {
    private let service: any TOTPEnabling
    private let issuer: String

    /// Creates the use case.
    ///
    /// - Parameters:
    ///   - service: Makes the key, and checks one-time passwords.
    ///   - issuer: The name of the app, as the authenticator app shows it.
    public init(service: any TOTPEnabling, issuer: String) {
        (self.service, self.issuer) = (service, issuer)
    }

    /// Returns whether sign-ins require a one-time password.
    ///
    /// - Parameter session: The session of the account owner.
    /// - Returns: Whether they are on.
    /// - Throws: ``AccountServiceFailure``.
    public func isOn(for session: Session) async throws(AccountServiceFailure) -> Bool {
        try await service.requiresTOTP(session)
    }

    /// Makes the key for the authenticator app, which replaces any that was not confirmed.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    /// - Returns: The key, to be shown once.
    /// - Throws: ``TOTPError``; in that case, nothing has changed.
    public func begin(_ session: Session, password: Password) async throws(TOTPError) -> TOTPSetup {
        let totp = try await service.beginTOTP(of: session, password: password)
        return TOTPSetup(
            secret: totp.secret,
            revealedURI: totp.revealedURI(issuer: issuer, account: session.accountID)
        )
    }

    /// Turns one-time passwords on, with the first one of the authenticator app.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - code: The one-time password, as the user typed it.
    /// - Returns: A recovery code to be shown once, if the account had none.
    /// - Throws: ``TOTPError``; in that case, nothing has changed.
    public func confirm(_ session: Session, code: String) async throws(TOTPError) -> RecoveryCode? {
        guard let password = OneTimePassword(code) else { throw .wrongCode }
        return try await service.confirmTOTP(of: session, with: password)
    }
}

/// What an authenticator app needs to make one-time passwords.
public struct TOTPSetup: Hashable, Secret {
    /// The key, which a user can type.
    public let secret: TOTPSecret

    /// The `otpauth` URI, which an authenticator app reads from a QR code.
    public let revealedURI: String

    /// Creates a setup.
    ///
    /// - Parameters:
    ///   - secret: The key.
    ///   - revealedURI: The URI, which contains the key.
    public init(secret: TOTPSecret, revealedURI: String) {
        (self.secret, self.revealedURI) = (secret, revealedURI)
    }
}
