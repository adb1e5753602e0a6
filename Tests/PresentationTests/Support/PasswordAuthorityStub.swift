import AccountFlowTesting
import Domain

/// An account authority that changes passwords as it was told.
struct PasswordAuthorityStub: AccountAuthority, PasswordChanging {
    var authenticate: Result<Authentication, AuthenticationError> = .success(.stub())
    var change: Result<Authentication, AuthenticationError> = .success(.stub(token: AccessToken("token-2")))
    var beforeAnswering: @Sendable () async -> Void = {}

    func register(_ registration: Registration) async throws(RegistrationError) -> Authentication { .stub() }

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

    func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool { true }

    func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool { true }
}
