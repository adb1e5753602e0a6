/// A use case that lets sign-ins require no one-time password any more.
public struct DisableTOTP: Sendable {
    private let service: any TOTPEnabling

    /// Creates the use case.
    ///
    /// - Parameter service: Checks the password and the code.
    public init(service: any TOTPEnabling) {
        self.service = service
    }

    /// Turns one-time passwords off, and forgets the key.
    ///
    /// It requires the password and a code, so neither an unlocked device nor a stolen password is enough.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    ///   - code: A one-time password or the recovery code, as the user typed it.
    /// - Throws: ``TOTPError``; in that case, nothing has changed.
    public func confirm(_ session: Session, password: Password, code: String) async throws(TOTPError) {
        guard let factor = SecondFactor(code) else { throw .wrongCode }
        try await service.disableTOTP(of: session, password: password, factor: factor)
    }
}
