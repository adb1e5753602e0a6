import AccountFlowTesting
import Domain
import Persistence
import Testing
import TestSupport

/// Tests of sign-outs and refusals that the store does not take: they hold in this run, and are stored later.
@Suite(.timeLimit(.minutes(5)))
struct UnstoredSignOutTests {
    private let isFailing = Switch(false)
    private let clock = ManualClock()

    private func app(isRevoked: Bool = true) -> SessionApp {
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .revoke = request { throw .remote(.network(.unreachable)) }
        }
        return SessionApp(failingWhile: isFailing, server: server, clock: clock, isRevoked: isRevoked)
    }

    /// Expects that nothing shows a session any more, and that the store has its end once it works again.
    private func expectEnd(in app: SessionApp, pending: Int) async throws {
        #expect(await app.restore() == .none)
        #expect(try await app.list() == [])
        #expect(app.current.state == .signedOut(.signedOut))
        isFailing.isOn = false
        #expect(await app.current.deliverSignOuts() == pending)
        #expect(try await app.store.load().sessions == [])
        #expect(await app.relaunched().restore() == .none)
    }

    @Test(arguments: [true, false])
    func `nothing shows a session again after a sign-out that could not be stored`(isRevoked: Bool) async throws {
        let app = app(isRevoked: isRevoked)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        #expect(await app.signOut() == .sessionRemains(.stub()))
        #expect(await app.relaunched().restore() == .restored(kim))
        await #expect(throws: SwitchAccountError.storage(.stub())) { try await app.switchAccount(to: kim.id) }
        try await expectEnd(in: app, pending: isRevoked ? 1 : 0)
    }

    @Test func `a switch to a session whose sign-out could not be stored stores that`() async throws {
        let app = app()
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        _ = await app.signOut()
        isFailing.isOn = false
        await #expect(throws: SwitchAccountError.notSignedIn) { try await app.switchAccount(to: kim.id) }
        try await expectEnd(in: app, pending: 1)
    }

    @Test func `a sign-out of all that could not be stored ends what this process has not shown`() async throws {
        let app = app()
        _ = try await app.signIn("lee")
        _ = try await app.signIn("kim")
        let other = await app.anotherProcess()
        isFailing.isOn = true
        #expect(await SignOut(sessions: other.current).all() == .sessionRemains(.stub()))
        try await expectEnd(in: other, pending: 2)
    }

    @Test func `a sign-out before the launch has restored the session holds if it could not be stored`() async throws {
        let app = app()
        _ = try await app.signIn()
        let launched = app.relaunched()
        isFailing.isOn = true
        #expect(await launched.signOut() == .sessionRemains(.stub()))
        try await expectEnd(in: launched, pending: 1)
    }

    @Test func `a sign-out that could not be stored ends an earlier session of the account`() async throws {
        let app = app()
        _ = try await app.signIn("kim")
        isFailing.isOn = true
        _ = try await app.signIn("kim")
        #expect(await app.signOut() == .sessionRemains(.stub()))
        try await expectEnd(in: app, pending: 2)
    }

    @Test func `a refusal after a sign-out that could not be stored does not undo it`() async throws {
        let gate = Gate()
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            guard case .refresh = request else { throw .remote(.network(.unreachable)) }
            await gate.pass()
            throw .tokenRefused
        }
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let kim = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: kim) }
        await gate.arrival()
        isFailing.isOn = true
        _ = await app.signOut()
        await gate.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        try await expectEnd(in: app, pending: 1)
    }

    @Test func `a deletion after a sign-out that could not be stored does not undo it`() async throws {
        let (app, gate) = (app(), Gate())
        let deletion = await app.delete(try await app.signIn(), after: gate)
        isFailing.isOn = true
        #expect(await app.signOut() == .sessionRemains(.stub()))
        await gate.open()
        try await deletion.value
        try await expectEnd(in: app, pending: 1)
    }

    @Test func `a sign-out that could not be stored holds after a sign-in that could not be either`() async throws {
        let app = app()
        _ = try await app.signIn("kim")
        isFailing.isOn = true
        _ = await app.signOut()
        _ = try await app.signIn("lee", remember: false)
        _ = await app.signOut()
        try await expectEnd(in: app, pending: 2)
    }

    @Test func `a sign-in after a sign-out that could not be stored begins another session`() async throws {
        let app = app()
        let first = try await app.signIn("kim")
        isFailing.isOn = true
        _ = await SignOut(sessions: app.current)(everywhere: true)
        isFailing.isOn = false
        let second = try await app.signIn("kim")
        #expect(await app.restore() == .restored(second))
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(try await app.store.load().signOuts.map(\.session.id) == [first.id])
        #expect(await app.relaunched().restore() == .restored(second))
    }

    @Test(arguments: [true, false], [true, false])
    func `nothing shows a session again after a refusal that could not be stored`(
        isRefreshed: Bool,
        isBusyForAMoment: Bool
    ) async throws {
        let app = SessionApp(failingWhile: isFailing, clock: clock, isRefreshed: isRefreshed)
        let kim = try await app.signIn()
        try await app.server.revoke(kim, scope: .thisDevice)
        let count = app.revocationCount
        isFailing.isOn = true
        if isRefreshed {
            await #expect(throws: SessionError.ended) { try await app.current.session(replacing: kim) }
        } else {
            await app.current.didReject(kim.token)
        }
        isFailing.isOn = !isBusyForAMoment
        #expect(await app.restore() == .none)
        #expect(app.current.state == .signedOut(.refused))
        #expect(try await app.list() == [])
        isFailing.isOn = false
        // The server knows.
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.revocationCount == count)
        #expect(try await app.store.load().sessions == [])
    }

    @Test func `a sign-out that could not be stored is told once, so it ends no later session`() async throws {
        for isHere in [true, false] {
            let (server, isFailing) = (StatelessServer(), Switch(false))
            let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
                if case .changeSessions = call, isFailing.isOn { throw .stub() }
            }
            let current = CurrentSession(
                store,
                revoking: server,
                dates: clock.dates,
                clock: clock,
                uptime: clock.uptime
            )
            _ = try await signIn(AccessToken("1"), on: server, to: current)
            isFailing.isOn = true
            #expect(await SignOut(sessions: current)(everywhere: true) == .sessionRemains(.stub()))
            #expect(await current.deliverSignOuts() == 0)
            #expect(await server.live == [])
            isFailing.isOn = false
            // The user signs in again, here or on another device.
            if isHere {
                try await signIn(AccessToken("2"), on: server, to: current)
            } else {
                await server.begin(AccessToken("2"))
            }
            #expect(await current.deliverSignOuts() == 0)
            #expect(await server.live == [AccessToken("2")])
            #expect(try await store.load().sessions.count == (isHere ? 1 : 0))
        }
    }

    /// A server whose access tokens stay valid until they are revoked, and revoke all others.
    private actor StatelessServer: SessionRevoking {
        nonisolated let revocableScopes: Set<SignOutScope> = [.thisDevice, .everywhere]
        private(set) var live: Set<AccessToken> = []

        func begin(_ token: AccessToken) { live.insert(token) }

        func revoke(_ session: Session, scope: SignOutScope) {
            live = scope == .everywhere ? [] : live.subtracting([session.token])
        }
    }

    private func signIn(_ token: AccessToken, on server: StatelessServer, to current: CurrentSession) async throws {
        await server.begin(token)
        let authentication = Authentication(accountID: .stub("kim"), profile: Profile(), tokens: TokenSet(token))
        let sut = SignIn(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(authenticate: .success(.authenticated(authentication))),
            sessions: current
        )
        _ = try await sut(.signIn(id: "kim"))
    }

    @Test func `tokens that another process has stored are told after a sign-out that was not stored`()
        async throws
    {
        let store = InMemorySessionRepository()
        let failing = SessionRepositorySpy(wrapping: store) { [isFailing] call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        let one = SessionApp(store: failing, clock: clock)
        let kim = try await one.signIn("kim")
        let two = SessionApp(store: store, server: one.server, clock: clock)
        _ = await two.restore()
        _ = try await two.current.session(replacing: kim)
        isFailing.isOn = true
        _ = await one.signOut()
        _ = await one.current.deliverSignOuts()
        isFailing.isOn = false
        #expect(await one.current.deliverSignOuts() == 0)
        #expect(await one.server.liveCount == 0)
        #expect(await store.load().sessions == [])
    }

    @Test func `sign-outs that could not be stored are stored in the order of the sessions`() async throws {
        // A dictionary has a different order in each process, and often in each instance.
        for _ in 0..<20 {
            isFailing.isOn = false
            let app = app()
            for id in ["kim", "lee", "ann"] { _ = try await app.signIn(id) }
            isFailing.isOn = true
            _ = await SignOut(sessions: app.current).all()
            isFailing.isOn = false
            _ = await app.current.deliverSignOuts()
            #expect(try await app.store.load().signOuts.map(\.session.accountID.text) == ["kim", "lee", "ann"])
        }
    }

    @Test func `a sign-out that could not be stored leaves its place to another account`() async throws {
        let app = app()
        for number in 0..<StoredSessions.limit { _ = try await app.signIn("person\(number)") }
        isFailing.isOn = true
        _ = await app.signOut()
        isFailing.isOn = false
        let late = try await app.signIn("late")
        #expect(try await app.store.active() == late)
        #expect(try await app.list().count == StoredSessions.limit)
    }
}
