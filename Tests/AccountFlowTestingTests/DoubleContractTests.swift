import AccountFlowTesting
import Domain
import Persistence
import Testing

/// Tests of the contracts with spies, and with the local service on test doubles.
struct DoubleContractTests {
    @Test(arguments: AccountRepositoryContract.promises)
    func `a spy of an account repository keeps the promises of the repository`(
        promise: ContractPromise<AccountRepositoryContract>
    ) async throws {
        try await promise.verify(
            AccountRepositoryContract { AccountRepositorySpy(wrapping: InMemoryAccountRepository()) }
        )
    }

    @Test(arguments: SessionRepositoryContract.promises)
    func `a spy of a session repository keeps the promises of the repository`(
        promise: ContractPromise<SessionRepositoryContract>
    ) async throws {
        try await promise.verify(SessionRepositoryContract { SessionRepositorySpy() })
    }

    @Test(arguments: ConsentRepositoryContract.promises)
    func `a spy of a consent repository keeps the promises of the repository`(
        promise: ContractPromise<ConsentRepositoryContract>
    ) async throws {
        try await promise.verify(ConsentRepositoryContract { ConsentRepositorySpy() })
    }

    @Test(arguments: SessionRefreshingContract.promises)
    func `a server of sessions in memory keeps the promises of a refresh`(
        promise: ContractPromise<SessionRefreshingContract>
    ) async throws {
        try await promise.verify(
            SessionRefreshingContract {
                let server = SessionServer()
                return BegunSession(server, .stub(tokens: await server.signIn()))
            }
        )
    }

    @Test(arguments: SessionRevokingContract.promises)
    func `a server of sessions in memory keeps the promises of a sign-out`(
        promise: ContractPromise<SessionRevokingContract>
    ) async throws {
        try await promise.verify(
            SessionRevokingContract {
                let server = SessionServer(scopes: Set(SignOutScope.allCases))
                return BegunSession(server, .stub(tokens: await server.signIn()))
            }
        )
    }

    @Test(arguments: AccountServiceContract.promises)
    func `the local service keeps its promises with test doubles`(
        promise: ContractPromise<AccountServiceContract>
    ) async throws {
        try await promise.verify(
            AccountServiceContract {
                LocalAccountService(
                    accounts: InMemoryAccountRepository(),
                    hasher: PasswordHasherStub(),
                    dates: .system,
                    identifiers: .random
                )
            }
        )
    }

    @Test(arguments: ProfileUpdatingContract.promises)
    func `the local service keeps the promises of a profile`(
        promise: ContractPromise<ProfileUpdatingContract>
    ) async throws {
        try await promise.verify(
            ProfileUpdatingContract { BegunSession(LocalAccountService.withOneAccount, .stub()) }
        )
    }

    @Test(arguments: PasswordResettingContract.promises)
    func `the local service keeps the promises of a password reset with recovery codes`(
        promise: ContractPromise<PasswordResettingContract>
    ) async throws {
        try await promise.verify(
            PasswordResettingContract {
                let service = LocalAccountService.withOneAccount
                let password = Password("password1")
                return ForgottenPassword(service, .stub(), password: password) {
                    let code = try await service.makeRecoveryCode(of: .stub(), password: password, code: nil)
                    return AccountConfirmation(code: code.revealed)
                }
            }
        )
    }

    @Test(arguments: TOTPEnablingContract.promises)
    func `the local service keeps the promises of one-time passwords`(
        promise: ContractPromise<TOTPEnablingContract>
    ) async throws {
        try await promise.verify(
            TOTPEnablingContract {
                let clock = ManualClock()
                return TOTPSubject(LocalAccountService.withOneAccount(dates: clock.dates), .stub(), clock: clock)
            }
        )
    }

    @Test(arguments: ChallengeAnsweringContract.promises)
    func `the local service keeps the promises of a step`(
        promise: ContractPromise<ChallengeAnsweringContract>
    ) async throws {
        try await promise.verify(
            ChallengeAnsweringContract {
                let clock = ManualClock()
                let service = LocalAccountService.withOneAccount(dates: clock.dates)
                let password = Password("password1")
                let totp = try await service.beginTOTP(of: .stub(), password: password)
                let code: @Sendable () -> String = { totp.revealedPassword(ofStep: totp.step(at: clock.date)) }
                _ = try await service.confirmTOTP(of: .stub(), with: #require(OneTimePassword(code())))
                clock.advance(by: .seconds(30))
                guard case .challenge(let challenge) = try await service.authenticate(.stub(), password: password)
                else { throw TOTPError.notEnabled }
                return BegunChallenge(service, challenge, code: code, wait: {})
            }
        )
    }

    @Test func `a spy fails before and after the call that it forwards`() async throws {
        let accounts = InMemoryAccountRepository()
        let before = AccountRepositorySpy(wrapping: accounts) { _ throws(StorageError) in throw .stub(.accounts) }
        let after = AccountRepositorySpy(
            wrapping: accounts,
            after: { _ throws(StorageError) in throw .stub(.accounts) }
        )
        await #expect(throws: AccountInsertionError.storage(.stub(.accounts))) { try await before.insert(.stub()) }
        #expect(await accounts.count() == 0)
        await #expect(throws: AccountInsertionError.storage(.stub(.accounts))) { try await after.insert(.stub()) }
        #expect(await accounts.count() == 1)
    }
}

extension LocalAccountService {
    /// A service with the account of the session that is the default of tests.
    static var withOneAccount: LocalAccountService { withOneAccount(dates: .system) }

    static func withOneAccount(dates: DateGenerator) -> LocalAccountService {
        LocalAccountService(
            accounts: InMemoryAccountRepository([.stub()]),
            hasher: PasswordHasherStub(),
            dates: dates,
            identifiers: .random
        )
    }
}
