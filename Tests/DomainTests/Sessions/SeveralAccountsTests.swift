import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of several accounts on one device.
@Suite(.timeLimit(.minutes(5)))
struct SeveralAccountsTests {
    private static let terms = Terms(required: [.stub()])

    private let app = SessionApp()
    private let consents = InMemoryConsentRepository()

    private func restore(_ app: SessionApp, policy: SessionPolicy = .untilSignOut, review: Bool = false)
        -> RestoreSession
    {
        RestoreSession(
            sessions: app.current,
            policy: policy,
            review: review ? ReviewTerms(terms: Self.terms, consents: consents) : nil
        )
    }

    private func change(
        to id: SessionID,
        _ app: SessionApp? = nil,
        policy: SessionPolicy = .untilSignOut,
        review: Bool = false
    ) async throws(SwitchAccountError) -> RestoreOutcome {
        let app = app ?? self.app
        return try await SwitchAccount(sessions: app.current, restore: restore(app, policy: policy, review: review))(id)
    }

    private func list(_ app: SessionApp? = nil) async throws -> [SessionItem] {
        try await (app ?? self.app).list()
    }

    @Test func `signing in to another account leaves the others signed in`() async throws {
        let sessions = [
            try await app.signIn("kim"), try await app.signIn("lee", remember: false), try await app.signIn("ann"),
        ]
        let items = try await list()
        #expect(Set(items.map(\.id)) == Set(sessions.map(\.id)))
        #expect(items.filter(\.isActive).map(\.accountID) == [.stub("ann")])
        #expect(app.revocationCount == 0)
    }

    @Test func `a deletion during a sign-in to its account leaves the session that is shown`() async throws {
        let kim = try await app.signIn("kim")
        let ann = try await app.signIn("ann")
        let deletion = Gate()
        let deleting = Task { [app] in
            try await DeleteAccount(
                service: DeletingService(session: kim.id, gate: deletion),
                sessions: app.current,
                consents: InMemoryConsentRepository()
            )(kim)
        }
        await deletion.arrival()
        let service = WaitingService("kim", await app.server.signIn(), recognizes: false)
        let signingIn = Task { [app] in try await app.signIn("kim", with: service) }
        await service.gate.arrival()
        await deletion.open()
        try await deleting.value
        #expect(try await app.store.active() == ann)
        await service.gate.open()
        await #expect(throws: SignInError.self) { try await signingIn.value }
        #expect(try await app.store.load().sessions == [ann])
        #expect(try await app.store.active() == ann)
        #expect(app.current.state == .signedIn(ann, .fresh))
    }

