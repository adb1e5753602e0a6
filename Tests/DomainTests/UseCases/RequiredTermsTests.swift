import AccountFlowTesting
import Domain
import Persistence
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tests of the law that no session begins or is restored without the agreement to the required terms.
struct RequiredTermsTests {
    private static let terms = Terms(
        required: [.stub("terms", version: 2), .stub("privacy")],
        optional: [.stub("news")]
    )

    /// Agreements that do not cover the required terms, and the documents that are missing.
    private static let incomplete: [([ConsentDocument], [ConsentDocument])] = [
        ([], terms.required), ([.stub("terms", version: 1), .stub("privacy")], [.stub("terms", version: 2)]),
        ([.stub("terms", version: 2)], [.stub("privacy")]), ([.stub("news")], terms.required),
    ]

    /// An agreement to a version that does not exist yet, which would cover all that follow.
    private static let premature: ([ConsentDocument], [ConsentDocument]) = (
        [.stub("terms", version: 3), .stub("privacy")], [.stub("terms", version: 2)]
    )

    /// Agreements that cover the required terms.
    private static let complete: [[ConsentDocument]] = [
        terms.required, terms.documents,
    ]

    private let sessions = InMemorySessionRepository()
    private let accounts = InMemoryAccountRepository()

    private func service() -> LocalAccountService {
        LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: .constant(.stub),
            identifiers: .sequential()
        )
    }

    private func signIn(_ consents: any ConsentRepository, _ service: any AccountService) -> SignIn {
        SignIn(
            validator: FormValidatorStub(fields: []),
            service: service,
            sessions: .stub(sessions),
            review: ReviewTerms(terms: Self.terms, consents: consents)
        )
    }

    private func signUp(_ consents: any ConsentRepository, _ service: any AccountService) -> SignUp {
        SignUp(
            validator: FormValidatorStub(fields: []),
            service: service,
            sessions: .stub(sessions),
            review: ReviewTerms(terms: Self.terms, consents: consents)
        )
    }

    // MARK: Sign-in

    @Test(arguments: incomplete + [premature])
    func `without an agreement here, a sign-in names what is missing, and checks no password`(
        agreed: [ConsentDocument],
        missing: [ConsentDocument]
    ) async throws {
        let log = MessageLog<PortCall>()
        let sut = signIn(InMemoryConsentRepository(), AccountServiceSpy(log: log))
        await #expect(throws: SignInError.termsRequired(missing)) { try await sut(.signIn(), agreeingTo: agreed) }
        #expect(log.messages == [])
        #expect(try await sessions.active() == nil)
    }

    @Test(arguments: ["agreed", "registered", "unknown"])
    func `C6 a wrong password does not reveal which IDs have agreed on this device`(id: String) async throws {
        let consents = InMemoryConsentRepository(
            Self.terms.required.map { .stub(accountID: .stub("agreed"), document: $0) }
        )
        for id in ["agreed", "registered"] { try await accounts.insert(.stub(id: .stub(id))) }
        let sut = signIn(consents, service())
        let form = AccountForm([.id: id, .password: "wrong"])
        await #expect(throws: SignInError.invalidCredentials) { try await sut(form) }
        #expect(try await sessions.active() == nil)
    }

    @Test func `a correct password starts no session while the agreement is missing`() async throws {
        let consents = InMemoryConsentRepository(
            Self.terms.required.map { .stub(accountID: .stub("agreed"), document: $0) }
        )
        try await accounts.insert(.stub(id: .stub("registered")))
        let (sut, form) = (signIn(consents, service()), AccountForm([.id: "registered", .password: "password1"]))
        await #expect(throws: SignInError.termsRequired(Self.terms.required)) { try await sut(form) }
        #expect(try await sessions.active() == nil)
        let session = try await sut(form, agreeingTo: Self.terms.required).get().session
        #expect(try await sessions.active() == session)
    }

    @Test func `an account with an earlier agreement starts no session, although another agreed since`()
        async throws
    {
        let old: [Consent] = [("terms", 1), ("privacy", 1)].map { name, version in
            .stub(accountID: .stub("old"), document: .stub(name, version: version))
        }
        let agreed = Self.terms.required.map { Consent.stub(accountID: .stub("agreed"), document: $0) }
        for id in ["old", "agreed"] { try await accounts.insert(.stub(id: .stub(id))) }
        let consents = InMemoryConsentRepository(old + agreed)
        let current = CurrentSession.stub(sessions)
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: service(),
            sessions: current,
            review: ReviewTerms(terms: Self.terms, consents: consents)
        )
        let before = current.state
        await #expect(throws: SignInError.termsRequired([.stub("terms", version: 2)])) {
            try await sut(.signIn(id: "old"))
        }
        #expect(try await sessions.active() == nil)
        #expect(current.state == before)
        #expect(Set(await consents.consents(of: .stub("old"))) == Set(old))
        #expect(try await sut(.signIn(id: "agreed")).get().session.accountID == .stub("agreed"))
    }

    @Test(arguments: complete)
    func `a sign-in with the required agreement stores it and the session`(agreed: [ConsentDocument]) async throws {
        let consents = InMemoryConsentRepository()
        let session = try await signIn(consents, AccountServiceSpy())(.signIn(), agreeingTo: agreed).get().session
        #expect(try await sessions.active() == session)
        #expect(Set(await consents.all().map(\.document)) == Set(agreed))
    }

    @Test func `an account that agreed before signs in without agreeing again`() async throws {
        let known = Self.terms.required.map { Consent.stub(document: $0) }
        let consents = InMemoryConsentRepository(known)
        _ = try await signIn(consents, AccountServiceSpy())(.signIn())
        #expect(Set(await consents.all()) == Set(known))
    }

    @Test func `the account that the service reports needs the agreement, not only the typed ID`() async throws {
        let consents = InMemoryConsentRepository(Self.terms.required.map { .stub(document: $0) })
        let answer = Authentication(accountID: .stub("17"), profile: Profile(), tokens: TokenSet(AccessToken("t")))
        let sut = signIn(consents, AccountServiceSpy(authenticate: .success(.authenticated(answer))))
        await #expect(throws: SignInError.termsRequired(Self.terms.required)) { try await sut(.signIn()) }
        #expect(try await sessions.active() == nil)
        _ = try await sut(.signIn(), agreeingTo: Self.terms.required)
        #expect(await consents.consents(of: .stub("17")).count == 2)
    }

    @Test func `no session begins if the agreement cannot be read or stored`() async throws {
        let full = StorageError.stub(.consents, .full)
        for consents in [ConsentRepositorySpy(read: .failure(full)), ConsentRepositorySpy(record: .failure(full))] {
            await #expect(throws: SignInError.service(.storage(full))) {
                try await signIn(consents, AccountServiceSpy())(.signIn(), agreeingTo: Self.terms.required)
            }
            #expect(try await sessions.active() == nil)
        }
    }

    // MARK: Sign-up

    @Test(arguments: incomplete + [premature])
    func `a sign-up without a required agreement names what is missing, and registers nothing`(
        agreed: [ConsentDocument],
        missing: [ConsentDocument]
    ) async throws {
        let sut = signUp(InMemoryConsentRepository(), service())
        await #expect(throws: SignUpError.termsRequired(missing)) { try await sut(.signUp(), agreeingTo: agreed) }
        #expect(await accounts.count() == 0)
    }

    @Test(arguments: complete)
    func `a sign-up with the required agreement stores it and the session`(agreed: [ConsentDocument]) async throws {
        let consents = InMemoryConsentRepository()
        let outcome = try await signUp(consents, service())(.signUp(), agreeingTo: agreed)
        #expect(try await sessions.active() == outcome.session)
        #expect(Set(await consents.all().map(\.document)) == Set(agreed))
    }

    @Test func `a sign-up keeps the agreement if the user has to sign in afterwards`() async throws {
        let consents = InMemoryConsentRepository()
        let service = AccountServiceSpy(register: .success(.signInRequired))
        #expect(try await signUp(consents, service)(.signUp(), agreeingTo: Self.terms.required) == .signInRequired)
        #expect(await consents.consents(of: .stub()).count == 2)
    }

    @Test func `a sign-up whose agreement cannot be stored says so, and starts no session`() async throws {
        let full = StorageError.stub(.consents, .full)
        let sut = signUp(ConsentRepositorySpy(record: .failure(full)), service())
        #expect(try await sut(.signUp(), agreeingTo: Self.terms.required) == .agreementNotSaved(full))
        #expect(try await sessions.active() == nil)
        #expect(await accounts.count() == 1)
    }

    // MARK: Restoring

    private func restore(_ consents: any ConsentRepository) -> RestoreSession {
        RestoreSession(
            sessions: .stub(sessions),
            review: ReviewTerms(terms: Self.terms, consents: consents)
        )
    }

    @Test(arguments: incomplete)
    func `a session without a required agreement is restored only with the missing documents`(
        agreed: [ConsentDocument],
        missing: [ConsentDocument]
    ) async throws {
        try await sessions.save(.stub())
        let consents = InMemoryConsentRepository(agreed.map { .stub(document: $0) })
        #expect(await restore(consents)() == .termsRequired(.stub(), missing))
        #expect(try await sessions.active() == .stub())
        let agree = AgreeToTerms(service: AccountServiceSpy(), sessions: .stub(sessions), consents: consents)
        try await agree(to: missing, by: .stub())
        #expect(await restore(consents)() == .restored(.stub()))
    }

    @Test func `a session is not restored while its agreements cannot be read`() async throws {
        try await sessions.save(.stub())
        let error = StorageError.stub(.consents, .corrupt)
        #expect(await restore(ConsentRepositorySpy(read: .failure(error)))() == .unavailable(error))
    }

    @Test func `a failed restoration does not hide that an agreement is missing`() async throws {
        try await sessions.save(.stub())
        let (current, consents) = (CurrentSession.stub(sessions), InMemoryConsentRepository([]))
        for consents in [consents, ConsentRepositorySpy(read: .failure(.stub(.consents)))] as [any ConsentRepository] {
            let review = ReviewTerms(terms: Self.terms, consents: consents)
            _ = await RestoreSession(sessions: current, review: review)()
            #expect(current.state == .agreementRequired(.stub(), Self.terms.required))
        }
        let agree = AgreeToTerms(service: AccountServiceSpy(), sessions: current, consents: consents)
        try await agree(to: Self.terms.required, by: .stub())
        #expect(current.state == .signedIn(.stub(), .fresh))
    }

    // MARK: Withdrawing

    @Test func `a withdrawn consent stays in the history, and a new one begins later`() async throws {
        let news = Consent.stub(document: .stub("news"))
        let consents = InMemoryConsentRepository([news])
        let review = ReviewTerms(terms: Self.terms, consents: consents)
        let withdraw = WithdrawConsent(service: AccountServiceSpy(), review: review, dates: .constant(.stub + 60))
        let withdrawn = Consent.stub(document: .stub("news"), withdrawnAt: .stub + 60)
        #expect(try await withdraw(to: "news", by: .stub()) == [withdrawn])
        #expect(try await withdraw(to: "news", by: .stub()) == [withdrawn])
        #expect(try await withdraw(to: "other", by: .stub()) == [withdrawn])
        let agree = AgreeToTerms(
            service: AccountServiceSpy(),
            sessions: .stub(sessions, dates: .constant(.stub + 120)),
            consents: consents
        )
        let again = Consent.stub(document: .stub("news"), agreedAt: .stub + 120)
        #expect(try await agree(to: [.stub("news")], by: .stub()) == [withdrawn, again])
        #expect(await consents.all() == [withdrawn, again])
    }

    @Test(
        arguments: [
            ("terms", .success(true), .required), ("news", .success(false), .sessionEnded),
            ("news", .failure(.busy), .service(.busy)),
        ] as [(String, Result<Bool, AccountServiceFailure>, WithdrawConsentError)]
    )
    func `a consent that cannot be withdrawn is unchanged`(
        name: String,
        recognize: Result<Bool, AccountServiceFailure>,
        error: WithdrawConsentError
    ) async throws {
        let known = [Consent.stub(document: .stub("news")), .stub(document: .stub("terms", version: 2))]
        let consents = InMemoryConsentRepository(known)
        let sut = WithdrawConsent(
            service: AccountServiceSpy(recognize: recognize),
            review: ReviewTerms(terms: Self.terms, consents: consents),
            dates: .constant(.stub)
        )
        await #expect(throws: error) { try await sut(to: name, by: .stub()) }
        #expect(await consents.all() == known)
    }

    @Test func `a withdrawn agreement does not count`() {
        let withdrawn = Consent.stub(document: .stub("privacy"), withdrawnAt: .stub)
        let terms = Consent.stub(document: .stub("terms", version: 2))
        #expect(Self.terms.missing(given: [withdrawn, terms]) == [.stub("privacy")])
        #expect(Self.terms.missing(given: [withdrawn, terms, .stub(document: .stub("privacy"))]) == [])
    }

    // MARK: Crashes

    @Test func `in 10,000 walks with a crash at any step, every session has the required agreement`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var signedIn = 0
        for walk in 0..<10_000 {
            var device = PoweredDevice()
            if walk.isMultiple(of: 2) { try await device.addAccounts() }
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let started = await device.perform(Step.allCases.randomElement(using: &random) ?? .restart, &random)
                if let started {
                    try #require(await device.hasAgreed(started.accountID), "seed \(seed), walk \(walk)")
                }
                let found = await device.sessionWithoutAgreement()
                try #require(found == nil, "seed \(seed), walk \(walk)")
                if await device.hasSession { signedIn += 1 }
            }
        }
        // Otherwise the walks would show nothing.
        #expect(signedIn > 2_000, "seed \(seed)")
    }
}

