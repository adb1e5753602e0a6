import AccountFlowTesting
import Domain

/// A service that waits at a gate before it recognizes a session.
struct WaitingService: AccountService {
    let service: AccountServiceSpy
    let gate = Gate()

    init(_ id: String, _ tokens: TokenSet, recognizes: Bool = true) {
        service = AccountServiceSpy(
            authenticate: .success(
                .authenticated(Authentication(accountID: .stub(id), profile: Profile(), tokens: tokens))
            ),
            recognize: .success(recognizes)
        )
    }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        try await service.register(registration)
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError)
        -> AuthenticationOutcome
    {
        try await service.authenticate(id, password: password)
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        await gate.pass()
        return try await service.recognizes(session)
    }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        try await service.deleteAccount(of: session)
    }
}

extension SessionApp {
    /// A sign-in by a service, such as one that waits.
    func signIn(_ id: String, with service: any AccountService) async throws -> Session {
        let sut = SignIn(validator: FormValidatorStub(fields: []), service: service, sessions: current)
        return try await sut(.signIn(id: id)).get().session
    }
}