    @Test func `a sign-out during a cancelled sign-in to the same account ends its session`() async throws {
        _ = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        let service = WaitingService("lee", await app.server.signIn())
        let task = Task { [app] in try await app.signIn("lee", with: service) }
        await service.gate.arrival()
        _ = await app.signOut(try #require(try await app.store.active()).id)
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(app.current.state.session == nil)
        #expect(try await app.store.active() == nil)
        #expect(try await list().map(\.accountID) == [.stub("kim")])
    }

    @Test func `tokens that are refreshed during a sign-in to the same account survive its cancellation`() async throws
    {
        let (clock, refresh) = (ManualClock(), Gate())
        let server = SessionServer(dates: clock.dates) { request in
            if case .refresh = request { await refresh.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let lee = try await app.signIn("lee")
        let refreshing = Task { try await app.current.session(replacing: lee) }
        await refresh.arrival()
        let service = WaitingService("lee", await server.signIn())
        let task = Task { [app] in try await app.signIn("lee", with: service) }
        await service.gate.arrival()
        await refresh.open()
        let renewed = try await refreshing.value
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(app.current.state.session?.tokens == renewed?.tokens)
        #expect(try await app.store.active()?.tokens == renewed?.tokens)
        #expect(renewed?.tokens != lee.tokens)
    }

    /// A service that recognizes one session, and waits at a gate before it deletes an account.
    private struct DeletingService: AccountService {
        let session: SessionID
        let gate: Gate

        func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
            .signInRequired
        }

        func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError)
            -> AuthenticationOutcome
        { throw .invalidCredentials }

        func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { session.id == self.session }

        func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
            await gate.pass()
            return true
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `a sign-in that is cancelled after the sign-out of all accounts revives no session`(
        remember: Bool,
        isShown: Bool
    ) async throws {
        _ = try await app.signIn("kim", remember: remember)
        if !isShown { _ = try await app.signIn("lee") }
        let service = WaitingService("kim", await app.server.signIn())
        let task = Task { [current = app.current, dates = app.clock.dates] in
            let validator = FormValidatorStub(fields: [])
            let sut = SignIn(validator: validator, service: service, sessions: current, dates: dates)
            return try await sut(.signIn(id: "kim"))
        }
        await service.gate.arrival()
        _ = await SignOut(sessions: app.current).all()
        #expect(await app.current.deliverSignOuts() == 0)
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(try await list() == [])
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        // Other devices may have the same token as the sign-in, so it stays valid.
        #expect(await app.server.liveCount == 1)
    }

    @Test(arguments: [true, false])
    func `a deletion that fails after the sign-out of all accounts revives no session`(isShown: Bool) async throws {
        let session = try await app.signIn("kim")
        if !isShown { _ = try await app.signIn("lee") }
        let gate = Gate()
        let sut = DeleteAccount(
            service: AccountServiceSpy(
                deleteAccount: .failure(.remote(.serverError)),
                beforeAnswering: { await gate.pass() }
            ),
            sessions: app.current,
            consents: consents
        )
        let task = Task { try await sut(session) }
        await gate.arrival()
        _ = await SignOut(sessions: app.current).all()
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await task.value }
        #expect(try await list() == [])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a deletion that fails during a sign-in leaves the session of the new user active`()
        async throws
    {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = DeleteAccount(
            service: AccountServiceSpy(
                deleteAccount: .failure(.remote(.serverError)),
                beforeAnswering: { await gate.pass() }
            ),
            sessions: app.current,
            consents: consents
        )
        let deleting = Task { try await deletion(kim) }
        await gate.arrival()
        let lee = try await app.signIn("lee", remember: false)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await deleting.value }
        #expect(app.current.state == .signedIn(lee, .fresh))
        // The next launch restores no earlier user.
        #expect(try await app.store.load().sessions == [kim])
        #expect(try await app.store.active() == nil)
    }

    @Test(arguments: [SessionPolicy.untilSignOut, .standard])
    func `a switch replaces the document once`(policy: SessionPolicy) async throws {
        let changes = MessageLog<PortCall>()
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            after: { if case .changeSessions = $0 { changes.append($0) } }
        )
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim", policy: policy)
        _ = try await app.signIn("lee", policy: policy)
        app.clock.advance(by: .seconds(3_600))
        let before = changes.messages.count
        _ = try await app.switchAccount(to: kim.id, policy)
        #expect(changes.messages.count == before + 1)
        let isRecorded = policy == .standard
        #expect(try await store.active() == (isRecorded ? kim.touched(at: .stub + 3_600) : kim))
        #expect(app.current.state.session == (try await store.active()))
    }

    /// What happens while a server changes the password of the session that is shown.
    enum Event: CaseIterable {
        case signOut, signOutOfAll, signInOfAnother
    }

    /// Changes the password of a session, and does something before the server answers.
    private func changePassword(
        of session: Session,
        _ event: () async throws -> Void
    ) async throws -> Result<OpenedSession, any Error> {
        let gate = Gate()
        let answer = Authentication(accountID: session.accountID, profile: Profile(), tokens: await app.server.signIn())
        let sut = ChangePassword(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(changePassword: .success(answer), beforeAnswering: { await gate.pass() }),
            sessions: app.current,
            dates: app.clock.dates
        )
        let password = Password("password1")
        let task = Task { try await sut(session, from: password, to: password, confirmation: password) }
        await gate.arrival()
        try await event()
        await gate.open()
        return await task.result
    }

