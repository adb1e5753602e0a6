import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Networking
import Presentation
import Testing
import Validation

/// Tests of several accounts that are signed in on one device, and of sessions that end on a server.
@Suite(.timeLimit(.minutes(5)))
struct SeveralAccountsTests {
    private let repositories = Repositories()

    private func form(_ id: String) -> AccountForm {
        AccountForm([.id: id, .password: "password1", .confirmation: "password1"])
    }

    private func compose() -> AppComposition {
        AppComposition(
            AppConfiguration(policy: .nonEmpty),
            repositories: repositories,
            hasher: PasswordHasherStub()
        )
    }

    /// Creates an app whose sessions expire.
    private func compose(_ policy: SessionPolicy, clock: ManualClock) -> AppComposition {
        var configuration = AppConfiguration(policy: .nonEmpty)
        configuration.sessions = policy
        return AppComposition(
            configuration,
            repositories: repositories,
            hasher: PasswordHasherStub(),
            dates: clock.dates,
            clock: clock
        )
    }

    /// Creates an app whose server has these operations, besides the sign-in.
    private func compose(
        _ operations: String,
        over transport: any HTTPTransport,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> AppComposition {
        let signIn = #""signIn":{"method":"POST","path":"/in","token":{"json":"t"},"refreshToken":{"json":"r"}}"#
        let api = try AccountAPI(
            describedBy: Array("{\(signIn),\(operations)}".utf8),
            baseURL: HTTPURL("https://example.com")
        )
        let backend = RemoteBackend(api: api, retry: RetryPolicy(maximumAttempts: 1))
        return AppComposition(.remote(backend), repositories: repositories, clock: clock, transport: transport)
    }

    private static let signOut = #""signOut":{"method":"POST","path":"/out"}"#
    private static let refresh =
        #""refresh":{"method":"POST","path":"/new","body":{"r":"$refreshToken"},"token":{"json":"t"}}"#

    @Test func `accounts are added, switched and signed out one by one, and all states are published`() async throws {
        let app = compose()
        var states = app.states.makeAsyncIterator()
        #expect(await states.next() == .restoring)
        var sessions: [Session] = []
        for id in ["kim", "lee", "park"] {
            sessions.append(try #require(try await app.signUp(form(id)).session))
            #expect(await states.next() == .signedIn(sessions[sessions.count - 1], .fresh))
        }
        #expect(try await app.listSessions().map(\.accountID.text) == ["kim", "lee", "park"])
        #expect(try await app.listSessions().map(\.isActive) == [false, false, true])

        #expect(try await app.switchAccount(to: sessions[0].id) == .restored(sessions[0]))
        #expect(await states.next() == .signedIn(sessions[0], .fresh))
        #expect(await compose().restoreSession() == .restored(sessions[0]))

        #expect(await app.signOut(sessions[1].id) == .complete)
        #expect(try await app.listSessions().map(\.accountID.text) == ["kim", "park"])
        #expect(app.session.state == .signedIn(sessions[0], .fresh))
        await #expect(throws: SwitchAccountError.notSignedIn) { try await app.switchAccount(to: sessions[1].id) }

        #expect(await app.signOutAll() == .complete)
        #expect(await states.next() == .signedOut(.signedOut))
        #expect(try await app.listSessions() == [])
        #expect(await compose().restoreSession() == .none)
    }

    @Test func `no more accounts than the limit can be signed in`() async throws {
        let app = compose()
        for number in 0..<StoredSessions.limit { _ = try await app.signUp(form("user\(number)")) }
        await #expect(throws: SignUpError.tooManyAccounts) { try await app.signUp(form("late")) }
        #expect(try await app.signIn(form("user0")).get().session.accountID.text == "user0")
        #expect(try await app.listSessions().count == StoredSessions.limit)
    }

    @MainActor
    @Test func `an expired session keeps no other account from being added`() async throws {
        let clock = ManualClock()
        let app = compose(SessionPolicy(lifetime: 100), clock: clock)
        for number in 0..<StoredSessions.limit { _ = try await app.signUp(form("user\(number)")) }
        let switcher = app.makeRootFlow().makeAccountSwitcherViewModel()
        await switcher.appear()
        #expect(!switcher.state.value.canAdd)
        clock.advance(by: .seconds(100))
        await switcher.appear()
        #expect(switcher.state.value.canAdd)
        _ = try await app.signUp(form("late"))
    }

    @MainActor
    @Test func `a session that is not used expires while the app runs, and the screens follow`() async throws {
        let clock = ManualClock()
        let app = compose(SessionPolicy(idleLifetime: 100, lastUsedGranularity: 10), clock: clock)
        _ = try await app.signUp(form("kim"))
        let flow = app.makeRootFlow()
        await flow.launch()
        clock.advance(by: .seconds(50))
        await flow.noticeChanges()
        clock.advance(by: .seconds(99))
        await flow.noticeChanges(isUse: false)
        #expect(flow.state.value.routes?.session != nil)
        clock.advance(by: .seconds(1))
        await flow.noticeChanges(isUse: false)
        #expect(app.session.state == .signedOut(.expired))
        #expect(flow.state.value.routes?.session == nil)
        #expect(flow.alerts.state.value?.subject == .notice(.sessionEnded(.expired)))
    }

    @Test func `a sign-out that the server did not hear is sent after the next launch, exactly once`() async throws {
        let first = try compose(Self.signOut, over: ScriptedServer(.json(200, #"{"t":"one"}"#), .json(503)).transport)
        _ = try await first.signIn(form("kim"))
        #expect(await first.signOut() == .pending)
        #expect(await first.deliverSignOuts() == 1)
        await first.shutDown()

        let server = ScriptedServer(.json(204))
        let second = try compose(Self.signOut, over: server.transport)
        #expect(await second.restoreSession() == .none)
        #expect(await second.deliverSignOuts() == 0)
        #expect(server.requests.map(\.url.text) == ["https://example.com/out"])
        #expect(server.requests.map { $0.fields[.authorization] } == [["Bearer one"]])
        #expect(try await repositories.sessions.load() == StoredSessions())
        await second.shutDown()
    }

    @Test func `a server that can only end all sessions of an account is told to end them`() async throws {
        let server = ScriptedServer(.json(200, #"{"t":"one"}"#), .json(204))
        let app = try compose(#""signOutEverywhere":{"method":"POST","path":"/all"}"#, over: server.transport)
        _ = try await app.signIn(form("kim"))
        #expect(app.revocableScopes == [.everywhere])
        #expect(await app.signOut(everywhere: true) == .pending)
        #expect(await app.deliverSignOuts() == 0)
        #expect(server.requests.map(\.url.text) == ["https://example.com/in", "https://example.com/all"])
        await app.shutDown()
    }

    @Test func `the tokens of a session are refreshed with the server's description`() async throws {
        let server = ScriptedServer(.json(200, #"{"t":"one","r":"again"}"#), .json(200, #"{"t":"two"}"#))
        let app = try compose(Self.refresh, over: server.transport)
        let session = try await app.signIn(form("kim")).get().session
        let renewed = try #require(try await app.session.session(replacing: session))
        #expect(renewed == session.with(TokenSet(AccessToken("two"), refresh: RefreshToken("again"))))
        #expect(await compose().restoreSession() == .restored(renewed))
        await app.shutDown()
    }

    @Test func `a shutdown waits for the tokens that the server is sending`() async throws {
        let (gate, clock) = (Gate(), ManualClock())
        let transport = LoopbackTransport { request in
            guard request.url.path.hasSuffix("new") else { return .json(200, #"{"t":"one","r":"first"}"#) }
            await gate.pass()
            return .json(200, #"{"t":"two"}"#)
        }
        let app = try compose(Self.refresh, over: transport, clock: clock)
        let session = try await app.signIn(form("kim")).get().session
        let refresh = Task { try await app.session.session(replacing: session) }
        await gate.arrival()
        let shutdown = Task { await app.shutDown() }
        await clock.sleepBegun()
        await gate.open()
        await shutdown.value
        let renewed = try #require(try await refresh.value)
        #expect(renewed.token == AccessToken("two"))
        #expect(await compose().restoreSession() == .restored(renewed))
    }

    @Test(arguments: [nil, Self.refresh])
    func `a session whose tokens the server rejects ends with that reason`(refresh: String?) async throws {
        let verify = #""whoAmI":{"method":"GET","path":"/me"}"#
        let server = ScriptedServer(.json(200, #"{"t":"one","r":"again"}"#), .json(401))
        let app = try compose([verify, refresh].compactMap(\.self).joined(separator: ","), over: server.transport)
        let session = try await app.signIn(form("kim")).get().session
        await #expect(throws: AccountServiceFailure.tokenRefused) {
            try await app.sessionVerifier?.owner(of: session)
        }
        // With a refresh token, the app asks for another token first.
        for await state in app.states where state == .signedOut(.refused) { break }
        #expect(await app.restoreSession() == .none)
        await app.shutDown()
    }
}
