import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of one-time passwords of accounts on this device.
@Suite(.timeLimit(.minutes(5)))
struct TOTPServiceTests {
    private let clock = ManualClock()
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub(), .stub(id: .stub("lee@x.com"))])
    private let attempts = InMemoryAttemptRepository()

    private func service(
        accounts: (any AccountRepository)? = nil,
        hasher: any PasswordHasher = PasswordHasherStub(),
        seconds: TimeInterval = 0,
        throttle: SignInThrottle? = nil
    ) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts ?? self.accounts,
            hasher: hasher,
            dates: DateGenerator { [clock] in clock.dates.now + seconds },
            identifiers: .random,
            throttle: throttle
        )
    }

    private var throttle: SignInThrottle { SignInThrottle(attempts: attempts, dates: clock.dates) }

    private func begin(_ service: LocalAccountService, password: String = "password1") async throws -> TOTP {
        let setup = try await EnableTOTP(service: service, issuer: "Test").begin(.stub(), password: Password(password))
        #expect(setup.revealedURI.hasPrefix("otpauth://totp/Test:abcdef%40gmail.com?secret=\(setup.secret.revealed)&"))
        return TOTP(setup.secret)
    }

    private func confirm(_ service: LocalAccountService, _ code: String) async throws -> RecoveryCode? {
        try await EnableTOTP(service: service, issuer: "Test").confirm(.stub(), code: code)
    }

    private func disable(
        _ service: LocalAccountService,
        _ code: String,
        password: String = "password1",
        of session: Session = .stub()
    ) async throws {
        try await DisableTOTP(service: service).confirm(session, password: Password(password), code: code)
    }

    private func isOn(_ service: LocalAccountService) async throws -> Bool {
        try await EnableTOTP(service: service, issuer: "Test").isOn(for: .stub())
    }

    private func makeCode(
        _ service: LocalAccountService,
        _ code: String? = nil,
        password: String = "password1"
    ) async throws -> RecoveryCode {
        try await MakeRecoveryCode(service: service)(.stub(), password: Password(password), code: code)
    }

    /// Returns the password of the step that is some steps from now.
    private func code(_ totp: TOTP, steps: Int = 0) -> String {
        totp.revealedPassword(ofStep: totp.step(at: clock.dates.now) + steps)
    }

    /// Turns one-time passwords on, and goes on to the next step.
    private func enabled(_ service: LocalAccountService) async throws -> (totp: TOTP, recoveryCode: RecoveryCode?) {
        let totp = try await begin(service)
        let recoveryCode = try await confirm(service, code(totp))
        clock.advance(by: .seconds(30))
        return (totp, recoveryCode)
    }

    // MARK: On

    @Test func `one-time passwords are on after the first one, which makes a recovery code`() async throws {
        let service = service()
        #expect(try await !isOn(service))
        let totp = try await begin(service)
        #expect(try await !isOn(service))
        for wrong in ["", "12345", "abcdef", code(totp, steps: 5), RecoveryCode(.random).revealed] {
            await #expect(throws: TOTPError.wrongCode) { try await confirm(service, wrong) }
        }
        let recoveryCode = try #require(try await confirm(service, code(totp)))
        #expect(try await isOn(service))
        #expect(try await accounts.find(.stub())?.recoveryHash == PasswordHash("hash of \(recoveryCode.revealed)"))
        await #expect(throws: TOTPError.alreadyEnabled) { try await confirm(service, code(totp, steps: 1)) }
        await #expect(throws: TOTPError.alreadyEnabled) { try await begin(service) }
        #expect(try await accounts.find(.stub())?.totp?.totp == totp)
    }

    @Test func `a recovery code that the account has stays valid`() async throws {
        let service = service()
        let recoveryCode = try await makeCode(service)
        #expect(try await enabled(service).recoveryCode == nil)
        try await disable(service, recoveryCode.revealed)
    }

    @Test func `a key needs the password, and the last one counts`() async throws {
        let service = service()
        await #expect(throws: TOTPError.notEnabled) { try await confirm(service, "123456") }
        await #expect(throws: TOTPError.wrongPassword) { try await begin(service, password: "wrong") }
        #expect(try await accounts.find(.stub())?.totp == nil)
        let (first, second) = (try await begin(service), try await begin(service))
        await #expect(throws: TOTPError.wrongCode) { try await confirm(service, code(first)) }
        _ = try await confirm(service, code(second))
    }

    @Test func `a key that is cancelled while the password is compared is not stored`() async throws {
        let gate = Gate()
        let service = service(hasher: RenewingHasher(beforeComparing: { await gate.pass() }))
        let beginning = Task { try await begin(service) }
        await gate.arrival()
        beginning.cancel()
        await gate.open()
        await #expect(throws: TOTPError.service(.cancelled)) { try await beginning.value }
        #expect(try await accounts.find(.stub())?.totp == nil)
    }

    // MARK: Off

    @Test func `off needs the password and a code, and forgets the key`() async throws {
        let service = service()
        await #expect(throws: TOTPError.notEnabled) { try await disable(service, "123456") }
        let totp = try await enabled(service).totp
        await #expect(throws: TOTPError.wrongPassword) { try await disable(service, code(totp), password: "wrong") }
        await #expect(throws: TOTPError.wrongCode) { try await disable(service, "wrong") }
        await #expect(throws: TOTPError.wrongCode) { try await disable(service, RecoveryCode(.random).revealed) }
        #expect(try await isOn(service))
        try await disable(service, code(totp))
        #expect(try await !isOn(service))
        #expect(try await accounts.find(.stub())?.totp == nil)
    }

    @Test func `with one-time passwords, a recovery code replaces the password and not the app`() async throws {
        let service = service()
        let (totp, recoveryCode) = try await enabled(service)
        let code = AccountConfirmation(code: try #require(recoveryCode).revealed)
        let next = try await service.confirmPasswordReset(of: .stub(), with: code, to: Password("password2"))
        #expect(next == nil)
        #expect(try await accounts.find(.stub())?.recoveryHash == nil)
        #expect(try await isOn(service))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.confirmPasswordReset(of: .stub(), with: code, to: Password("password3"))
        }
        try await disable(service, self.code(totp), password: "password2")
    }

    @Test func `before the first one-time password, a recovery code is replaced by the next one`() async throws {
        let service = service()
        let made = try await makeCode(service)
        _ = try await begin(service)
        let code = AccountConfirmation(code: made.revealed)
        #expect(try await service.confirmPasswordReset(of: .stub(), with: code, to: Password("password2")) != nil)
    }

    @Test func `the recovery code works in place of a one-time password, once`() async throws {
        let service = service()
        let recoveryCode = try #require(try await enabled(service).recoveryCode).revealed
        try await disable(service, recoveryCode.lowercased())
        #expect(try await accounts.find(.stub())?.recoveryHash == nil)
        _ = try await enabled(service)
        await #expect(throws: TOTPError.wrongCode) { try await disable(service, recoveryCode) }
    }

    // MARK: Recovery codes

    @Test func `with one-time passwords, a new recovery code needs the password and one of them`() async throws {
        let service = service()
        let (totp, first) = try await enabled(service)
        let kept = try await accounts.find(.stub())?.recoveryHash
        await #expect(throws: MakeRecoveryCodeError.codeRequired) { try await makeCode(service) }
        for wrong in ["", "12345", code(totp, steps: 5), try #require(first).revealed] {
            await #expect(throws: MakeRecoveryCodeError.wrongCode) { try await makeCode(service, wrong) }
        }
        await #expect(throws: MakeRecoveryCodeError.usedCode) { try await makeCode(service, code(totp, steps: -1)) }
        await #expect(throws: MakeRecoveryCodeError.wrongPassword) {
            try await makeCode(service, code(totp), password: "wrong")
        }
        #expect(try await accounts.find(.stub())?.recoveryHash == kept)

        let second = try await makeCode(service, code(totp))
        #expect(try await isOn(service))
        await #expect(throws: MakeRecoveryCodeError.usedCode) { try await makeCode(service, code(totp)) }
        try await disable(service, second.revealed)
    }

    @Test func `before the first one-time password, a new recovery code needs the password alone`() async throws {
        let service = service()
        _ = try await begin(service)
        _ = try await makeCode(service)
        _ = try await makeCode(service, "123456")
    }

    @Test func `one-time passwords that are turned on while a recovery code is made keep the earlier one`() async throws
    {
        let gate = Gate()
        let totp = try await begin(service())
        let slow = service(hasher: RenewingHasher(beforeHashing: { await gate.pass() }))
        let making = Task { try await makeCode(slow) }
        var first: RecoveryCode?
        try await gate.open { first = try await confirm(service(), code(totp)) }
        await #expect(throws: MakeRecoveryCodeError.codeRequired) { try await making.value }
        let hash = try #require(first).revealed
        #expect(try await accounts.find(.stub())?.recoveryHash == PasswordHash("hash of \(hash)"))
    }

    @Test func `C9 wrong codes for a recovery code are throttled, and a missing one is no attempt`() async throws {
        let service = service(throttle: throttle)
        let totp = try await enabled(service).totp
        for _ in 0..<10 {
            await #expect(throws: MakeRecoveryCodeError.codeRequired) { try await makeCode(service) }
        }
        for _ in 0..<4 {
            await #expect(throws: MakeRecoveryCodeError.wrongCode) { try await makeCode(service, code(totp, steps: 5)) }
        }
        await #expect(throws: MakeRecoveryCodeError.throttled(.until(clock.dates.now + 1))) {
            try await makeCode(service, code(totp))
        }
    }

    @Test func `the key of a deleted account is worth nothing to the next owner of its ID`() async throws {
        let service = service()
        let totp = try await enabled(service).totp
        try await accounts.delete(.stub())
        let next = Account.stub(registrationID: .stub("next"), totp: AccountTOTP(totp, usedSteps: [0]))
        try await accounts.insert(next)
        #expect(try await !isOn(service))
        await #expect(throws: TOTPError.wrongPassword) { try await disable(service, code(totp)) }
        await #expect(throws: TOTPError.notEnabled) { try await confirm(service, code(totp)) }
        await #expect(throws: TOTPError.wrongPassword) { try await begin(service) }
        #expect(try await accounts.find(.stub()) == next)
    }

    // MARK: Codes

    @Test func `a code works once`() async throws {
        let service = service()
        let totp = try await begin(service)
        _ = try await confirm(service, code(totp))
        await #expect(throws: TOTPError.usedCode) { try await disable(service, code(totp)) }
        await #expect(throws: TOTPError.usedCode) { try await disable(service, code(totp, steps: -1)) }
        try await disable(service, code(totp, steps: 1))
    }

    @Test(arguments: [
        (-3_600, false), (-60, false), (-30, true), (0, true), (30, true), (60, false), (3_600, false),
    ])
    func `a clock may be off by a step, and not by an hour`(seconds: Int, works: Bool) async throws {
        let totp = try await begin(service())
        let typed = code(totp)
        if works {
            _ = try await confirm(service(seconds: TimeInterval(seconds)), typed)
        } else {
            await #expect(throws: TOTPError.wrongCode) {
                try await confirm(service(seconds: TimeInterval(seconds)), typed)
            }
        }
    }

    @Test func `the last used steps are kept, and no more`() {
        var totp = AccountTOTP(TOTP(TOTPSecret(.random)), usedSteps: Array(0..<20))
        #expect(totp.usedSteps == Array(12..<20))
        totp.use(20)
        #expect(totp.usedSteps == Array(13...20))
    }

    @Test func `the step of a clock that was ahead is kept, however many others are used before it comes`() {
        var totp = AccountTOTP(TOTP(TOTPSecret(.random)), usedSteps: [120])
        for step in 0..<100 { totp.use(step) }
        #expect(totp.usedSteps == [120] + Array(93..<100))
        // Nothing is before the used step, so the first of the steps is forgotten.
        var ahead = AccountTOTP(TOTP(TOTPSecret(.random)), usedSteps: Array(120..<128))
        ahead.use(0)
        #expect(ahead.usedSteps == Array(121..<128) + [0])
    }

    @Test func `a clock that was ahead locks no user out, and its code does not work again`() async throws {
        let ahead = service(seconds: 3_600)
        let totp = try await begin(ahead)
        _ = try await confirm(ahead, code(totp, steps: 120))
        await #expect(throws: TOTPError.usedCode) { try await disable(ahead, code(totp, steps: 120)) }
        try await disable(service(), code(totp))
    }

    @Test(arguments: [false, true])
    func `one code works once over 8 callers and two services on one folder`(isRecoveryCode: Bool) async throws {
        let folder = TemporaryFolder()
        let stores = (0..<2).map { _ in FileAccountRepository(folder: StorageDirectory(path: folder.path)) }
        try await stores[0].insert(.stub())
        let services = stores.map { service(accounts: $0) }
        for _ in 0..<Thoroughness.count(3, change: 30, soak: 1_000) {
            let (totp, made) = try await enabled(services[0])
            let typed = isRecoveryCode ? try #require(made).revealed : code(totp)
            let successes = await withTaskGroup { group in
                for caller in 0..<8 {
                    group.addTask {
                        do {
                            try await disable(services[caller % 2], typed)
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(successes == 1)
        }
    }

    @Test(arguments: [false, true])
    func `a code is used if the store has changed, and not before`(isAfter: Bool)
        async throws
    {
        let totp = try await enabled(service()).totp
        let fail: @Sendable (AccountRepositorySpy.Call) throws(StorageError) -> Void = { call throws(StorageError) in
            if case .update = call { throw .stub(.accounts) }
        }
        let broken =
            isAfter
            ? AccountRepositorySpy(wrapping: accounts, after: fail)
            : AccountRepositorySpy(wrapping: accounts, before: fail)
        await #expect(throws: TOTPError.service(.storage(.stub(.accounts)))) {
            try await disable(service(accounts: broken), code(totp))
        }
        #expect(try await isOn(service()) == !isAfter)
        if !isAfter { try await disable(service(), code(totp)) }
    }

    // MARK: Throttling

    @Test func `C9 codes are throttled with passwords, and a right password does not end that`() async throws {
        let service = service(throttle: throttle)
        let totp = try await enabled(service).totp
        for _ in 0..<4 {
            await #expect(throws: TOTPError.wrongCode) { try await disable(service, code(totp, steps: 5)) }
            // Otherwise, an attacker who has the password could try any number of codes.
            _ = try? await service.authenticate(.stub(), password: Password("password1"))
        }
        let throttled = TOTPError.throttled(.until(clock.dates.now + 1))
        await #expect(throws: throttled) { try await disable(service, code(totp)) }
        await #expect(throws: AuthenticationError.throttled(.until(clock.dates.now + 1))) {
            try await service.authenticate(.stub(), password: Password("password1"))
        }
        clock.advance(by: .seconds(1))
        try await disable(service, code(totp))
        // The right code ends the failures.
        _ = try await service.authenticate(.stub(), password: Password("password1"))
    }

    @Test func `C9 a used code counts as an attempt, like a wrong one`() async throws {
        let service = service(throttle: throttle)
        let totp = try await begin(service)
        let used = code(totp)
        _ = try await confirm(service, used)
        for _ in 0..<4 { await #expect(throws: TOTPError.usedCode) { try await disable(service, used) } }
        await #expect(throws: TOTPError.throttled(.until(clock.dates.now + 1))) { try await disable(service, used) }
    }

    @Test func `a question that compares nothing is no attempt`() async throws {
        let service = service(throttle: throttle)
        for _ in 0..<10 { await #expect(throws: TOTPError.notEnabled) { try await confirm(service, "123456") } }
        #expect(await attempts.update(of: nil) { $0 } == SignInAttempts())
    }
}
