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
    ///
    /// - Parameter registration: The wish to become an account; its ID is written down, and no more is looked at.
    /// - Returns: The authentication that every registration is answered with.
    /// - Throws: The ``/Domain/RegistrationError`` that every registration is answered with instead.
    public func register(_ registration: Registration) async throws(RegistrationError) -> Authentication {
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
    /// - Throws: The ``/Domain/AuthorityFailure`` that every such question is answered with instead.
    public func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool {
        log.append(.recognize(session.accountID))
        return try recognizeResult.get()
    }

    /// Answers as it was told, true where it was not told to fail.
    ///
    /// - Parameter session: The session of the owner; the ID of its account is written down, and no more is looked at.
    /// - Returns: True, always.
    /// - Throws: The ``/Domain/AuthorityFailure`` that every withdrawal is answered with, where there is one.
    public func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool {
        log.append(.withdraw(session.accountID))
        await beforeAnswering()
        try withdrawResult.get()
        return true
    }
}
