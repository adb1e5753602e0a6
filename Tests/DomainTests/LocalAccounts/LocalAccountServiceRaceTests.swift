import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of simultaneous operations on one account.
@Suite(.timeLimit(.minutes(5)))
struct LocalAccountServiceRaceTests {
    private let gate = Gate()
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])

    private func makeSUT(
        _ hasher: any PasswordHasher,
        accounts: (any AccountRepository)? = nil
    ) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts ?? self.accounts,
            hasher: hasher,
            dates: .constant(.stub),
            identifiers: .sequential()
        )
    }

    /// A hasher that waits at the gate.
    private var gated: PasswordHasherStub { PasswordHasherStub { [gate] in await gate.pass() } }

    /// A hasher that waits at the gate before each hash, but not before a comparison.
    private var renewing: RenewingHasher { RenewingHasher(beforeHashing: { [gate] in await gate.pass() }) }

    private func signIn(_ sut: LocalAccountService) -> Task<Authentication, any Error> {
        Task { try await sut.authenticate(.stub(), password: Password("password1")).get() }
    }

    private func changePassword(_ sut: LocalAccountService) -> Task<Authentication, any Error> {
        Task { try await sut.changePassword(of: .stub(), from: Password("password1"), to: Password("password2")) }
    }

    private func replaceHash(by text: String) async throws {
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash(text) }
    }

    private func storedHash() async throws -> String? { try await accounts.find(.stub())?.passwordHash.revealed }

    @Test func `an account that is deleted while its password is compared is not signed in`() async throws {
        let task = signIn(makeSUT(gated))
        try await gate.open { try await accounts.delete(.stub()) }

        await #expect(throws: AuthenticationError.invalidCredentials) { try await task.value }
    }

    @Test func `a sign-in fails if the password changes during the comparison`() async throws {
        let task = signIn(makeSUT(gated))
        try await gate.open { try await replaceHash(by: "hash of password2") }

        await #expect(throws: AuthenticationError.invalidCredentials) { try await task.value }
    }

    @Test func `of simultaneous deletions, only one returns that it deleted the account`() async throws {
        let sut = makeSUT(PasswordHasherStub())
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await sut.deleteAccount(of: .stub()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 } == 1)
    }

    @Test func `a deletion does not delete a new account that was registered after its check`() async throws {
        let next = Account.stub(registrationID: .stub("next"), passwordHash: PasswordHash("hash of next"))
        let spy = AccountRepositorySpy(
            wrapping: accounts,
            after: { [accounts] call in
                guard case .find = call else { return }
                await #expect(throws: Never.self) {
                    try await accounts.delete(.stub())
                    try await accounts.insert(next)
                }
            }
        )

        #expect(try await makeSUT(PasswordHasherStub(), accounts: spy).deleteAccount(of: .stub()) == false)
        #expect(try await accounts.find(.stub()) == next)
    }

    @Test func `a registration that is cancelled while its password is hashed stores nothing`() async throws {
        let sut = makeSUT(gated)
        let task = Task { try await sut.register(Registration(id: .stub("second"), password: Password("password1"))) }
        await gate.open { task.cancel() }

        await #expect(throws: RegistrationError.service(.cancelled)) { try await task.value }
        #expect(try await accounts.count() == 1)
    }

    @Test func `C8 a password that changes while the old one is rehashed stays changed`() async throws {
        let task = signIn(makeSUT(renewing))
        try await gate.open { try await replaceHash(by: "hash of password2") }

        // The password was correct when it was compared.
        _ = try await task.value
        #expect(try await storedHash() == "hash of password2")
    }

    @Test func `a password change that is cancelled during hashing changes nothing`() async throws {
        let task = changePassword(makeSUT(renewing))
        await gate.open { task.cancel() }

        await #expect(throws: AuthenticationError.service(.cancelled)) { try await task.value }
        #expect(try await accounts.find(.stub()) == .stub())
    }

    @Test func `C8 simultaneous sign-ins all succeed, even if one of them replaces the password hash`() async throws {
        let task = signIn(makeSUT(RenewingHasher(beforeComparing: { [gate] in await gate.pass() })))
        try await gate.open { try await replaceHash(by: "renewed hash of password1") }

        _ = try await task.value
    }

    @Test func `C8 a password is changed even if a sign-in replaces its hash at the same time`() async throws {
        let task = changePassword(makeSUT(renewing))
        try await gate.open { try await replaceHash(by: "renewed hash of password1") }

        _ = try await task.value
        #expect(try await storedHash() == "new hash of password2")
    }
}
