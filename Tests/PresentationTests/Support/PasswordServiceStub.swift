import AccountFlowTesting
import Domain

/// An account service that changes passwords as it was told.
struct PasswordServiceStub: AccountService, PasswordChanging {
    var authenticate: Result<Authentication, AuthenticationError> = .success(.stub())
    var change: Result<Authentication, AuthenticationError> = .success(.stub(token: AccessToken("token-2")))
    var beforeAnswering: @Sendable () async -> Void = {}

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        .authenticated(.stub())
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication {
        try authenticate.get()
    }

    func changePassword(
        of session: Session,
        from current: Password,
        to new: Password
    ) async throws(AuthenticationError) -> Authentication {
        await beforeAnswering()
        return try change.get()
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool { true }
}
