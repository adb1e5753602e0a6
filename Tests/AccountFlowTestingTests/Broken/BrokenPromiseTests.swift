import AccountFlowTesting
import Domain
import Testing

/// Tests that faulty implementations fail the contracts.
struct BrokenPromiseTests {
    /// A repository that acknowledges every insertion and stores nothing.
    private struct Forgetful: AccountRepository {
        func insert(_ account: Account) async throws(AccountInsertionError) {}
        func find(_ id: AccountID) async throws(StorageError) -> Account? { nil }
        func update(
            _ id: AccountID,
            _ change: @escaping @Sendable (inout Account) -> Void
        ) async throws(AccountUpdateError) -> Account { throw .notFound }
        func delete(
            _ id: AccountID,
            where isMeant: @escaping @Sendable (Account) -> Bool
        ) async throws(StorageError) -> Bool { false }
        func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] { [] }
        func count() async throws(StorageError) -> Int { 0 }
    }

    /// A service that accepts every sign-in.
    private struct Credulous: AccountService {
        func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
            .authenticated(answer(registration.id))
        }

        func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError)
            -> AuthenticationOutcome
        {
            .authenticated(answer(id))
        }

        func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }
        func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool { true }

        private func answer(_ id: AccountID) -> Authentication {
            Authentication(accountID: id, profile: Profile(), tokens: TokenSet(AccessToken("token")))
        }
    }

    /// The promises that a repository keeps even if it stores nothing.
    private static let kept: Set<String> = [
        "an empty repository has no accounts", "an update of an unknown ID is refused",
    ]

    @Test(arguments: AccountRepositoryContract.promises.filter { !kept.contains($0.testDescription) })
    func `a repository that stores nothing fails its contract`(promise: ContractPromise<AccountRepositoryContract>)
        async
    {
        await withKnownIssue {
            try await promise.verify(AccountRepositoryContract { Forgetful() })
        }
    }

    @Test(arguments: AccountServiceContract.promises.dropFirst())
    func `a service that accepts every sign-in fails its contract`(
        promise: ContractPromise<AccountServiceContract>
    ) async {
        await withKnownIssue {
            try await promise.verify(AccountServiceContract { Credulous() })
        }
    }

    @Test(arguments: [
        (BrokenRepository.Fault.inclusivePage, "pages visit every account once"),
        (.otherSpelling, "spellings of one ID are one account"),
        (.ignoresPredicate, "an account is deleted only if it is the intended one"),
    ])
    func `a repository that breaks one promise fails the check of that promise`(
        fault: BrokenRepository.Fault,
        name: String
    ) async throws {
        let promise = try #require(AccountRepositoryContract.promises.first { $0.testDescription == name })
        await withKnownIssue {
            try await promise.verify(AccountRepositoryContract { BrokenRepository(fault) })
        }
    }
}
