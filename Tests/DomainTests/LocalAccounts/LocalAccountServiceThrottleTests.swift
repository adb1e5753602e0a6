import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of throttling after wrong passwords, and of the replacement of outdated password hashes.
struct LocalAccountServiceThrottleTests {
    private let clock = ManualClock()
    private let attempts = InMemoryAttemptRepository()
    private let log = MessageLog<AccountRepositorySpy.Call>()
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub(id: .stub("kim"))])

    private func makeSUT(
        _ hasher: any PasswordHasher,
        attempts: (any AttemptRepository)? = nil,
        policy: ThrottlePolicy = .standard
    ) -> LocalAccountService {
        LocalAccountService(
            accounts: AccountRepositorySpy(wrapping: accounts, log: log),
            hasher: hasher,
            dates: clock.dates,
            identifiers: .sequential(),
            throttle: SignInThrottle(attempts: attempts ?? self.attempts, policy: policy, dates: clock.dates)
        )
    }

    private func counted() async -> SignInAttempts { await attempts.update(of: nil) { $0 } }

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

    @Test(arguments: [
        ("kim", "password2"), ("kim", "password1"), ("lee", "password1"),
    ])
    func `C6 C9 throttling is the same for correct and wrong passwords and for unknown IDs`(
        id: String,
        password: String
    ) async {
        let hasher = PasswordHasherStub()
        let sut = makeSUT(hasher)
        for _ in 0..<4 { #expect(await error(of: sut, id) == .invalidCredentials) }
        let before = log.messages
        #expect(await error(of: sut, id, password) == .throttled(.until(.stub + 1)))
        // The service read neither the account nor the password, so the response time reveals nothing about them.
        #expect(log.messages == before)
        #expect(hasher.hashCount == 4)
    }

    @Test func `C9 a correct password after the wait resets the count of the account`() async {
        let sut = makeSUT(PasswordHasherStub())
        for _ in 0..<4 { _ = await error(of: sut) }
        clock.advance(by: .seconds(1))
        #expect(await error(of: sut, "kim", "password1") == nil)
        for _ in 0..<4 { #expect(await error(of: sut) == .invalidCredentials) }
        #expect(await counted().overall?.failures == 8)
    }

    @Test(.timeLimit(.minutes(5)))
    func `C10 of 32 simultaneous wrong passwords, only the allowed number is verified`() async {
        let gate = Gate()
        let hasher = PasswordHasherStub(beforeAnswering: { await gate.pass() })
        let sut = makeSUT(hasher)
        let answers = await withTaskGroup { group in
            for _ in 0..<32 { group.addTask { await error(of: sut) } }
            // All accepted attempts run at the same time before any of them gets a result.
            await gate.arrival(of: 4)
            await gate.open()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0 == .invalidCredentials } == 4)
        #expect(answers.count { $0 == .throttled(.until(.stub + 1)) } == 28)
        #expect(hasher.hashCount == 4)
    }

    @Test(arguments: [
        PasswordHashingError.busy, .unavailable, .corruptPasswordHash,
        .unacceptable(.tooManyBytes(maximum: 511, actual: 512)),
    ])
    func `an attempt without a password comparison is not counted`(hashing: PasswordHashingError) async {
        let sut = makeSUT(PasswordHasherStub(error: hashing))
        for _ in 0..<10 { _ = await error(of: sut) }
        #expect(await counted() == SignInAttempts())
    }

    @Test func `C10 an attempt that is cancelled counts`() async {
        let sut = makeSUT(PasswordHasherStub(error: .cancelled))
        for _ in 0..<4 { #expect(await error(of: sut) == .service(.cancelled)) }
        #expect(await error(of: sut) == .throttled(.until(.stub + 1)))
    }

    @Test func `an attempt that cannot be counted fails before the password is verified`() async {
        let hasher = PasswordHasherStub()
        let sut = makeSUT(hasher, attempts: FullAttempts())
        #expect(await error(of: sut, "kim", "password1") == .service(.storage(.stub(.attempts, .full))))
        #expect(hasher.hashCount == 0)
    }

    @Test func `deleting an account removes its count, and fails if the count cannot be removed`() async throws {
        let sut = makeSUT(PasswordHasherStub())
        _ = await error(of: sut)
        let full = makeSUT(PasswordHasherStub(), attempts: FullAttempts())
        await #expect(throws: AccountServiceFailure.storage(.stub(.attempts, .full))) {
            try await full.deleteAccount(of: .stub(accountID: .stub("kim")))
        }
        #expect(try await accounts.count() == 1)

        try await sut.deleteAccount(of: .stub(accountID: .stub("kim")))
        #expect(await counted().accounts == [:])
    }

    @Test func `C8 a correct password replaces an outdated hash in one write`() async throws {
        let sut = makeSUT(RenewingHasher())
        #expect(await error(of: sut, "kim", "password2") == .invalidCredentials)
        #expect(try await accounts.find(.stub("kim"))?.passwordHash == PasswordHash("hash of password1"))
        let before = log.messages.count

        #expect(await error(of: sut, "kim", "password1") == nil)
        #expect(try await accounts.find(.stub("kim"))?.passwordHash == PasswordHash("new hash of password1"))
        #expect(log.messages[before...].count { $0 == .update(.stub("kim")) } == 1)

        #expect(await error(of: sut, "kim", "password1") == nil)
        #expect(log.messages.count { $0 == .update(.stub("kim")) } == 1)
    }

    @Test func `C8 a sign-in succeeds even if the hash cannot be replaced`() async {
        let sut = makeSUT(RenewingHasher(beforeHashing: { () throws(PasswordHashingError) in throw .busy }))
        #expect(await error(of: sut, "kim", "password1") == nil)
        let closed = LocalAccountService(
            accounts: AccountRepositorySpy(wrapping: accounts) { call throws(StorageError) in
                if case .update = call { throw .stub(.accounts) }
            },
            hasher: RenewingHasher(),
            dates: clock.dates,
            identifiers: .sequential()
        )
        #expect(await error(of: closed, "kim", "password1") == nil)
    }

    /// A repository of attempts that fails at each call.
    private struct FullAttempts: AttemptRepository {
        func update<Value: Sendable>(
            of account: AccountTag?,
            _ change: @Sendable (inout SignInAttempts) -> Value
        ) async throws(StorageError) -> Value { throw .stub(.attempts, .full) }
    }
}
