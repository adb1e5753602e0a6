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

    private func restore(_ app: SessionApp, review: Bool = false) -> RestoreSession {
        RestoreSession(sessions: app.current, review: review ? ReviewTerms(terms: Self.terms, consents: consents) : nil)
    }

    private func change(
        to id: SessionID,
        _ app: SessionApp? = nil,
        review: Bool = false
    ) async throws(SwitchAccountError) -> RestoreOutcome {
        let app = app ?? self.app
        return try await SwitchAccount(sessions: app.current, restore: restore(app, review: review))(id)
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

    @Test(arguments: [SessionPolicy.untilSignOut, .standard])
    func `a switch replaces the document once`(policy: SessionPolicy) async throws {
        let changes = MessageLog<PortCall>()
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            after: { if case .changeSessions = $0 { changes.append($0) } }
        )
        let app = SessionApp(store: store, policy: policy)
        let kim = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        app.clock.advance(by: .seconds(3_600))
        let before = changes.messages.count
        _ = try await app.switchAccount(to: kim.id)
        #expect(changes.messages.count == before + 1)
        let isRecorded = policy == .standard
        #expect(try await store.active() == (isRecorded ? kim.touched(at: .stub + 3_600) : kim))
        #expect(app.current.state.session == (try await store.active()))
    }

    @Test(arguments: [true, false])
    func `a sign-out of the account to which the user is switching leaves the one that is shown`(remember: Bool)
        async throws
    {
        let (gate, isBlocked) = (Gate(), Switch(false))
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            before: { if case .loadSessions = $0, isBlocked.isOn { await gate.pass() } }
        )
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee", remember: remember)
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
        #expect(try await app.store.active() == (remember ? lee : nil))
    }

    @Test func `a switch to an expired session records no use, which would revive it`() async throws {
        let app = SessionApp(policy: SessionPolicy(idleLifetime: 100, lastUsedGranularity: 1))
        let kim = try await app.signIn("kim")
        app.clock.advance(by: .seconds(100))
        #expect(try await app.switchAccount(to: kim.id) == .none)
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
        let app = SessionApp(failingWhile: isFull)
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
        let (isFull, gate, clock) = (Switch(false), Gate(), ManualClock())
        let server = SessionServer(dates: clock.dates) { if case .revoke = $0 { await gate.pass() } }
        let app = SessionApp(failingWhile: isFull, server: server, clock: clock)
        _ = try await app.signIn("ann")
        _ = await app.signOut()
        // While a sign-out is being delivered, nothing else is stored late.
        await gate.arrival()
        let kim = try await app.signIn("kim")
        isFull.isOn = true
        let refreshed = try #require(try await app.current.session(replacing: kim))
        isFull.isOn = false
        _ = try await app.signIn("lee")
        #expect(try await change(to: kim.id, app) == .restored(refreshed))
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
        await gate.open()
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
        let app = SessionApp(policy: .standard)
        let session = try await app.signIn(remember: remember)
        app.clock.advance(by: .seconds(3_600))
        let used = session.touched(at: app.clock.date)
        #expect(await restore(app)() == .restored(used))
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
        let app = SessionApp(store: store, policy: .standard)
        let session = Session.stub(id: try #require(kim), accountID: .stub("kim"))
        await stored.update { $0.begin(session) }
        _ = try await app.signIn("lee")
        app.clock.advance(by: .seconds(3_600))
        isSwitched.isOn = false
        #expect(await restore(app)() == .restored(session.touched(at: app.clock.date)))
    }

    @Test(arguments: [true, false])
    func `a switch to an expired session is refused, and the shown one goes on`(remember: Bool) async throws {
        let app = SessionApp(policy: SessionPolicy(idleLifetime: 100))
        let kim = try await app.signIn("kim")
        app.clock.advance(by: .seconds(100))
        let lee = try await app.signIn("lee", remember: remember)
        #expect(try await app.list().map(\.isExpired) == [true, false])
        await #expect(throws: SwitchAccountError.notSignedIn) { try await change(to: kim.id, app) }
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.active() == (remember ? lee : nil))
        #expect(await restore(app)() == .restored(lee))
        #expect(try await app.list().map(\.isExpired) == [true, false])
    }

    @Test(arguments: [true, false])
    func `a session that expires during the switch to it is over, and the other one stays`(
        remember: Bool
    ) async throws {
        let (clock, isLate) = (ManualClock(), Switch(false))
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            after: { call throws(StorageError) in
                if case .changeSessions = call, isLate.isOn { clock.advance(by: .seconds(50)) }
            }
        )
        let app = SessionApp(store: store, clock: clock, policy: SessionPolicy(idleLifetime: 100))
        let kim = try await app.signIn("kim")
        clock.advance(by: .seconds(50))
        let lee = try await app.signIn("lee", remember: remember)
        isLate.isOn = true
        #expect(try await change(to: kim.id, app) == .none)
        isLate.isOn = false
        #expect(app.current.state == .signedOut(.expired))
        // A launch does not bring back the one before.
        #expect(await restore(app)() == .none)
        #expect(app.current.state == .signedOut(.expired))
        #expect(try await change(to: lee.id, app) == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
    }

    @Test(arguments: [true, false])
    func `a session that expires is over for that reason`(isLaunch: Bool) async throws {
        let first = SessionApp(policy: SessionPolicy(idleLifetime: 100))
        _ = try await first.signIn()
        first.clock.advance(by: .seconds(100))
        let app = isLaunch ? first.relaunched() : first
        #expect(await restore(app)() == .none)
        #expect(app.current.state == .signedOut(.expired))
        #expect(await restore(app)() == .none)
        #expect(app.current.state == .signedOut(.expired))
    }

    @Test func `a switch to a session from another clock shows that it is uncertain`() async throws {
        let earlier = SessionApp(policy: .standard)
        let kim = try await earlier.signIn("kim")
        earlier.clock.date -= 2 * 86_400
        let lee = try await earlier.signIn("lee")
        let app = earlier.relaunched()
        let restore = restore(app)
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
        let agree = AgreeToTerms(service: AccountServiceSpy(), sessions: app.current, consents: consents)
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

    @Test func `a restoration that was waiting does not undo a switch`() async throws {
        let app = SessionApp(policy: .standard)
        let lee = try await app.signIn("lee")
        let kim = try await app.signIn("kim", remember: false)
        await consents.record([kim, lee].map { .stub(accountID: $0.accountID) })
        let (first, second) = (Gate(), Gate())
        let waiting = WaitingConsents(consents: consents, gates: [kim.accountID: first, lee.accountID: second])
        let review = ReviewTerms(terms: Self.terms, consents: waiting)
        let restore = RestoreSession(sessions: app.current, review: review)
        let switchAccount = SwitchAccount(sessions: app.current, restore: restore)
        // The restoration has a use to show, which changes the session.
        app.clock.advance(by: .seconds(3_600))
        let hasEnded = Switch(false)
        let restoring = Task {
            defer { hasEnded.isOn = true }
            return await restore()
        }
        await first.arrival()
        let switching = Task { try await switchAccount(lee.id) }
        await second.arrival()
        await first.open()
        // It begins again, with the session to which the user is switching.
        while !hasEnded.isOn, waiting.reads.messages.count < 3 { await Task.yield() }
        await second.open()
        let used = lee.touched(at: app.clock.date)
        #expect(try await switching.value == .restored(used))
        #expect(await restoring.value == .restored(used))
        #expect(app.current.state == .signedIn(used, .fresh))
    }

    @Test func `a process forgets the sessions that have ended`() async throws {
        let app = SessionApp()
        for _ in 0..<10 {
            _ = try await app.signIn("kim")
            _ = try await app.signIn("lee")
            _ = await app.signOut()
        }
        #expect(await app.current.deliverSignOuts() == 0)
        let known = try #require(Mirror(reflecting: app.current).descendant("known"))
        #expect(Mirror(reflecting: known).children.count == 2)
    }

    @Test func `a sign-out of another account beside a damaged document leaves the shown one signed in`() async throws {
        let isDamaged = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if call == .clearSessions { return isDamaged.isOn = false }
            if isDamaged.isOn { throw StorageError(store: .session, reason: .corrupt) }
        }
        let app = SessionApp(store: store)
        let lee = try await app.signIn("lee")
        let kim = try await app.signIn("kim")
        while await app.current.deliverSignOuts() != 0 {}
        isDamaged.isOn = true
        let error = StorageError(store: .session, reason: .corrupt)
        #expect(await app.signOut(lee.id) == .sessionRemains(error))
        #expect(app.current.state.session?.id == kim.id)
        _ = try? await app.current.session(replacing: kim)
        #expect(app.current.state.session?.id == kim.id)
    }

    @Test(arguments: ["lee", "kim"])
    func `a sign-out of a session that is not remembered leaves what another process has begun`(
        _ id: String
    ) async throws {
        let app = SessionApp()
        let other = app.relaunched()
        _ = try await app.signIn("kim", remember: false)
        let begun = try await other.signIn(id)
        #expect(await app.signOut() == .pending)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await other.relaunched().restore() == .restored(begun))
        #expect(await app.server.liveCount == 1)
    }
}

/// Consents that are read when the gate of their account is open.
private struct WaitingConsents: ConsentRepository {
    let consents: InMemoryConsentRepository
    let gates: [AccountID: Gate]
    let reads = MessageLog<AccountID>()

    func all() async throws(StorageError) -> [Consent] { await consents.all() }

    func consents(of accountID: AccountID) async throws(StorageError) -> [Consent] {
        reads.append(accountID)
        await gates[accountID]?.pass()
        return await consents.consents(of: accountID)
    }

    func record(_ consents: [Consent]) async throws(StorageError) { await self.consents.record(consents) }

    func removeAll(of accountID: AccountID) async throws(StorageError) { await consents.removeAll(of: accountID) }
}
