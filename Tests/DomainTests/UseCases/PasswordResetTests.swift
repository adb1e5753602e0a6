import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of recovery codes, and of messages of a server that a test decides about.
@Suite(.timeLimit(.minutes(5)))
struct PasswordResetTests {
    private let clock = ManualClock()
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub(), .stub(id: .stub("lee@x.com"))])
    private let operations = InMemoryPendingOperationRepository()
    private let sessions: any SessionRepository = InMemorySessionRepository(.stub())

    private func local(
        hasher: any PasswordHasher = PasswordHasherStub(),
        throttle: SignInThrottle? = nil
    ) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts,
            hasher: hasher,
            dates: clock.dates,
            identifiers: .random,
            throttle: throttle
        )
    }

    private func confirm(
        _ service: any PasswordResetting,
        _ code: String,
        of id: AccountID? = .stub(),
        to new: String = "password2",
        confirmation: String? = nil,
        sessions: CurrentSession? = nil
    ) async throws(ConfirmPasswordResetError) -> PasswordReset {
        let sut = ConfirmPasswordReset(
            validator: FormValidatorStub(),
            service: service,
            operations: operations,
            sessions: sessions ?? .stub(self.sessions)
        )
        return try await sut(
            of: id,
            with: AccountConfirmation(code: code),
            to: Password(new),
            confirmation: Password(confirmation ?? new)
        )
    }

    private func makeCode(_ service: LocalAccountService, password: String = "password1") async throws -> String {
        try await MakeRecoveryCode(service: service)(.stub(), password: Password(password)).revealed
    }

    private func request(_ service: any PasswordResetting) -> RequestPasswordReset {
        RequestPasswordReset(service: service, operations: operations, dates: clock.dates)
    }

    // MARK: Recovery codes

    @Test func `a recovery code sets the password once, and is replaced by another one`() async throws {
        let service = local()
        let code = try await makeCode(service)
        #expect(try await accounts.find(.stub())?.recoveryHash == PasswordHash("hash of \(code)"))

        let reset = try await confirm(service, code.lowercased().replacing("-", with: " "))
        _ = try await service.authenticate(.stub(), password: Password("password2"))
        await #expect(throws: AuthenticationError.invalidCredentials) {
            try await service.authenticate(.stub(), password: Password("password1"))
        }
        await #expect(throws: ConfirmPasswordResetError.wrongCode) { try await confirm(service, code) }
        let next = try #require(reset.recoveryCode).revealed
        #expect(next != code)
        _ = try await confirm(service, next, to: "password3")
        _ = try await service.authenticate(.stub(), password: Password("password3"))
    }

    @Test func `a new recovery code replaces the one before, and needs the password`() async throws {
        let service = local()
        let first = try await makeCode(service)
        await #expect(throws: MakeRecoveryCodeError.wrongPassword) { try await makeCode(service, password: "wrong") }
        let second = try await makeCode(service)
        await #expect(throws: ConfirmPasswordResetError.wrongCode) { try await confirm(service, first) }
        _ = try await confirm(service, second)
    }

    @Test func `a reset ends the session of the account on this device, and no other`() async throws {
        try await sessions.update { $0.begin(.stub(id: .stub("2"), accountID: .stub("lee@x.com"))) }
        let service = local()
        let code = try await makeCode(service)
        #expect(try await confirm(service, code).storageError == nil)
        #expect(try await sessions.load().sessions.map(\.accountID) == [.stub("lee@x.com")])
    }

    @Test func `a reset leaves the sessions on other devices to the server`() async throws {
        let app = SessionApp(scopes: Set(SignOutScope.allCases), unreachableWhile: Switch(false))
        _ = try await app.signIn("kim")
        _ = try await confirm(MessageServer(), "123456", of: .stub("kim"), sessions: app.current)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.scopes.messages == [.thisDevice])
    }

    @Test func `a reset by e-mail address ends the session of its account`() async throws {
        let address = AccountID.stub("kim@x.com")
        let profile = Profile(email: try EmailAddress(address.text))
        try await sessions.update { $0.begin(.stub(id: .stub("2"), accountID: .stub("kim"), profile: profile)) }
        let server = MessageServer(resetField: .email)
        #expect(request(server).field == .email)
        _ = try await confirm(server, "123456", of: address)
        #expect(try await sessions.load().sessions == [.stub()])
    }

    @Test func `a reset by e-mail address ends the sessions whose address is unknown, and no other`() async throws {
        let other = Profile(email: try EmailAddress("lee@x.com"))
        try await sessions.update { $0.begin(.stub(id: .stub("2"), accountID: .stub("lee"), profile: other)) }
        for name in ["kim", "park"] {
            try await sessions.update { $0.begin(.stub(id: .stub(name), accountID: .stub(name))) }
        }
        _ = try await confirm(MessageServer(resetField: .email), "123456", of: .stub("kim@x.com"))
        #expect(try await sessions.load().sessions.map(\.accountID) == [.stub(), .stub("lee")])
    }

    @Test func `a session that cannot be removed is told, and the password is set`() async throws {
        let error = StorageError.stub(.session, .full)
        let store = SessionRepositorySpy(wrapping: sessions) { call throws(StorageError) in
            if case .changeSessions = call { throw error }
            if call == .clearSessions { throw error }
        }
        let service = local()
        let reset = try await confirm(service, try await makeCode(service), sessions: .stub(store))
        #expect(reset.storageError == error)
        _ = try await service.authenticate(.stub(), password: Password("password2"))
        let unreadable = SessionRepositorySpy(load: .failure(error))
        let next = try await confirm(service, try #require(reset.recoveryCode).revealed, sessions: .stub(unreadable))
        #expect(next.storageError == error)
    }

    @Test(arguments: [AccountID.stub("lee@x.com"), .stub("unknown@x.com"), nil])
    func `C6 a code sets no other password, and IDs without a code take the same work`(id: AccountID?)
        async throws
    {
        let hasher = PasswordHasherStub()
        let service = local(hasher: hasher)
        let code = try await makeCode(service)
        let (before, hashes) = (try await accounts.find(.stub("lee@x.com")), hasher.hashCount)
        await #expect(throws: ConfirmPasswordResetError.wrongCode) { try await confirm(service, code, of: id) }
        #expect(try await accounts.find(.stub("lee@x.com")) == before)
        // Without an ID, nothing is compared.
        #expect(hasher.hashCount - hashes == (id == nil ? 0 : 1))
    }

    @Test(arguments: ["", "wrong", "0000-0000-0000-0000"])
    func `a wrong code changes nothing, and codes and passwords are throttled together`(code: String) async throws {
        let throttle = SignInThrottle(attempts: InMemoryAttemptRepository(), dates: clock.dates)
        let service = local(throttle: throttle)
        let right = try await makeCode(service)
        for _ in 0..<4 {
            await #expect(throws: ConfirmPasswordResetError.wrongCode) { try await confirm(service, code) }
        }
        guard RecoveryCode(code) != nil else {
            // A text that is no code is no attempt.
            _ = try await confirm(service, right)
            return
        }
        let error = ConfirmPasswordResetError.throttled(.until(.stub + 1))
        await #expect(throws: error) { try await confirm(service, right) }
        await #expect(throws: AuthenticationError.throttled(.until(.stub + 1))) {
            try await service.authenticate(.stub(), password: Password("password1"))
        }
        clock.advance(by: .seconds(1))
        _ = try await confirm(service, right)
    }

    @Test func `of two simultaneous resets with one code, one succeeds`() async throws {
        let code = try await makeCode(local())
        let gate = Gate()
        // Both have verified the code before either one stores a new password.
        let service = local(hasher: RenewingHasher(beforeHashing: { await gate.pass() }))
        let resets = ["password2", "password3"].map { new in
            Task { try await confirm(service, code, to: new).recoveryCode != nil }
        }
        await gate.arrival(of: 2)
        await gate.open()
        var successes = 0
        for reset in resets {
            do { if try await reset.value { successes += 1 } } catch ConfirmPasswordResetError.wrongCode {}
        }
        #expect(successes == 1)
    }

    @Test func `a reset that is cancelled while it hashes changes nothing, and uses no code`() async throws {
        let code = try await makeCode(local())
        let gate = Gate()
        let service = local(hasher: RenewingHasher(beforeHashing: { await gate.pass() }))
        let reset = Task { try await confirm(service, code) }
        await gate.arrival()
        reset.cancel()
        await gate.open()
        await #expect(throws: ConfirmPasswordResetError.service(.cancelled)) { try await reset.value }
        #expect(try await sessions.active() == .stub())
        _ = try await confirm(local(), code)
    }

    @Test func `a recovery code that is cancelled while it is hashed is not stored`() async throws {
        let gate = Gate()
        let service = local(hasher: RenewingHasher(beforeHashing: { await gate.pass() }))
        let making = Task { try await makeCode(service) }
        await gate.arrival()
        making.cancel()
        await gate.open()
        await #expect(throws: MakeRecoveryCodeError.service(.cancelled)) { try await making.value }
        #expect(try await accounts.find(.stub())?.recoveryHash == nil)
    }

    @Test(arguments: [("", nil), ("password2", "password3")] as [(String, String?)])
    func `an invalid new password uses no code`(new: String, confirmation: String?) async throws {
        let service = local()
        let code = try await makeCode(service)
        await #expect(throws: ConfirmPasswordResetError.self) {
            try await confirm(service, code, to: new, confirmation: confirmation)
        }
        _ = try await confirm(service, code)
    }

    @Test func `the code of a deleted account is worth nothing to the next owner of its ID`() async throws {
        let service = local()
        let code = try await makeCode(service)
        try await accounts.delete(.stub())
        try await accounts.insert(.stub(registrationID: .stub("next")))
        await #expect(throws: ConfirmPasswordResetError.wrongCode) { try await confirm(service, code) }
        await #expect(throws: MakeRecoveryCodeError.wrongPassword) { try await makeCode(service) }
    }

    @Test func `no recovery code is made for the next owner of an ID, and none is shown`() async throws {
        let gate = Gate()
        let service = local(hasher: RenewingHasher(beforeHashing: { await gate.pass() }))
        let code = Task { try await makeCode(service) }
        let next = Account.stub(registrationID: .stub("next"))
        try await gate.open {
            try await accounts.delete(.stub())
            try await accounts.insert(next)
        }
        await #expect(throws: MakeRecoveryCodeError.wrongPassword) { try await code.value }
        #expect(try await accounts.find(.stub()) == next)
    }

    @Test(arguments: [PasswordHashingError.busy, .cancelled, .unavailable, .corruptPasswordHash])
    func `an error of the hasher changes nothing`(error: PasswordHashingError) async throws {
        let code = try await makeCode(local())
        let before = try await accounts.find(.stub())
        await #expect(throws: ConfirmPasswordResetError.self) {
            try await confirm(local(hasher: PasswordHasherStub(error: error)), code)
        }
        #expect(try await accounts.find(.stub()) == before)
    }

    // MARK: Messages

    @Test func `an account with a recovery code needs no message`() async throws {
        let sut = request(local())
        #expect(sut.proof == .recoveryCode)
        await #expect(throws: RequestPasswordResetError.service(.notOffered)) { try await sut(for: .stub()) }
        #expect(try await sut.pending() == nil)
    }

    @Test func `a message can be requested once a minute, and the request survives a relaunch`() async throws {
        let server = MessageServer()
        let sut = request(server)
        #expect(try await sut.pending() == nil)
        let first = try await sut(for: .stub())
        #expect(first.resendAt == .stub + 60)
        #expect(try await request(server).pending() == first)
        clock.advance(by: .seconds(59))
        await #expect(throws: RequestPasswordResetError.throttled(until: .stub + 60)) { try await sut(for: .stub()) }
        // Another account does not have to wait.
        _ = try await sut(for: .stub("lee@x.com"))
        clock.advance(by: .seconds(1))
        #expect(try await sut(for: .stub()).resendAt == .stub + 120)
        #expect(server.requests.messages == [.stub(), .stub("lee@x.com"), .stub()])
        #expect(try await sut.pending()?.resendAt == .stub + 120)
        clock.advance(by: .seconds(24 * 3_600 + 1))
        #expect(try await sut.pending() == nil)
    }

    @Test(
        arguments: [
            .remote(.refused(ServerMessage("There is no such account."), field: .id)), .remote(.pathError),
        ] as [AccountServiceFailure]
    )
    func `C6 a refusal looks like a message that was sent`(refusal: AccountServiceFailure) async throws {
        let server = MessageServer(answer: refusal)
        let request = try await request(server)(for: .stub())
        #expect(request.resendAt == .stub + 60)
        #expect(try await self.request(server).pending() == request)
    }

    @Test(
        arguments: [.remote(.network(.unreachable)), .remote(.throttled(retryAfter: nil))] as [AccountServiceFailure]
    )
    func `a request that was not sent is told, and can be sent again at once`(failure: AccountServiceFailure)
        async throws
    {
        await #expect(throws: RequestPasswordResetError.service(failure)) {
            try await request(MessageServer(answer: failure))(for: .stub())
        }
        #expect(try await request(MessageServer()).pending() == nil)
        _ = try await request(MessageServer())(for: .stub())
    }

    @Test func `a request that may have been sent has to wait, and a set password ends it`() async throws {
        await #expect(throws: RequestPasswordResetError.service(.remote(.serverError))) {
            try await request(MessageServer(answer: .remote(.serverError)))(for: .stub())
        }
        await #expect(throws: RequestPasswordResetError.throttled(until: .stub + 60)) {
            try await request(MessageServer())(for: .stub())
        }
        let reset = try await confirm(MessageServer(), "123456")
        #expect(reset.recoveryCode == nil)
        #expect(try await request(MessageServer()).pending() == nil)
    }

    @Test(arguments: PendingOperation.Action.allCases)
    func `a reset neither goes on with another operation nor ends it`(action: PendingOperation.Action) async throws {
        let operation = PendingOperation(action: action, accountID: .stub(), key: "1", begunAt: clock.dates.now)
        _ = await operations.begin(operation, forgettingBefore: .distantPast)
        #expect(try await request(MessageServer()).pending()?.accountID == (action == .resetPassword ? .stub() : nil))
        _ = try await confirm(MessageServer(), "123456")
        #expect(await operations.pending() == (action == .resetPassword ? [] : [operation]))
    }

    @Test(arguments: [(AccountID.stub(), [AccountID.stub("lee@x.com")]), (nil, [])] as [(AccountID?, [AccountID])])
    func `a set password ends the requests of its account, or all if only the link knows it`(
        id: AccountID?,
        left: [AccountID]
    ) async throws {
        for id in [AccountID.stub("lee@x.com"), .stub()] { _ = try await request(MessageServer())(for: id) }
        _ = try await confirm(MessageServer(), "123456", of: id)
        #expect(await operations.pending().map(\.accountID) == left)
    }

    @Test func `a clock that was set back does not prevent a request`() async throws {
        let clock = clock
        _ = try await request(MessageServer())(for: .stub())
        let earlier = RequestPasswordReset(
            service: MessageServer(),
            operations: operations,
            dates: DateGenerator { clock.dates.now - 3_600 }
        )
        _ = try await earlier(for: .stub())
    }

    @Test func `a store that fails stops the request before a message is sent`() async throws {
        let server = MessageServer()
        let sut = RequestPasswordReset(service: server, operations: BrokenOperations(), dates: clock.dates)
        let error = RequestPasswordResetError.service(.storage(.stub(.pendingOperations)))
        await #expect(throws: error) { try await sut(for: .stub()) }
        #expect(server.requests.messages == [])
    }
}

/// A server that sends messages, and accepts every code.
private struct MessageServer: PasswordResetting {
    var answer: AccountServiceFailure?
    let requests = MessageLog<AccountID>()

    let resetField: AccountField

    init(answer: AccountServiceFailure? = nil, resetField: AccountField = .id) {
        self.answer = answer
        self.resetField = resetField
    }

    var resetProof: ResetProof { .message }

    func requestPasswordReset(for id: AccountID) async throws(AccountServiceFailure) {
        requests.append(id)
        if let answer { throw answer }
    }

    func confirmPasswordReset(
        of id: AccountID?,
        with confirmation: AccountConfirmation,
        to new: Password
    ) async throws(AuthenticationError) -> RecoveryCode? { nil }
}

/// A store of operations that fails.
struct BrokenOperations: PendingOperationRepository {
    func begin(_ operation: PendingOperation, forgettingBefore oldest: Date) async throws(StorageError)
        -> PendingOperation
    {
        throw .stub(.pendingOperations)
    }

    func end(_ operation: PendingOperation) async throws(StorageError) { throw .stub(.pendingOperations) }
    func pending() async throws(StorageError) -> [PendingOperation] { throw .stub(.pendingOperations) }
}
