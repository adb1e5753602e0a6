import AccountFlowTesting
import Domain
import Testing

/// Doubles that keep what they are given keep the promises too: a test with them shows what the real ones would.
struct DoubleContractTests {
    @Test(arguments: SessionRepositoryContract.promises)
    func `the double of a session repository keeps its promises`(
        promise: ContractPromise<SessionRepositoryContract>
    ) async throws {
        try await promise.verify(SessionRepositoryContract { SessionRepositoryFake() })
    }

    @Test(arguments: ConsentRepositoryContract.promises)
    func `the double of a consent repository keeps its promises`(
        promise: ContractPromise<ConsentRepositoryContract>
    ) async throws {
        try await promise.verify(ConsentRepositoryContract { ConsentRepositoryFake() })
    }

    @Test(arguments: AttemptRepositoryContract.promises)
    func `the double of a repository of sign-in attempts keeps its promises`(
        promise: ContractPromise<AttemptRepositoryContract>
    ) async throws {
        try await promise.verify(AttemptRepositoryContract { AttemptRepositoryFake() })
    }

    @Test(arguments: PendingOperationRepositoryContract.promises)
    func `the double of an operation repository keeps its promises`(
        promise: ContractPromise<PendingOperationRepositoryContract>
    ) async throws {
        try await promise.verify(PendingOperationRepositoryContract { PendingOperationRepositoryFake() })
    }

    @Test(arguments: AccountServiceContract.promises)
    func `the local service keeps its promises, over doubles`(
        promise: ContractPromise<AccountServiceContract>
    ) async throws {
        try await promise.verify(
            AccountServiceContract {
                LocalAccountService(
                    accounts: AccountRepositoryFake(),
                    hasher: PasswordHasherStub(),
                    dates: .system,
                    identifiers: .random
                )
            }
        )
    }

    @Test func `a double fails from when it is told to until it is told to stop`() async throws {
        let error = StorageError(store: .session, reason: .full)
        let repository = SessionRepositoryFake()
        await repository.fail(with: error)
        await #expect(throws: error) { try await repository.load() }
        await #expect(throws: error) { try await repository.clear() }
        await repository.fail(with: nil)
        #expect(try await repository.load() == nil)
    }
}
