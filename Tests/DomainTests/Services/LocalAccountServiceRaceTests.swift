import AccountFlowTesting
import Domain
import Persistence
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tests of simultaneous operations on one account.
@Suite(.timeLimit(.minutes(1)))
struct LocalAccountServiceRaceTests {
    private let gate = Gate()

    private func makeSUT(
        _ accounts: any AccountRepository,
        hasher: (any PasswordHasher)? = nil
    ) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts,
            hasher: hasher ?? PasswordHasherStub { [gate] in await gate.pass() },
            dates: .constant(.stub),
            identifiers: .sequential()
        )
    }

    @Test func `an account that is deleted while its password is compared is not signed in`() async throws {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = makeSUT(accounts)
        let task = Task { try await sut.authenticate(.stub(), password: Password("password1")) }
        await gate.arrival()
        try await accounts.delete(.stub())
        await gate.open()

        await #expect(throws: AuthenticationError.invalidCredentials) { try await task.value }
    }

    @Test func `a sign-in fails if the password changes during the comparison`()
        async throws
    {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = makeSUT(accounts)
        let task = Task { try await sut.authenticate(.stub(), password: Password("password1")) }
        await gate.arrival()
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("hash of password2") }
        await gate.open()

        await #expect(throws: AuthenticationError.invalidCredentials) { try await task.value }
    }

    @Test func `of simultaneous deletions, only one returns that it deleted the account`() async throws {
        let sut = makeSUT(InMemoryAccountRepository([.stub()]))
        let answers = try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await sut.deleteAccount(of: .stub()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 } == 1)
    }

    @Test func `a deletion does not delete a new account that was registered after its check`()
        async throws
    {
        let next = Account.stub(registrationID: .stub("next"), passwordHash: PasswordHash("hash of next"))
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = LocalAccountService(
            accounts: AccountRepositorySpy(
                wrapping: accounts,
                after: { call in
                    guard case .find = call else { return }
                    await #expect(throws: Never.self) {
                        try await accounts.delete(.stub())
                        try await accounts.insert(next)
                    }
                }
            ),
            hasher: PasswordHasherStub(),
            dates: .constant(.stub),
            identifiers: .sequential()
        )

        #expect(try await sut.deleteAccount(of: .stub()) == false)
        #expect(try await accounts.find(.stub()) == next)
    }

    @Test func `a registration that is cancelled while its password is hashed stores nothing`() async throws {
        let accounts: any AccountRepository = InMemoryAccountRepository()
        let sut = makeSUT(accounts)
        let task = Task {
            try await sut.register(Registration(id: .stub(), password: Password("password1")))
        }
        await gate.arrival()
        task.cancel()
        await gate.open()

        await #expect(throws: RegistrationError.service(.cancelled)) { try await task.value }
        #expect(try await accounts.count() == 0)
    }

    @Test func `C8 a password that changes while the old one is rehashed stays changed`() async throws {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = makeSUT(accounts, hasher: RenewingHasher(gate: gate))
        let task = Task { try await sut.authenticate(.stub(), password: Password("password1")) }
        await gate.arrival()
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("hash of password2") }
        await gate.open()

        // The password was correct when it was compared.
        _ = try await task.value
        #expect(try await accounts.find(.stub())?.passwordHash == PasswordHash("hash of password2"))
    }

    @Test func `a password change that is cancelled during hashing changes nothing`()
        async throws
    {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = makeSUT(accounts, hasher: RenewingHasher(gate: gate))
        let task = Task {
            try await sut.changePassword(of: .stub(), from: Password("password1"), to: Password("password2"))
        }
        await gate.arrival()
        task.cancel()
        await gate.open()

        await #expect(throws: AuthenticationError.service(.cancelled)) { try await task.value }
        #expect(try await accounts.find(.stub()) == .stub())
    }

    @Test func `C8 simultaneous sign-ins all succeed, even if one of them replaces the password hash`()
        async throws
    {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = makeSUT(accounts, hasher: RenewingHasher(gate: gate, waits: .toCompare))
        let task = Task { try await sut.authenticate(.stub(), password: Password("password1")) }
        await gate.arrival()
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("renewed hash of password1") }
        await gate.open()

        _ = try await task.value
    }

    @Test func `C8 a password is changed even if a sign-in replaces its hash at the same time`() async throws {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sut = makeSUT(accounts, hasher: RenewingHasher(gate: gate))
        let task = Task {
            try await sut.changePassword(of: .stub(), from: Password("password1"), to: Password("password2"))
        }
        await gate.arrival()
        try await accounts.update(.stub()) { $0.passwordHash = PasswordHash("renewed hash of password1") }
        await gate.open()

        _ = try await task.value
        #expect(try await accounts.find(.stub())?.passwordHash == PasswordHash("new hash of password2"))
    }

    /// A hasher that reports every hash as outdated and waits at a gate before each hash or each comparison.
    private struct RenewingHasher: PasswordHasher {
        enum Wait {
            case toHash, toCompare
        }

        let gate: Gate
        var waits = Wait.toHash

        func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
            if waits == .toHash { await gate.pass() }
            return PasswordHash("new hash of " + password.revealed)
        }

        func verify(
            _ password: Password,
            against passwordHash: PasswordHash
        ) async throws(PasswordHashingError) -> Bool {
            if waits == .toCompare { await gate.pass() }
            return passwordHash.revealed.hasSuffix("hash of " + password.revealed)
        }

        func isOutdated(_ passwordHash: PasswordHash) -> Bool { true }
    }
}
