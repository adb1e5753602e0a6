import AccountFlowTesting
import Domain
import Testing

/// What happens to an account while its owner's password is being hashed.
@Suite(.timeLimit(.minutes(1)))
struct LocalAccountAuthorityRaceTests {
    private let gate = Gate()

    private func makeSUT(_ accounts: AccountRepositoryFake) -> LocalAccountAuthority {
        let hasher = PasswordHasherStub { [gate] in await gate.pass() }
        return LocalAccountAuthority(
            accounts: accounts,
            hasher: hasher,
            dates: .constant(.stub),
            identifiers: .sequential()
        )
    }

    @Test func `an account that is withdrawn while its password is compared lets nobody in`() async throws {
        let accounts = AccountRepositoryFake([.stub()])
        let sut = makeSUT(accounts)
        let task = Task { try await sut.authenticate(.stub(), password: Password("password1")) }
        await gate.arrival()
        try await accounts.delete(.stub())
        await gate.open()

        await #expect(throws: AuthenticationError.invalidCredentials) { try await task.value }
    }

    @Test func `an account whose password is changed while it is compared lets nobody in with the old one`()
        async throws
    {
        let accounts = AccountRepositoryFake([.stub()])
        let sut = makeSUT(accounts)
        let task = Task { try await sut.authenticate(.stub(), password: Password("password1")) }
        await gate.arrival()
        try await accounts.update(.stub()) { $0.credential = Credential("hash of password2") }
        await gate.open()

        await #expect(throws: AuthenticationError.invalidCredentials) { try await task.value }
    }

    @Test func `of simultaneous withdrawals one is told that the account was deleted by it`() async throws {
        let sut = makeSUT(AccountRepositoryFake([.stub()]))
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await sut.withdraw(.stub()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 } == 1)
    }

    @Test func `a registration that is cancelled while its password is hashed registers nobody`() async throws {
        let accounts = AccountRepositoryFake()
        let sut = makeSUT(accounts)
        let task = Task {
            try await sut.register(Registration(id: .stub(), password: Password("password1")))
        }
        await gate.arrival()
        task.cancel()
        await gate.open()

        await #expect(throws: RegistrationError.failed(.cancelled)) { try await task.value }
        #expect(try await accounts.count() == 0)
    }
}