/// A step of a walk.
private enum Step: CaseIterable {
    case signUp, signIn, agree, withdraw, delete, changePassword, raiseVersion, restart
}

/// A device whose power can fail before or after each write.
private struct PoweredDevice {
    let accounts = InMemoryAccountRepository()
    let sessions = InMemorySessionRepository()
    let consents = InMemoryConsentRepository()
    var terms = Terms(required: [.stub("terms")], optional: [.stub("news")])

    var hasSession: Bool {
        get async { await sessions.load().active != nil }
    }

    /// Returns the stored session if its account has not agreed to any version of the terms, or the restored one if its
    /// account has not agreed to the present version.
    func sessionWithoutAgreement() async -> Session? {
        guard let session = await sessions.load().active else { return nil }
        guard await hasAgreed(session.accountID, to: .stub("terms")) else { return session }
        let restore = RestoreSession(
            sessions: .stub(sessions),
            review: ReviewTerms(terms: terms, consents: consents)
        )
        guard case .restored = await restore() else { return nil }
        return await hasAgreed(session.accountID) ? nil : session
    }

    /// Returns whether an account has agreed to a document, or else to the present terms.
    func hasAgreed(_ accountID: AccountID, to document: ConsentDocument? = nil) async -> Bool {
        await consents.consents(of: accountID).contains { consent in
            consent.withdrawnAt == nil && consent.document.covers(document ?? terms.required[0])
        }
    }

