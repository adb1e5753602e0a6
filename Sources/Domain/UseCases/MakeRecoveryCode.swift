/// A use case that makes a recovery code for the signed-in user, to be shown once and kept in a safe place.
public struct MakeRecoveryCode: Sendable {
    private let service: any RecoveryCodeMaking

    /// Creates the use case.
    ///
    /// - Parameter service: Makes and stores the code.
    public init(service: any RecoveryCodeMaking) {
        self.service = service
    }

    /// Makes a code, which replaces any earlier one.
    ///
    /// A recovery code replaces the authenticator app, so an account with one-time passwords needs one of them too.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password.
    ///   - code: A one-time password, as the user typed it; nil before ``MakeRecoveryCodeError/codeRequired``.
    /// - Returns: The code.
    /// - Throws: ``MakeRecoveryCodeError``; in that case, any earlier code stays valid.
    public func callAsFunction(
        _ session: Session,
        password: Password,
        code: String? = nil
    ) async throws(MakeRecoveryCodeError) -> RecoveryCode {
        let typed = code.flatMap { OneTimePassword($0) }
        guard code == nil || typed != nil else { throw .wrongCode }
        return try await service.makeRecoveryCode(of: session, password: password, code: typed)
    }
}

/// The reason why no recovery code was made.
public enum MakeRecoveryCodeError: Error, Hashable, Sendable {
    /// The password is incorrect, or the account was deleted.
    case wrongPassword

    /// The account requires one-time passwords, and there is none.
    case codeRequired

    /// The one-time password is wrong.
    case wrongCode

    /// The one-time password was used before.
    case usedCode

    /// After repeated wrong passwords or codes, attempts are rejected.
    case throttled(Throttling)

    /// The account service failed.
    case service(AccountServiceFailure)
}
