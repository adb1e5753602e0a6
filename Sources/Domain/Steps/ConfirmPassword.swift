/// The check of the password of a user who is signed in, before a deletion or an export.
struct ConfirmPassword: Sendable {
    let service: any AccountService
    let sessions: CurrentSession

    /// Checks a password.
    ///
    /// A server answers with tokens of another session, which is not used, so it is ended.
    func callAsFunction(_ session: Session, password: Password) async throws(AuthenticationError) {
        switch try await service.checkPassword(password, of: session.accountID) {
        case .authenticated(let authentication): await sessions.endUnused(authentication)
        // The password is correct.
        case .challenge: break
        }
    }
}

/// The error of an operation that the user confirms with the password.
protocol PasswordConfirmationError: Error {
    static var wrongPassword: Self { get }
    static func throttled(_ throttling: Throttling) -> Self
    static func service(_ failure: AccountServiceFailure) -> Self
}

extension PasswordConfirmationError {
    init(_ error: AuthenticationError) {
        switch error {
        // A text that the service does not accept is not the password.
        case .invalidCredentials, .invalidInput: self = .wrongPassword
        case .throttled(let throttling): self = .throttled(throttling)
        case .service(let failure): self = .service(failure)
        }
    }
}
