public import Domain

/// A call of a use case to one of its ports.
public enum PortCall: Hashable, Sendable {
    /// The service registers an account.
    case register(AccountID)
    /// The service authenticates the owner of an account.
    case authenticate(AccountID)
    /// The service checks whether a session still belongs to an account.
    case recognize(AccountID)
    /// The service changes the password of an account.
    case changePassword(AccountID)
    /// The service deletes an account.
    case deleteAccount(AccountID)
    /// The session repository loads the sessions.
    case loadSessions
    /// The session repository changes the sessions to these.
    case changeSessions(StoredSessions)
    /// The session repository removes all sessions.
    case clearSessions
    /// The consent repository reads the consents of an account.
    case consents(of: AccountID)
    /// The consent repository records consents.
    case recordConsents([Consent])
    /// The consent repository removes the consents of an account.
    case removeConsents(of: AccountID)
}

/// An account service with fixed results that logs each call.
public final class AccountServiceSpy {
    private let log: MessageLog<PortCall>
    private let registerResult: Result<RegistrationOutcome, RegistrationError>
    private let authenticateResult: Result<AuthenticationOutcome, AuthenticationError>
    private let changeResult: Result<Authentication, AuthenticationError>
    private let recognizeResult: Result<Bool, AccountServiceFailure>
    private let deletionResult: Result<Void, AccountServiceFailure>
    private let beforeAnswering: @Sendable () async -> Void

    /// Whether the service deletes accounts.
    public let offersDeletion: Bool

    /// Whether a deletion needs the password.
    public let deletionNeedsPassword: Bool

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - log: The log of calls.
    ///   - register: The result of each registration.
    ///   - authenticate: The result of each sign-in.
    ///   - changePassword: The result of each password change; by default, a second token.
    ///   - recognize: The result of each check of a session.
    ///   - deleteAccount: The result of each deletion.
    ///   - offersDeletion: Whether the service deletes accounts.
    ///   - deletionNeedsPassword: Whether a deletion needs the password.
    ///   - beforeAnswering: Runs before each call returns, except ``recognizes(_:)``.
    public init(
        log: MessageLog<PortCall> = MessageLog(),
        register: Result<RegistrationOutcome, RegistrationError> = .success(.authenticated(.stub())),
        authenticate: Result<AuthenticationOutcome, AuthenticationError> = .success(.authenticated(.stub())),
        changePassword: Result<Authentication, AuthenticationError> = .success(.stub(token: AccessToken("token-2"))),
        recognize: Result<Bool, AccountServiceFailure> = .success(true),
        deleteAccount: Result<Void, AccountServiceFailure> = .success(()),
        offersDeletion: Bool = true,
        deletionNeedsPassword: Bool = false,
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.offersDeletion = offersDeletion
        self.deletionNeedsPassword = deletionNeedsPassword
        self.log = log
        registerResult = register
        authenticateResult = authenticate
        changeResult = changePassword
        recognizeResult = recognize
        deletionResult = deleteAccount
        self.beforeAnswering = beforeAnswering
    }
}

extension AccountServiceSpy: AccountService, PasswordChanging {
    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        log.append(.register(registration.id))
        await beforeAnswering()
        return try registerResult.get()
    }

    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        log.append(.authenticate(id))
        await beforeAnswering()
        return try authenticateResult.get()
    }

    public func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        log.append(.changePassword(session.accountID))
        await beforeAnswering()
        return try changeResult.get()
    }

    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        log.append(.recognize(session.accountID))
        return try recognizeResult.get()
    }

    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        log.append(.deleteAccount(session.accountID))
        await beforeAnswering()
        try deletionResult.get()
        return true
    }
}