    /// Adds one account that agreed to an earlier version of the terms, and one that agreed to the present version.
    mutating func addAccounts() async throws {
        for (version, id) in [(1, "kim"), (2, "lee")] {
            terms.required[0] = .stub("terms", version: version)
            try await accounts.insert(.stub(id: .stub(id)))
            await consents.record([.stub(accountID: .stub(id), document: terms.required[0])])
        }
    }

    /// Performs a step, and returns the session that it started.
    mutating func perform(_ step: Step, _ random: inout SeededGenerator) async -> Session? {
        let power = Power(writes: Bool.random(using: &random) ? Int.random(in: 0...4, using: &random) : .max)
        let consents = PoweredConsents(consents: self.consents, power: power)
        let sessions = SessionRepositorySpy(wrapping: self.sessions) { call throws(StorageError) in
            if call != .loadSessions { try power.write() }
        } after: { _ throws(StorageError) in
            try power.check()
        }
        let accounts = AccountRepositorySpy(wrapping: self.accounts) { call throws(StorageError) in
            if case .find = call { return }
            try power.write()
        } after: { _ throws(StorageError) in
            try power.check()
        }
        let service = LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: .constant(.stub),
            identifiers: .random
        )
        let review = ReviewTerms(terms: terms, consents: consents)
        let validator = FormValidatorStub(fields: [])
        let dates = DateGenerator.constant(.stub)
        let id = ["kim", "lee"].randomElement(using: &random) ?? "kim"
        let agreed = Bool.random(using: &random) ? terms.documents : []
        let session = await self.sessions.load().active
        // A step may fail at any call; the next one begins with what is stored then.
        switch step {
        case .signUp:
            let sut = SignUp(validator: validator, service: service, sessions: .stub(sessions), review: review)
            return try? await sut(.signUp(id: id), agreeingTo: agreed).session
        case .signIn:
            let sut = SignIn(validator: validator, service: service, sessions: .stub(sessions), review: review)
            return try? await sut(.signIn(id: id), agreeingTo: agreed).get().session
        case .agree:
            guard let session else { return nil }
            let sut = AgreeToTerms(service: service, sessions: .stub(sessions), consents: consents)
            _ = try? await sut(to: agreed, by: session)
        case .withdraw:
            guard let session else { return nil }
            let sut = WithdrawConsent(service: service, review: review, dates: dates)
            for name in ["terms", "news"] { _ = try? await sut(to: name, by: session) }
        case .delete:
            guard let session else { return nil }
            let sut = DeleteAccount(service: service, sessions: .stub(sessions), consents: consents)
            _ = try? await sut(session)
        case .changePassword:
            guard let session else { return nil }
            let sut = ChangePassword(validator: validator, service: service, sessions: .stub(sessions))
            let password = Password("password1")
            _ = try? await sut(session, from: password, to: password, confirmation: password)
        case .raiseVersion:
            terms.required[0] = .stub("terms", version: terms.required[0].version + 1)
        case .restart:
            let sut = RestoreSession(sessions: .stub(sessions), review: review)
            _ = await sut()
        }
        return nil
    }
}

