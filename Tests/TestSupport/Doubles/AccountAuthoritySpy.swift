package import Domain

/// An account authority that answers as it was told and writes down what it was asked.
package final class AccountAuthoritySpy: AccountAuthority {
    private let log: MessageLog<PortMessage>
    private let registerResult: Result<Authentication, RegistrationError>
    private let authenticateResult: Result<Authentication, AuthenticationError>
    private let recognizeResult: Result<Bool, AuthorityFailure>
    private let withdrawResult: Result<Void, AuthorityFailure>
    private let beforeAnswering: @Sendable () async -> Void

    package init(
        log: MessageLog<PortMessage> = MessageLog(),
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

    package func register(_ registration: Registration) async throws(RegistrationError) -> Authentication {
        log.append(.register(registration.id))
        await beforeAnswering()
        return try registerResult.get()
    }

    package func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> Authentication {
        log.append(.authenticate(id))
        await beforeAnswering()
        return try authenticateResult.get()
    }

    package func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool {
        log.append(.recognize(session.accountID))
        return try recognizeResult.get()
    }

    package func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool {
        log.append(.withdraw(session.accountID))
        await beforeAnswering()
        try withdrawResult.get()
        return true
    }
}
