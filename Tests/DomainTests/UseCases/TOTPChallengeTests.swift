import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of sign-ins to accounts on this device that require one-time passwords.
@Suite(.timeLimit(.minutes(5)))
struct TOTPChallengeTests {
    private let clock = ManualClock()
    private let accounts: any AccountRepository
    private let totp = TOTP(TOTPSecret(.random))
    private let recoveryCode = RecoveryCode(.random)

    init() {
        accounts = InMemoryAccountRepository([Self.account(totp, recoveryCode)])
    }

    private static func account(_ totp: TOTP, _ code: RecoveryCode) -> Account {
        .stub(recoveryHash: PasswordHash("hash of \(code.revealed)"), totp: AccountTOTP(totp, usedSteps: [0]))
    }

    private func service(
        accounts: (any AccountRepository)? = nil,
        hasher: any PasswordHasher = PasswordHasherStub(),
        throttle: SignInThrottle? = nil
    ) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts ?? self.accounts,
            hasher: hasher,
            dates: clock.dates,
            identifiers: .random,
            throttle: throttle
        )
    }

    /// Enters the right password.
    private func begin(_ service: LocalAccountService, password: String = "password1") async throws -> Challenge {
        guard case .challenge(let challenge) = try await service.authenticate(.stub(), password: Password(password))
        else { throw ChallengeError.unknown }
        return challenge
    }

    private func answer(
        _ service: LocalAccountService,
        _ challenge: Challenge,
        _ code: String
    ) async throws(ChallengeError) -> ChallengeOutcome {
        try await service.answer(challenge, with: AccountConfirmation(code: code))
    }

    private func code(steps: Int = 0) -> String {
        totp.revealedPassword(ofStep: totp.step(at: clock.date) + steps)
    }

    private var wrongCode: String { code(steps: 5) }

    private func isAuthenticated(_ outcome: ChallengeOutcome) -> Bool {
        if case .authenticated(let authentication) = outcome { authentication.accountID == .stub() } else { false }
    }

    @Test func `a right password is answered with a step for the authenticator app`() async throws {
        let service = service()
        let challenge = try await begin(service)
        #expect(challenge.kind == .totp && challenge.purpose == .secondFactor && challenge.accountID == .stub())
        #expect(challenge.expiresAt == clock.date + 300 && challenge.attemptsLeft == 5 && challenge.resendAt == nil)
        #expect(isAuthenticated(try await answer(service, challenge, code())))
        clock.advance(by: .seconds(30))
        await #expect(throws: ChallengeError.unknown) { try await answer(service, challenge, code()) }
        await #expect(throws: AuthenticationError.invalidCredentials) { try await begin(service, password: "wrong") }
    }

    @Test func `the recovery code completes the step, and turns one-time passwords off`() async throws {
        let service = service()
        let (first, second) = (try await begin(service), try await begin(service))
        #expect(isAuthenticated(try await answer(service, first, recoveryCode.revealed)))
        for code in [recoveryCode.revealed, code()] {
            await #expect(throws: ChallengeError.self) { try await answer(service, second, code) }
        }
        #expect(try await accounts.find(.stub())?.totp == nil)
        // The app is lost, so the next sign-in needs the password alone.
        let outcome = try await service.authenticate(.stub(), password: Password("password1"))
        guard case .authenticated = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: [true, false])
    func `a step says whether the account has a recovery code to type instead`(hasCode: Bool) async throws {
        let account = Account.stub(
            recoveryHash: hasCode ? PasswordHash("hash") : nil,
            totp: AccountTOTP(totp, usedSteps: [0])
        )
        let challenge = try await begin(service(accounts: InMemoryAccountRepository([account])))
        #expect(challenge.acceptsRecoveryCode == hasCode)
    }

    @Test(arguments: [(299.0, false), (300, true), (-299, false), (-300, true)])
    func `a step expires after five minutes, also for a clock that was set back`(
        seconds: TimeInterval,
        isExpired: Bool
    ) async throws {
        let service = service()
        let challenge = try await begin(service)
        clock.date += seconds
        if isExpired {
            await #expect(throws: ChallengeError.expired) { try await answer(service, challenge, code()) }
        } else {
            #expect(isAuthenticated(try await answer(service, challenge, code())))
        }
    }

    @Test func `another password than a step began with ends it`() async throws {
        let service = service()
        let second = try await begin(service)
        let passwords = (Password("password1"), Password("password2"))
        _ = try await service.changePassword(of: .stub(), from: passwords.0, to: passwords.1)
        await #expect(throws: ChallengeError.unknown) { try await answer(service, second, code()) }
        #expect(isAuthenticated(try await answer(service, try await begin(service, password: "password2"), code())))
    }

    /// Something that happens to a step.
    enum Mishap: CaseIterable {
        case wrong, noCode, used, older, expired, tooMany, killed, cancelled, clockAhead, clockBehind, turnedOff,
            deleted
        case throttled, storeFails
    }

    @Test(arguments: Mishap.allCases)
    func `the step has a typed answer to whatever happens`(mishap: Mishap) async throws {
        let attempts = InMemoryAttemptRepository()
        let throttle = mishap == .throttled ? SignInThrottle(attempts: attempts, dates: clock.dates) : nil
        let spy = AccountRepositorySpy(wrapping: accounts) { [clock] call throws(StorageError) in
            if case .update = call, mishap == .storeFails, clock.date > .stub { throw .stub(.accounts) }
        }
        var service = service(accounts: spy, throttle: throttle)
        let challenge = try await begin(service)
        var typed = code()
        let error: ChallengeError
        switch mishap {
        case .wrong: (typed, error) = (wrongCode, .wrong(attemptsLeft: 4))
        case .noCode: (typed, error) = ("no code", .wrong(attemptsLeft: nil))
        case .used:
            _ = try await answer(service, try await begin(service), typed)
            error = .used
        case .older:
            _ = try await answer(service, try await begin(service), typed)
            (typed, error) = (code(steps: -1), .used)
        case .expired:
            clock.advance(by: .seconds(300))
            (typed, error) = (code(), .expired)
        case .tooMany:
            for left in [4, 3, 2, 1] {
                await #expect(throws: ChallengeError.wrong(attemptsLeft: left)) {
                    try await answer(service, challenge, wrongCode)
                }
            }
            await #expect(throws: ChallengeError.tooManyAttempts) { try await answer(service, challenge, wrongCode) }
            error = .unknown
        case .killed:
            service = self.service()
            error = .unknown
        case .cancelled:
            await service.cancel(challenge)
            error = .unknown
        case .clockAhead: (typed, error) = (code(steps: -120), .wrong(attemptsLeft: 4))
        case .clockBehind: (typed, error) = (code(steps: 120), .wrong(attemptsLeft: 4))
        case .turnedOff:
            try await accounts.update(.stub()) { $0.totp = nil }
            error = .unknown
        case .deleted:
            try await accounts.delete(.stub())
            error = .unknown
        case .throttled:
            for _ in 0..<4 { _ = try? await answer(service, challenge, wrongCode) }
            error = .throttled(until: clock.date + 1)
        case .storeFails:
            clock.advance(by: .seconds(1))
            error = .service(.storage(.stub(.accounts)))
        }
        await #expect(throws: error) { try await answer(service, challenge, typed) }
        // No code was used, so a new sign-in works.
        guard ![.deleted, .turnedOff, .used, .older, .storeFails].contains(mishap) else { return }
        clock.advance(by: .seconds(2))
        #expect(isAuthenticated(try await answer(service, try await begin(service), code())))
    }

    @Test func `a text that is no code leaves the step as it is`() async throws {
        let service = service()
        let challenge = try await begin(service)
        await #expect(throws: ChallengeError.wrong(attemptsLeft: nil)) {
            try await answer(service, challenge, "no code")
        }
        #expect(isAuthenticated(try await answer(service, challenge, code())))
    }

    @Test func `C9 codes for a step that is unknown are throttled too`() async throws {
        let service = service(throttle: SignInThrottle(attempts: InMemoryAttemptRepository(), dates: clock.dates))
        let challenge = try await begin(service)
        await service.cancel(challenge)
        for _ in 0..<4 {
            await #expect(throws: ChallengeError.unknown) { try await answer(service, challenge, wrongCode) }
        }
        await #expect(throws: ChallengeError.throttled(until: clock.date + 1)) {
            try await answer(service, challenge, wrongCode)
        }
    }

    @Test func `C9 used codes, and the wrong one that ends a step, are throttled too`() async throws {
        let service = service(throttle: SignInThrottle(attempts: InMemoryAttemptRepository(), dates: clock.dates))
        var steps: [Challenge] = []
        for _ in 0..<5 { steps.append(try await begin(service)) }
        _ = try await answer(service, steps.removeFirst(), code())
        for step in steps {
            await #expect(throws: ChallengeError.used) { try await answer(service, step, code()) }
        }
        await #expect(throws: AuthenticationError.throttled(.until(clock.date + 1))) { try await begin(service) }

        clock.advance(by: .seconds(30))
        let last = try await begin(service)
        _ = try await answer(service, last, code())
        let step = try await begin(service)
        for _ in 0..<4 { _ = try? await answer(service, step, wrongCode) }
        clock.advance(by: .seconds(1))
        await #expect(throws: ChallengeError.tooManyAttempts) { try await answer(service, step, wrongCode) }
        await #expect(throws: AuthenticationError.throttled(.until(clock.date + 2))) { try await begin(service) }
    }

    @Test(arguments: [true, false])
    func `an answer of a task that is cancelled uses no code`(usesApp: Bool) async throws {
        let service = service()
        let challenge = try await begin(service)
        let typed = usesApp ? code() : recoveryCode.revealed
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await answer(service, challenge, typed)
        }
        await #expect(throws: ChallengeError.service(.cancelled)) { try await task.value }
        #expect(isAuthenticated(try await answer(service, challenge, typed)))
    }

    @Test(arguments: [-1, 0, 1])
    func `the code of the step before or after is accepted`(steps: Int) async throws {
        let service = service()
        #expect(isAuthenticated(try await answer(service, try await begin(service), code(steps: steps))))
    }

    @Test func `C6 an unknown step takes the work of a wrong code, and uses none`() async throws {
        let (hasher, log) = (PasswordHasherStub(), MessageLog<AccountRepositorySpy.Call>())
        let service = service(accounts: AccountRepositorySpy(wrapping: accounts, log: log), hasher: hasher)
        let challenge = try await begin(service)
        let unknown = Challenge(
            id: ChallengeID("unknown"),
            accountID: .stub(),
            kind: .totp,
            purpose: .secondFactor,
            sentAt: clock.date
        )
        for (right, wrong) in [(code(), wrongCode), (recoveryCode.revealed, RecoveryCode(.random).revealed)] {
            let start = (log.messages.count, hasher.hashCount)
            await #expect(throws: ChallengeError.unknown) { try await answer(service, unknown, right) }
            let middle = (log.messages.count, hasher.hashCount)
            await #expect(throws: ChallengeError.self) { try await answer(service, challenge, wrong) }
            #expect(log.messages.count - middle.0 == middle.0 - start.0)
            #expect(hasher.hashCount - middle.1 == middle.1 - start.1)
        }
        #expect(isAuthenticated(try await answer(service, challenge, recoveryCode.revealed)))
    }

    @Test func `C9 a right password does not end the failures of wrong codes`() async throws {
        let throttle = SignInThrottle(attempts: InMemoryAttemptRepository(), dates: clock.dates)
        let service = service(throttle: throttle)
        for _ in 0..<4 {
            let challenge = try await begin(service)
            await #expect(throws: ChallengeError.wrong(attemptsLeft: 4)) {
                try await answer(service, challenge, wrongCode)
            }
        }
        await #expect(throws: AuthenticationError.throttled(.until(clock.date + 1))) { try await begin(service) }
        clock.advance(by: .seconds(1))
        #expect(isAuthenticated(try await answer(service, try await begin(service), code())))
        // The right code ends them.
        _ = try await begin(service)
    }

    @Test func `one code begins one session over 8 callers and two services on one folder`() async throws {
        let folder = TemporaryFolder()
        let stores = (0..<2).map { _ in FileAccountRepository(folder: StorageDirectory(path: folder.path)) }
        try await stores[0].insert(Self.account(totp, recoveryCode))
        let services = stores.map { service(accounts: $0) }
        for _ in 0..<Thoroughness.count(5, change: 60, soak: 2_000) {
            var challenges: [Challenge] = []
            for caller in 0..<8 { challenges.append(try await begin(services[caller % 2])) }
            let typed = code()
            let errors = await withTaskGroup(of: ChallengeError?.self) { [challenges] group in
                for (caller, challenge) in challenges.enumerated() {
                    group.addTask {
                        do throws(ChallengeError) {
                            _ = try await answer(services[caller % 2], challenge, typed)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(into: [ChallengeError]()) { errors, error in
                    if let error { errors.append(error) }
                }
            }
            #expect(errors == [ChallengeError](repeating: .used, count: 7))
            clock.advance(by: .seconds(30))
        }
    }
}
