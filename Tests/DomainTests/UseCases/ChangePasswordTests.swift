import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of the use case with a real local service and doubles for its accounts, hasher and sessions.
struct ChangePasswordTests {
    private let clock = ManualClock()
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
    private let log = MessageLog<PortCall>()

    private func makeSUT(
        hasher: any PasswordHasher = PasswordHasherStub(),
        sessions: (any SessionRepository)? = nil,
        throttle: SignInThrottle? = nil,
        review: ReviewTerms? = nil
    ) -> ChangePassword {
        ChangePassword(
            validator: FormValidatorStub(fields: [.id, .password, .confirmation, .nickname]),
            service: LocalAccountService(
                accounts: accounts,
                hasher: hasher,
                dates: clock.dates,
                identifiers: .sequential(prefix: "new-"),
                throttle: throttle
            ),
            sessions: .stub(
                sessions ?? SessionRepositorySpy(log: log, load: .success(.stub(profile: Profile()))),
                dates: clock.dates
            ),
            review: review
        )
    }

    @Test func `no new session starts without the required agreement`() async throws {
        let terms = Terms(required: [ConsentDocument(name: "terms", version: 2)])
        let consents = InMemoryConsentRepository([])
        let sut = makeSUT(review: ReviewTerms(terms: terms, consents: consents))
        await #expect(throws: ChangePasswordError.termsRequired(terms.required)) { try await change(sut) }
        #expect(try await passwordHash() == PasswordHash("hash of password1"))
        await consents.record(terms.required.map { .stub(document: $0) })
        _ = try await change(sut)
    }

    private func change(
        _ sut: ChangePassword,
        _ session: Session = .stub(profile: Profile()),
        from current: String = "password1",
        to new: String = "password2",
        confirmation: String? = nil
    ) async throws(ChangePasswordError) -> AccountChangeOutcome {
        try await sut(
            session,
            from: Password(current),
            to: Password(new),
            confirmation: Password(confirmation ?? new)
        )
    }

    private func passwordHash() async throws -> PasswordHash? { try await accounts.find(.stub())?.passwordHash }

    @Test(arguments: [true, false])
    func `ASVS 7.4.3 a change starts a new session, which replaces any other`(isRemembered: Bool) async throws {
        clock.advance(by: .seconds(50))
        let session = try #require(await change(makeSUT(), .stub(isRemembered: isRemembered)).session)
        #expect(session.token == AccessToken("new-1"))
        #expect(session.startedAt == .stub + 50)
        #expect(session.isRemembered == isRemembered)
        #expect(log.messages == [.loadSessions, .changeSessions(StoredSessions(isRemembered ? session : nil))])
        #expect(try await passwordHash() == PasswordHash("hash of password2"))
    }

    @Test(arguments: [
        ("", "", [FieldIssue(field: .password, issue: .empty), FieldIssue(field: .confirmation, issue: .empty)]),
        ("password2", "password3", [FieldIssue(field: .confirmation, issue: .mismatch(with: .password))]),
    ])
    func `a password that the policy rejects changes nothing`(new: String, confirmation: String, issues: [FieldIssue])
        async throws
    {
        await #expect(throws: ChangePasswordError.invalidInput(issues)) {
            try await change(makeSUT(), to: new, confirmation: confirmation)
        }
        #expect(log.messages == [])
    }

    @Test func `ASVS 6.2.3 a wrong current password changes nothing, and counts as an attempt`() async throws {
        let throttle = SignInThrottle(attempts: InMemoryAttemptRepository(), dates: clock.dates)
        let sut = makeSUT(throttle: throttle)
        for _ in 0..<4 {
            await #expect(throws: ChangePasswordError.wrongPassword) { try await change(sut, from: "wrong") }
        }
        await #expect(throws: ChangePasswordError.throttled(.until(.stub + 1))) { try await change(sut) }
        #expect(try await passwordHash() == PasswordHash("hash of password1"))
        #expect(log.messages.filter { $0 != .loadSessions } == [])
    }

    @Test func `a current password that cannot be hashed is incorrect, and the new one is not blamed`() async throws {
        let issue = ValidationIssue.tooManyBytes(maximum: 511, actual: 512)
        let sut = makeSUT(hasher: PasswordHasherStub(error: .unacceptable(issue)))
        await #expect(throws: ChangePasswordError.wrongPassword) { try await change(sut) }
    }

    @Test func `the password of a deleted account cannot be changed`() async throws {
        try await accounts.delete(.stub())
        await #expect(throws: ChangePasswordError.wrongPassword) { try await change(makeSUT()) }
    }

    @Test(arguments: [true, false])
    func `a user whose account is deleted before the session is stored is not signed in`(isRemembered: Bool)
        async throws
    {
        let accounts = accounts
        let sessions = SessionRepositorySpy(wrapping: InMemorySessionRepository(.stub())) { _ in
        } after: { call in
            if call != .loadSessions { _ = try? await accounts.delete(.stub()) }
        }
        let outcome = try await change(makeSUT(sessions: sessions), .stub(isRemembered: isRemembered))
        #expect(outcome == .sessionEnded)
        #expect(try await sessions.active() == nil)
    }

    @Test(.timeLimit(.minutes(5))) func `of two simultaneous changes, one succeeds`() async throws {
        let gate = Gate()
        // Both changes verify the password before either one stores a new hash.
        let sut = makeSUT(hasher: RenewingHasher(beforeHashing: { await gate.pass() }))
        let changes = ["password2", "password3"].map { new in Task { try await change(sut, to: new) } }
        await gate.arrival(of: 2)
        await gate.open()
        var winners = 0
        for change in changes {
            do {
                _ = try await change.value
                winners += 1
            } catch {
                #expect(error as? ChangePasswordError == .wrongPassword)
            }
        }
        #expect(winners == 1)
    }

    @Test func `an error of the hasher changes nothing`() async throws {
        let sut = makeSUT(hasher: PasswordHasherStub(error: .busy))
        await #expect(throws: ChangePasswordError.service(.busy)) { try await change(sut) }
        #expect(try await passwordHash() == PasswordHash("hash of password1"))
    }

    @Test func `an unreadable store stops the change, and an unwritable one is reported with the session`()
        async throws
    {
        let error = StorageError.stub()
        await #expect(throws: ChangePasswordError.service(.storage(error))) {
            try await change(makeSUT(sessions: SessionRepositorySpy(load: .failure(error))))
        }
        #expect(try await passwordHash() == PasswordHash("hash of password1"))

        let outcome = try await change(makeSUT(sessions: SessionRepositorySpy(update: .failure(error))))
        let session = Session.stub(profile: Profile(nickname: .stub()), token: AccessToken("new-1"))
        #expect(outcome == .signedIn(OpenedSession(session, storageError: error)))
        #expect(try await passwordHash() == PasswordHash("hash of password2"))
    }
}