/// A power supply that fails at a write; nothing works afterwards.
private final class Power: Sendable {
    private let writes: Mutex<Int>

    /// Creates a supply for a number of writes.
    init(writes: Int) {
        self.writes = Mutex(writes)
    }

    /// Allows one write, or throws.
    func write() throws(StorageError) {
        let left = writes.withLock { writes in
            writes -= 1
            return writes
        }
        if left < 0 { throw .stub(.session, .failed(code: 5)) }
    }

    /// Throws if the power has failed, so that not even the result of the last write is seen.
    func check() throws(StorageError) {
        if writes.withLock({ $0 }) <= 0 { throw .stub(.session, .failed(code: 5)) }
    }
}

/// Consents that cannot be changed after a power failure.
private struct PoweredConsents: ConsentRepository {
    let consents: InMemoryConsentRepository
    let power: Power

    func all() async throws(StorageError) -> [Consent] { await consents.all() }

    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        try power.check()
        return await consents.consents(of: accountID)
    }

    func record(_ consents: [Consent]) async throws(StorageError) {
        try power.write()
        await self.consents.record(consents)
        try power.check()
    }

    func removeAll(of accountID: AccountID) async throws(StorageError) {
        try power.write()
        await consents.removeAll(of: accountID)
        try power.check()
    }
}