    @Test(arguments: Event.allCases, [true, false])
    func `a password change of a session that has ended meanwhile begins none`(event: Event, remember: Bool)
        async throws
    {
        let kim = try await app.signIn("kim", remember: remember)
        let result = try await changePassword(of: kim) {
            switch event {
            case .signOut: _ = await app.signOut()
            case .signOutOfAll: _ = await SignOut(sessions: app.current).all()
            case .signInOfAnother:
                _ = await app.signOut()
                _ = try await app.signIn("ann")
            }
        }
        #expect(throws: ChangePasswordError.sessionEnded) { try result.get() }
        let isAnother = event == .signInOfAnother
        #expect(app.current.state.session?.accountID == (isAnother ? .stub("ann") : nil))
        #expect(try await list().map(\.accountID) == (isAnother ? [.stub("ann")] : []))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (isAnother ? 1 : 0))
    }

    @Test(arguments: [true, false], [true, false])
    func `a password change leaves the account shown to which the user has switched`(
        remember: Bool,
        other: Bool
    ) async throws {
        let lee = try await app.signIn("lee", remember: other)
        let kim = try await app.signIn("kim", remember: remember)
        let result = try await changePassword(of: kim) { _ = try await app.switchAccount(to: lee.id) }
        let changed = try result.get().session
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.active() == (other ? lee : nil))
        #expect(Set(try await list().map(\.id)) == [lee.id, changed.id])
        #expect(try await app.switchAccount(to: changed.id) == .restored(changed))
    }

    @Test func `after a sign-in that could not be stored, a sign-out leaves none active`() async throws {
        let isFailing = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        _ = try await app.signIn("kim")
        isFailing.isOn = true
        _ = try await app.signIn("lee")
        isFailing.isOn = false
        #expect(await app.signOut() == .pending)
        #expect(try await store.load().activeID == nil)
        #expect(await app.relaunched().restore() == .none)
    }

    // MARK: Tokens that could not be stored, and sessions that a deletion has removed

    /// An app whose store fails while the switch is on, with a session whose newest tokens are not stored.
    private func appWithUnsavedTokens() async throws -> (SessionApp, Session, Switch) {
        let isFailing = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        #expect(app.current.state == .signedIn(renewed, .unsaved(.stub())))
        return (app, kim, isFailing)
    }

    @Test func `a second sign-in ends tokens of the first that could not be stored`() async throws {
        let (app, _, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        _ = try await app.signIn("kim")
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 1)
    }

    @Test func `a sign-out that could not be stored ends the newest tokens when it is repeated`() async throws {
        let (app, kim, isFailing) = try await appWithUnsavedTokens()
        #expect(await app.signOut() == .sessionRemains(.stub()))
        isFailing.isOn = false
        _ = await app.signOut(kim.id)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test(arguments: [true, false], [true, false])
    func `a failed deletion brings no session back that a sign-in has replaced`(
        isTokenShared: Bool,
        isSignedOut: Bool
    ) async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let sut = DeleteAccount(
            service: AccountServiceSpy(deleteAccount: .failure(.busy), beforeAnswering: { await gate.pass() }),
            sessions: app.current,
            consents: consents
        )
        let deleting = Task { try await sut(kim) }
        await gate.arrival()
        let new = try await app.signIn("kim", tokens: isTokenShared ? kim.tokens : nil)
        if isSignedOut { _ = await app.signOut() }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deleting.value }
        #expect(try await app.store.load().sessions == (isSignedOut ? [] : [new]))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (isSignedOut ? 0 : 1))
    }

    @Test func `the place of a session stays taken while its account is being deleted`() async throws {
        for number in 0..<StoredSessions.limit { _ = try await app.signIn("person\(number)") }
        let gate = Gate()
        let sut = DeleteAccount(
            service: AccountServiceSpy(deleteAccount: .failure(.busy), beforeAnswering: { await gate.pass() }),
            sessions: app.current,
            consents: consents
        )
        let session = try #require(app.current.state.session)
        let deleting = Task { try await sut(session) }
        await gate.arrival()
        await #expect(throws: SignInError.tooManyAccounts) { try await app.signIn("ann") }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deleting.value }
        #expect(try await list().count == StoredSessions.limit)
    }

    @Test func `a sign-out of the account to which the user is switching leaves the one that is shown`() async throws {
        let (gate, isBlocked) = (Gate(), Switch(false))
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            before: { if case .loadSessions = $0, isBlocked.isOn { await gate.pass() } }
        )
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        isBlocked.isOn = true
        let switching = Task { try await app.switchAccount(to: kim.id) }
        await gate.arrival()
        let signingOut = Task { await app.signOut(kim.id) }
        // Gives the sign-out time to wait for the switch.
        for _ in 0..<200 { await Task.yield() }
        await gate.open()
        #expect(await signingOut.value == .pending)
        #expect(try await switching.value == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.active() == lee)
    }

    @Test func `a switch to an expired session records no use, which would revive it`() async throws {
        let policy = SessionPolicy(idleLifetime: 100, lastUsedGranularity: 1)
        let kim = try await app.signIn("kim", policy: policy)
        app.clock.advance(by: .seconds(100))
        #expect(try await app.switchAccount(to: kim.id, policy) == .none)
        #expect(try await app.store.active() == kim)
    }

    @Test(arguments: [true, false], [true, false])
    func `a switch shows the other session, and needs no server`(first: Bool, second: Bool) async throws {
        let kim = try await app.signIn("kim", remember: first)
        let lee = try await app.signIn("lee", remember: second)
        for session in [kim, lee, kim] {
            #expect(try await change(to: session.id) == .restored(session))
            #expect(app.current.state == .signedIn(session, .fresh))
            #expect(try await list().filter(\.isActive).map(\.id) == [session.id])
            // The next launch restores the session that was shown last, if it is remembered.
            #expect(try await app.store.active() == (session.isRemembered ? session : nil))
        }
        #expect(app.server.requests.messages == [])
    }

    @Test func `a switch to a session that has ended changes nothing`() async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        _ = await app.signOut(kim.id)
        await #expect(throws: SwitchAccountError.notSignedIn) { try await change(to: kim.id) }
        #expect(app.current.state == .signedIn(lee, .fresh))
    }

    @Test func `a switch that cannot be stored changes nothing`() async throws {
        let isFull = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isFull.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        isFull.isOn = true
        await #expect(throws: SwitchAccountError.storage(.stub())) { try await change(to: kim.id, app) }
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await list(app).filter(\.isActive).map(\.id) == [lee.id])
        // A session that is in memory alone needs no store.
        let ann = try await app.signIn("ann")
        #expect(app.current.state == .signedIn(ann, .unsaved(.stub())))
        #expect(try await change(to: ann.id, app) == .restored(ann))
        let refreshed = try #require(try await app.current.session(replacing: ann))
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
    }

    @Test func `a switch to a session whose tokens could not be stored says so`() async throws {
        let isFull = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isFull.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        isFull.isOn = true
        let refreshed = try #require(try await app.current.session(replacing: kim))
        isFull.isOn = false
        _ = try await app.signIn("lee")
        #expect(try await change(to: kim.id, app) == .restored(refreshed))
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
    }

    @Test func `a switch to a session that another process ends meanwhile ends no other one`() async throws {
        let isEnded = Switch(false)
        let stored = InMemorySessionRepository()
        let store = SessionRepositorySpy(wrapping: stored) { call throws(StorageError) in
            if call == .loadSessions, isEnded.isOn { await stored.clear() }
        }
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee", remember: false)
        isEnded.isOn = true
        #expect(try await change(to: kim.id, app) == .none)
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(try await list(app).map(\.id) == [lee.id])
        #expect(try await change(to: lee.id, app) == .restored(lee))
    }

    @Test(arguments: [true, false])
    func `the use of a session is recorded, whether or not it is remembered`(remember: Bool) async throws {
        let session = try await app.signIn(remember: remember)
        app.clock.advance(by: .seconds(3_600))
        let used = session.touched(at: app.clock.date)
        #expect(await restore(app, policy: .standard)() == .restored(used))
        #expect(app.current.state == .signedIn(used, .fresh))
        #expect(try await app.store.active() == (remember ? used : nil))
    }

    @Test func `a switch by another process, while the use of a session is recorded, is followed`() async throws {
        let (stored, isSwitched) = (InMemorySessionRepository(), Switch(true))
        let kim = SessionID(digits: String(repeating: "a", count: SessionID.digitCount))
        let store = SessionRepositorySpy(wrapping: stored) { call throws(StorageError) in
            guard case .changeSessions = call, !isSwitched.isOn else { return }
            isSwitched.isOn = true
            await stored.update { _ = $0.activate(kim) }
        }
        let app = SessionApp(store: store)
        let session = Session.stub(id: try #require(kim), accountID: .stub("kim"))
        await stored.update { $0.begin(session) }
        _ = try await app.signIn("lee")
        app.clock.advance(by: .seconds(3_600))
        isSwitched.isOn = false
        #expect(await restore(app, policy: .standard)() == .restored(session.touched(at: app.clock.date)))
    }

    @Test(arguments: [true, false])
    func `a switch to an expired session says so, and the other one stays signed in`(remember: Bool) async throws {
        let policy = SessionPolicy(idleLifetime: 100)
        let kim = try await app.signIn("kim")
        app.clock.advance(by: .seconds(100))
        let lee = try await app.signIn("lee", remember: remember)
        let list = ListSessions(sessions: app.current, restore: restore(app, policy: policy))
        #expect(try await list().map(\.isExpired) == [true, false])
        #expect(try await change(to: kim.id, policy: policy) == .none)
        #expect(app.current.state == .signedOut(.expired))
        // A launch does not bring back the one before.
        #expect(await restore(app, policy: policy)() == .none)
        #expect(app.current.state == .signedOut(.expired))
        #expect(try await change(to: lee.id, policy: policy) == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
    }

    @Test(arguments: [true, false])
    func `a session that expires is over for that reason`(isLaunch: Bool) async throws {
        let policy = SessionPolicy(idleLifetime: 100)
        _ = try await app.signIn()
        app.clock.advance(by: .seconds(100))
        let app = isLaunch ? SessionApp(store: app.store, server: app.server, clock: app.clock) : app
        #expect(await restore(app, policy: policy)() == .none)
        #expect(app.current.state == .signedOut(.expired))
        #expect(await restore(app, policy: policy)() == .none)
        #expect(app.current.state == .signedOut(.expired))
    }

    @Test func `a switch to a session from another clock shows that it is uncertain`() async throws {
        let kim = try await app.signIn("kim")
        app.clock.date -= 2 * 86_400
        let lee = try await app.signIn("lee")
        let app = SessionApp(store: app.store, server: app.server, clock: app.clock)
        let restore = restore(app, policy: .standard)
        let switchAccount = SwitchAccount(sessions: app.current, restore: restore)
        #expect(try await switchAccount(kim.id) == .uncertain(kim))
        #expect(app.current.state == .uncertain(kim))
        #expect(try await switchAccount(lee.id) == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
    }

    @Test func `a switch to an account that has not agreed to the terms requires that first`() async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        await consents.record([.stub(accountID: lee.accountID)])
        #expect(try await change(to: kim.id, review: true) == .termsRequired(kim, [.stub()]))
        #expect(app.current.state == .agreementRequired(kim, [.stub()]))
        await #expect(throws: SessionError.signedOut) { try await app.current.session() }
        let agree = AgreeToTerms(
            service: AccountServiceSpy(),
            sessions: app.current,
            consents: consents,
            dates: app.clock.dates
        )
        try await agree(to: [.stub()], by: kim)
        #expect(app.current.state == .signedIn(kim, .fresh))
        #expect(try await change(to: lee.id, review: true) == .restored(lee))
    }

    @Test func `a switch whose consents cannot be read does not show the earlier session`() async throws {
        let kim = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        let review = ReviewTerms(terms: Self.terms, consents: ConsentRepositorySpy(read: .failure(.stub(.consents))))
        let restore = RestoreSession(sessions: app.current, review: review)
        #expect(
            try await SwitchAccount(sessions: app.current, restore: restore)(kim.id) == .unavailable(.stub(.consents))
        )
        #expect(app.current.state == .unavailable(.stub(.consents)))
        #expect(try await app.store.active() == kim)
    }

    // MARK: The limit

    private static let counts = [StoredSessions.limit - 1, StoredSessions.limit, StoredSessions.limit + 1]

    private func fill(_ count: Int, remember: Bool) async throws {
        for number in 0..<min(count, StoredSessions.limit) {
            _ = try await app.signIn("person\(number)", remember: remember)
        }
        // An earlier version may have had a higher limit.
        guard count > StoredSessions.limit, remember else { return }
        try await app.store.update { $0.begin(.stub(id: .stub("more"), accountID: .stub("more"))) }
    }

    @Test(arguments: counts, [true, false])
    func `a sign-in to one account too many is refused before its password is checked`(count: Int, remember: Bool)
        async throws
    {
        try await fill(count, remember: remember)
        let log = MessageLog<PortCall>()
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(log: log),
            sessions: app.current,
            dates: app.clock.dates
        )
        if count < StoredSessions.limit {
            _ = try await sut(.signIn())
        } else {
            await #expect(throws: SignInError.tooManyAccounts) { try await sut(.signIn()) }
            #expect(log.messages == [])
            // An account that is signed in needs no other place.
            if count == StoredSessions.limit { _ = try await app.signIn("person0", remember: remember) }
        }
        #expect(try await list().count == (count > StoredSessions.limit && remember ? count : StoredSessions.limit))
    }

    @Test(arguments: [true, false])
    func `expired sessions leave their places to others`(remember: Bool) async throws {
        let policy = SessionPolicy(lifetime: 100)
        for number in 0..<StoredSessions.limit {
            _ = try await app.signIn("person\(number)", remember: remember, policy: policy)
        }
        app.clock.advance(by: .seconds(99))
        await #expect(throws: SignInError.tooManyAccounts) { try await app.signIn("late", policy: policy) }
        app.clock.advance(by: .seconds(1))
        let late = try await app.signIn("late", policy: policy)
        #expect(app.current.state == .signedIn(late, .fresh))
        if remember { #expect(try await list().count == 2) }
    }

    @Test(arguments: counts)
    func `a sign-up of one account too many registers nothing`(count: Int) async throws {
        try await fill(count, remember: true)
        let log = MessageLog<PortCall>()
        let sut = SignUp(
            validator: FormValidatorStub(),
            service: AccountServiceSpy(log: log),
            sessions: app.current,
            dates: app.clock.dates
        )
        if count < StoredSessions.limit {
            #expect(try await sut(.signUp()).session != nil)
        } else {
            await #expect(throws: SignUpError.tooManyAccounts) { try await sut(.signUp()) }
            #expect(log.messages == [])
        }
    }

    @Test(arguments: [true, false])
    func `sign-ins at the same time take no more places than there are`(remember: Bool) async throws {
        try await fill(StoredSessions.limit - 1, remember: remember)
        let (gate, log) = (Gate(), MessageLog<PortCall>())
        let count = await withTaskGroup { [app] group in
            for number in 0..<5 {
                let authentication = Authentication(
                    accountID: .stub("late\(number)"),
                    profile: Profile(nickname: .stub()),
                    tokens: await app.server.signIn()
                )
                let service = AccountServiceSpy(
                    log: log,
                    authenticate: .success(.authenticated(authentication)),
                    beforeAnswering: { await gate.pass() }
                )
                let sut = SignIn(
                    validator: FormValidatorStub(fields: []),
                    service: service,
                    sessions: app.current,
                    dates: app.clock.dates
                )
                group.addTask {
                    do throws(SignInError) {
                        _ = try await sut(.signIn(id: "late\(number)"), remember: remember)
                        return 1
                    } catch {
                        #expect(error == .tooManyAccounts)
                        return 0
                    }
                }
            }
            await log.arrival(of: 5)
            await gate.open()
            return await group.reduce(0, +)
        }
        #expect(count == 1)
        #expect(try await list().count == StoredSessions.limit)
        // The server ends the sessions that found no place.
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (try await list().count))
    }

    @Test func `a sign-up whose place was taken meanwhile requires a sign-in later`() async throws {
        try await fill(StoredSessions.limit - 1, remember: true)
        let sut = SignUp(
            validator: FormValidatorStub(),
            service: AccountServiceSpy(beforeAnswering: { [app] in _ = try? await app.signIn("late") }),
            sessions: app.current,
            dates: app.clock.dates
        )
        #expect(try await sut(.signUp()) == .signInRequired)
        #expect(try await list().count == StoredSessions.limit)
    }
}
