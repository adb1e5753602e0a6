public import Domain

/// An account service that answers as it was told and writes down what it was asked.
public final class AccountServiceSpy: AccountService {
    private let log: MessageLog<PortCall>
    private let registerResult: Result<RegistrationOutcome, RegistrationError>
    private let authenticateResult: Result<Authentication, AuthenticationError>
    private let recognizeResult: Result<Bool, AccountServiceFailure>
    private let deletionResult: Result<Void, AccountServiceFailure>
    private let beforeAnswering: @Sendable () async -> Void

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - log: Where it writes down what it is asked.
    ///   - register: The answer to every registration.
    ///   - authenticate: The answer to every sign-in.
    ///   - recognize: The answer to the question whether a session is still of an account.
    ///   - deleteAccount: The answer to every deletion.
    ///   - beforeAnswering: What is waited for before an answer, except to ``recognizes(_:)``.
    public init(
        log: MessageLog<PortCall> = MessageLog(),
        register: Result<RegistrationOutcome, RegistrationError> = .success(.authenticated(.stub())),
        authenticate: Result<Authentication, AuthenticationError> = .success(.stub()),
        recognize: Result<Bool, AccountServiceFailure> = .success(true),
        deleteAccount: Result<Void, AccountServiceFailure> = .success(()),
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) {
        self.log = log
        registerResult = register
        authenticateResult = authenticate
        recognizeResult = recognize
        deletionResult = deleteAccount
        self.beforeAnswering = beforeAnswering
    }

    /// Answers as it was told.
    ///
    /// - Parameter registration: The wish to become an account; its ID is written down, and no more is looked at.
    /// - Returns: The outcome that every registration is answered with.
    /// - Throws: The ``/Domain/RegistrationError`` that every registration is answered with instead.
    public func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        log.append(.register(registration.id))
        await beforeAnswering()
        return try registerResult.get()
    }

    /// Answers as it was told.
    ///
    /// - Parameters:
    ///   - id: The ID that was typed; it is written down.
    ///   - password: The password that was typed; it makes no difference.
    /// - Returns: The authentication that every sign-in is answered with.
    /// - Throws: The ``/Domain/AuthenticationError`` that every sign-in is answered with instead.
    public func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> Authentication {
        log.append(.authenticate(id))
        await beforeAnswering()
        return try authenticateResult.get()
    }

    /// Answers as it was told, and at once.
    ///
    /// - Parameter session: The session to look at; the ID of its account is written down, and no more is looked at.
    /// - Returns: Whether it is recognized, the same for every session.
    /// - Throws: The ``/Domain/AccountServiceFailure`` that every such question is answered with instead.
    public func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        log.append(.recognize(session.accountID))
        return try recognizeResult.get()
    }

    /// Answers as it was told, true where it was not told to fail.
    ///
    /// - Parameter session: The session of the owner; the ID of its account is written down, and no more is looked at.
    /// - Returns: True, always.
    /// - Throws: The ``/Domain/AccountServiceFailure`` that every deletion is answered with, where there is one.
    public func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        log.append(.deleteAccount(session.accountID))
        await beforeAnswering()
        try deletionResult.get()
        return true
    }
}
