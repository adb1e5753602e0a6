public import Domain

/// An account authority that answers as it was told and writes down what it was asked.
public final class AccountAuthoritySpy: AccountAuthority {
    private let log: MessageLog<PortCall>
    private let registerResult: Result<Authentication, RegistrationError>
    private let authenticateResult: Result<Authentication, AuthenticationError>
    private let recognizeResult: Result<Bool, AuthorityFailure>
    private let withdrawResult: Result<Void, AuthorityFailure>
    private let beforeAnswering: @Sendable () async -> Void

    /// Creates an authority.
    ///
    /// - Parameters:
    ///   - log: Where it writes down what it is asked.
    ///   - register: The answer to every registration.
    ///   - authenticate: The answer to every sign-in.
    ///   - recognize: The answer to the question whether a session is still of an account.
    ///   - withdraw: The answer to every withdrawal.
    ///   - beforeAnswering: What is waited for before an answer, except to ``recognizes(_:)``.
    public init(
        log: MessageLog<PortCall> = MessageLog(),
        register: Result<Authentication, RegistrationError> = .success(.stub()),
        authenticate: Result<Authentication, AuthenticationError> = .success(.stub()),
        recognize: Result<Bool, AuthorityFailure> = .success(true),
        withdraw: Result<Void, AuthorityFailure> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.log = log
        registerResult = register
        authenticateResult = authenticate
        recognizeResult = recognize
        withdrawResult = withdraw
        self.beforeAnswering = beforeAnswering
    }

    /// Answers as it was told.
    public func register(_ registration: Registration) async throws(RegistrationError) -> Authentication {
        log.append(.register(registration.id))
        await beforeAnswering()
        return try registerResult.get()
    }

    /// Answers as it was told.
    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> Authentication {
        log.append(.authenticate(id))
        await beforeAnswering()
        return try authenticateResult.get()
    }

    /// Answers as it was told, and at once.
    public func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool {
        log.append(.recognize(session.accountID))
        return try recognizeResult.get()
    }

    /// Answers as it was told, true where it was not told to fail.
    public func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool {
        log.append(.withdraw(session.accountID))
        await beforeAnswering()
        try withdrawResult.get()
        return true
    }
}
