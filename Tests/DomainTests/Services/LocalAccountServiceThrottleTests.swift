import AccountFlowTesting
import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the service does about wrong passwords, and about password hashes that cost too little.
struct LocalAccountServiceThrottleTests {
    private let clock = WallClock()
    private let attempts = AttemptRepositoryFake()
    private let log = MessageLog<AccountRepositoryFake.Message>()
    private let accounts: AccountRepositoryFake

    init() {
        accounts = AccountRepositoryFake([.stub(id: .stub("kim"))], log: log)
    }

    private func makeSUT(_ hasher: any PasswordHasher, policy: ThrottlePolicy = .standard) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts,
            hasher: hasher,
            dates: clock.dates,
            identifiers: .sequential(),
            throttle: SignInThrottle(attempts: attempts, policy: policy, dates: clock.dates)
        )
    }

    private func error(
        of sut: LocalAccountService,
        _ id: String = "kim",
        _ password: String = "password2"
    ) async -> AuthenticationError? {
        do throws(AuthenticationError) {
            _ = try await sut.authenticate(.stub(id), password: Password(password))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "C6 C9 whoever has to wait is told so alike, whatever the password and whether or not there is an account",
        arguments: [
            ("kim", "password2"), ("kim", "password1"), ("lee", "password1"),
        ]
    )
    func throttled(id: String, password: String) async {
        let hasher = PasswordHasherStub()
        let sut = makeSUT(hasher)
        for _ in 0..<4 { #expect(await error(of: sut, id) == .invalidCredentials) }
        let before = log.messages
        #expect(await error(of: sut, id, password) == .throttled(until: .stub + 1))
        // Neither the account nor the password was looked at, so that neither can show in the time.
        #expect(log.messages == before)
        #expect(hasher.hashCount == 4)
    }

    @Test func `C9 a right password after the wait ends the count`() async {
        let sut = makeSUT(PasswordHasherStub())
        for _ in 0..<4 { _ = await error(of: sut) }
        clock.advance(by: 1)
        #expect(await error(of: sut, "kim", "password1") == nil)
        for _ in 0..<4 { #expect(await error(of: sut) == .invalidCredentials) }
        #expect(await attempts.attempts.overall?.failures == 8)
    }

    @Test("C10 of 32 simultaneous wrong attempts no more are made than allowed", .timeLimit(.minutes(1)))
    func simultaneous() async {
        let gate = Gate()
        let hasher = PasswordHasherStub(beforeAnswering: { await gate.pass() })
        let sut = makeSUT(hasher)
        let answers = await withTaskGroup { group in
            for _ in 0..<32 { group.addTask { await error(of: sut) } }
            // All that are let in are at work at once before any is answered.
            await gate.arrival(of: 4)
            await gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .invalidCredentials } == 4)
        #expect(answers.count { $0 == .throttled(until: .stub + 1) } == 28)
        #expect(hasher.hashCount == 4)
    }

    @Test(
        "an attempt that compared nothing is not counted",
        arguments: [
            PasswordHashingError.busy, .unavailable, .corruptPasswordHash,
            .unacceptable(.tooManyBytes(maximum: 511, actual: 512)),
        ]
    )
    func uncounted(hashing: PasswordHashingError) async {
        let sut = makeSUT(PasswordHasherStub(error: hashing))
        for _ in 0..<10 { _ = await error(of: sut) }
        #expect(await attempts.attempts == SignInAttempts())
    }

    @Test func `C10 whoever leaves before the answer has tried`() async {
        let sut = makeSUT(PasswordHasherStub(error: .cancelled))
        for _ in 0..<4 { #expect(await error(of: sut) == .failed(.cancelled)) }
        #expect(await error(of: sut) == .throttled(until: .stub + 1))
    }

    @Test func `an attempt that cannot be counted is not made`() async {
        let hasher = PasswordHasherStub()
        let sut = makeSUT(hasher)
        await attempts.fail(with: .stub(.attempts, .full))
        #expect(await error(of: sut, "kim", "password1") == .failed(.storage(.stub(.attempts, .full))))
        #expect(hasher.hashCount == 0)
    }

    @Test func `a deleted account leaves no count behind, and one that cannot be forgotten is not deleted`()
        async throws
    {
        let sut = makeSUT(PasswordHasherStub())
        _ = await error(of: sut)
        await attempts.fail(with: .stub(.attempts, .full))
        await #expect(throws: AccountServiceFailure.storage(.stub(.attempts, .full))) {
            try await sut.deleteAccount(of: .stub(accountID: .stub("kim")))
        }
        #expect(try await accounts.count() == 1)

        await attempts.fail(with: nil)
        try await sut.deleteAccount(of: .stub(accountID: .stub("kim")))
        #expect(await attempts.attempts.accounts == [:])
    }

    @Test func `C8 a right password replaces an outdated passwordHash in one write`() async throws {
        let sut = makeSUT(AgingHasher())
        #expect(await error(of: sut, "kim", "password2") == .invalidCredentials)
        #expect(try await accounts.find(.stub("kim"))?.passwordHash == PasswordHash("hash of password1"))
        let before = log.messages.count

        #expect(await error(of: sut, "kim", "password1") == nil)
        #expect(try await accounts.find(.stub("kim"))?.passwordHash == PasswordHash("new hash of password1"))
        #expect(log.messages[before...].count { $0 == .update(.stub("kim")) } == 1)

        #expect(await error(of: sut, "kim", "password1") == nil)
        #expect(log.messages.count { $0 == .update(.stub("kim")) } == 1)
    }

    @Test func `C8 whoever cannot get a new passwordHash is let in with the old one`() async {
        let sut = makeSUT(AgingHasher(fails: true))
        #expect(await error(of: sut, "kim", "password1") == nil)
        let closed = LocalAccountService(
            accounts: UnwritableAccounts(accounts),
            hasher: AgingHasher(),
            dates: clock.dates,
            identifiers: .sequential()
        )
        #expect(await error(of: closed, "kim", "password1") == nil)
    }

    /// A hasher whose hashes had no `new` in front of them in former times.
    private struct AgingHasher: PasswordHasher {
        var fails = false

        func hash(_ password: Password) async throws(PasswordHashingError) -> PasswordHash {
            if fails { throw .busy }
            return PasswordHash("new hash of " + password.revealed)
        }

        func verify(
            _ password: Password,
            against passwordHash: PasswordHash
        ) async throws(PasswordHashingError) -> Bool {
            passwordHash.revealed.hasSuffix("hash of " + password.revealed)
        }

        func isOutdated(_ passwordHash: PasswordHash) -> Bool { !passwordHash.revealed.hasPrefix("new") }
    }

    /// Accounts that can be read but not changed.
    private struct UnwritableAccounts: AccountRepository {
        private let accounts: AccountRepositoryFake

        init(_ accounts: AccountRepositoryFake) { self.accounts = accounts }

        func find(_ id: AccountID) async throws(StorageError) -> Account? { try await accounts.find(id) }
        func insert(_ account: Account) async throws(AccountInsertionError) { throw .storage(.stub(.accounts)) }
        func delete(
            _ id: AccountID,
            where isMeant: @escaping @Sendable (Account) -> Bool
        ) async throws(StorageError) -> Bool { throw .stub(.accounts) }
        func page(after id: AccountID?, limit: Int) async throws(StorageError) -> [Account] { [] }
        func count() async throws(StorageError) -> Int { 1 }
        func update(
            _ id: AccountID,
            _ change: @Sendable (inout Account) -> Void
        ) async throws(AccountUpdateError) -> Account { throw .storage(.stub(.accounts)) }
    }
}
