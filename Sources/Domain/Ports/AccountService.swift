/// A service that registers, authenticates and deletes accounts.
///
/// ``LocalAccountService`` stores accounts on this device; `RemoteAccountService` of Networking uses an HTTP API. Use
/// cases work with either.
public protocol AccountService: Sendable {
    /// Registers an account and authenticates its owner.
    ///
    /// - Parameter registration: The ID, the password and the profile.
    /// - Returns: The authentication that starts a session, a step before that, or
    ///   ``RegistrationOutcome/signInRequired``.
    /// - Throws: ``RegistrationError``. Nothing was registered, unless the failure of a service on a server
    ///   ``AccountServiceFailure/leavesOutcomeUnknown``.
    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome

    /// Checks an ID and a password.
    ///
    /// An unknown ID and a wrong password cause the same error after the same time.
    ///
    /// - Parameters:
    ///   - id: The ID that the user typed.
    ///   - password: The password that the user typed.
    /// - Returns: The authentication that starts a session, or a step before that.
    /// - Throws: ``AuthenticationError``.
    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome

    /// Checks the password of a user who is signed in; by default, it is ``authenticate(_:password:)``.
    ///
    /// - Parameters:
    ///   - password: The password that the user typed.
    ///   - id: The account.
    /// - Returns: The authentication of another session, which the caller ends, or a step, which the caller drops.
    /// - Throws: ``AuthenticationError``.
    func checkPassword(_ password: Password, of id: AccountID) async throws(AuthenticationError)
        -> AuthenticationOutcome

    /// Returns whether the account of a session still exists; a new account with the same ID is a different one.
    ///
    /// - Parameter session: The session.
    /// - Returns: False only if the service is certain.
    /// - Throws: ``AccountServiceFailure`` if the service cannot check this.
    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool

    /// Deletes the account of a session; a new account with the same ID stays, and a missing account is no error.
    ///
    /// - Parameter session: The session of the account owner.
    /// - Returns: Whether this call deleted the account, as far as the service knows.
    /// - Throws: ``AccountServiceFailure``; in that case, the account may still exist.
    @discardableResult
    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool

    /// Whether the service deletes accounts; true by default.
    var offersDeletion: Bool { get }

    /// Whether ``deleteAccount(of:password:)`` needs the password, whatever the ``SessionPolicy`` says; false by default.
    var deletionNeedsPassword: Bool { get }

    /// Deletes the account of a session, as ``deleteAccount(of:)`` does; by default the password is ignored.
    ///
    /// - Parameters:
    ///   - session: The session of the account owner.
    ///   - password: The current password, which a server may check itself; nil if it is not known.
    /// - Returns: Whether this call deleted the account, as far as the service knows.
    /// - Throws: ``AccountServiceFailure``; in that case, the account may still exist.
    @discardableResult
    func deleteAccount(of session: Session, password: Password?) async throws(AccountServiceFailure) -> Bool
}

extension AccountService {
    public func checkPassword(
        _ password: Password,
        of id: AccountID
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        try await authenticate(id, password: password)
    }

    public var offersDeletion: Bool { true }

    public var deletionNeedsPassword: Bool { false }

    public func deleteAccount(of session: Session, password: Password?) async throws(AccountServiceFailure) -> Bool {
        try await deleteAccount(of: session)
    }
}

/// The result of a correct password.
public enum AuthenticationOutcome: Hashable, Sendable {
    /// The owner of the account is authenticated.
    case authenticated(Authentication)

    /// The owner of the account has to complete a step, such as typing a code from a message.
    case challenge(Challenge)
}

/// The result of a registration.
public enum RegistrationOutcome: Hashable, Sendable {
    /// The account is registered, and its owner is authenticated.
    case authenticated(Authentication)

    /// The account is registered, and its owner has to complete a step, such as confirming the address.
    case challenge(Challenge)

    /// The account is registered, and its owner has to sign in.
    case signInRequired

    /// The authentication that starts a session, or nil if the user has to sign in.
    public var authentication: Authentication? {
        if case .authenticated(let authentication) = self { authentication } else { nil }
    }
}
