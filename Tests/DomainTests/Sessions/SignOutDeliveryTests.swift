import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of what a server is told about sign-outs, and when.
@Suite(.timeLimit(.minutes(5)))
struct SignOutDeliveryTests {
    private let clock = ManualClock()
    private let isDown = Switch(true)

    /// A server that cannot be reached while ``isDown`` is on.
    private func server(scopes: Set<SignOutScope> = [.thisDevice]) -> SessionServer {
        let isDown = isDown
        return SessionServer(dates: clock.dates, scopes: scopes) { request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        }
    }

    private func app(
        _ store: any SessionRepository = InMemorySessionRepository(),
        _ server: SessionServer? = nil
    ) -> SessionApp {
        SessionApp(store: store, server: server ?? self.server(), clock: clock)
    }

    /// An app on the same device, after a launch.
    private func relaunched(_ app: SessionApp) async -> SessionApp {
        let next = SessionApp(store: app.store, server: app.server, clock: clock)
        _ = await next.restore()
        return next
    }

    // MARK: On the device

    @Test(arguments: [false, true])
    func `a password that is checked again leaves no other session on the server`(isTokenShared: Bool) async throws {
        let app = SessionApp()
        let kim = try await app.signIn("kim")
        var tokens = kim.tokens
        if !isTokenShared { tokens = await app.server.signIn() }
        let authentication = Authentication(accountID: kim.accountID, profile: Profile(), tokens: tokens)
        let sut = DeleteAccount(
            service: AccountServiceSpy(
                authenticate: .success(.authenticated(authentication)),
                deleteAccount: .failure(.busy)
            ),
            sessions: app.current,
            consents: InMemoryConsentRepository()
        )
        await #expect(throws: DeleteAccountError.service(.busy)) {
            try await sut(kim, password: Password("password1"))
        }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 1)
        #expect(app.revocationCount == (isTokenShared ? 0 : 1))
        #expect(app.current.state == .signedIn(kim, .fresh))
    }

    @Test func `a sign-out is pending until the server has answered`() async throws {
        isDown.isOn = false
        let app = app()
        _ = try await app.signIn()
        #expect(await app.signOut() == .pending)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
        #expect(try await app.store.load() == StoredSessions())
        #expect(await app.signOut() == .complete)
        #expect(app.revocationCount == 1)
    }

    @Test(arguments: [true, false])
    func `a server that never answers does not delay a sign-out`(remember: Bool) async throws {
        let gate = Gate()
        let app = app(
            InMemorySessionRepository(),
            SessionServer(dates: clock.dates, before: { _ in await gate.pass() })
        )
        let session = try await app.signIn(remember: remember)
        #expect(await app.signOut() == .pending)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(try await app.store.load().sessions == [])
        await gate.arrival()
        // The next session does not wait either.
        let next = try await app.signIn("lee")
        #expect(app.current.state == .signedIn(next, .fresh))
        #expect(await app.signOut() == .pending)
        await gate.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages == [.revoke(session.id), .revoke(next.id)])
    }

    @Test func `without a server that ends sessions, a sign-out is complete`() async throws {
        let app = SessionApp(clock: clock, isRevoked: false)
        _ = try await app.signIn()
        #expect(await app.signOut() == .complete)
        #expect(try await app.store.load() == StoredSessions())
        #expect(await app.current.deliverSignOuts() == 0)
    }

    @Test func `a server that cannot end all sessions ends this one`() async throws {
        let app = app(InMemorySessionRepository(), server(scopes: [.thisDevice]))
        isDown.isOn = false
        _ = try await app.signIn()
        #expect(await SignOut(sessions: app.current)(everywhere: true) == .pending)
        #expect(await app.current.deliverSignOuts() == 0)
        _ = try await app.signIn()
        #expect(await SignOut(sessions: app.current).all(everywhere: true) == .pending)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.scopes.messages == [.thisDevice, .thisDevice])
    }

    @Test(arguments: [true, false])
    func `the scope of a pending sign-out is stored`(everywhere: Bool) async throws {
        let app = app(InMemorySessionRepository(), server(scopes: Set(SignOutScope.allCases)))
        let session = try await app.signIn()
        #expect(await SignOut(sessions: app.current)(everywhere: everywhere) == .pending)
        let pending = PendingSignOut(session, everywhere: everywhere, signedOutAt: clock.date)
        #expect(try await app.store.load().signOuts == [pending])
        #expect(pending.scope == (everywhere ? .everywhere : .thisDevice))
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.scopes.messages.last == pending.scope)
    }

    // MARK: Other devices

    @Test func `the end of the other sessions leaves this one, and is not stored`() async throws {
        let app = app(InMemorySessionRepository(), server(scopes: Set(SignOutScope.allCases)))
        let session = try await app.signIn()
        let stored = try await app.store.load()
        await #expect(throws: SessionError.service(.remote(.network(.unreachable)))) {
            try await SignOut(sessions: app.current).otherDevices()
        }
        isDown.isOn = false
        try await SignOut(sessions: app.current).otherDevices()
        #expect(app.server.scopes.messages == [.otherDevices, .otherDevices])
        #expect(app.current.state == .signedIn(session, .fresh))
        #expect(try await app.store.load() == stored)
    }

    @Test func `an expired token is refreshed before the other sessions end`() async throws {
        isDown.isOn = false
        let app = app(InMemorySessionRepository(), server(scopes: Set(SignOutScope.allCases)))
        let session = try await app.signIn()
        clock.advance(by: .seconds(60))
        try await SignOut(sessions: app.current).otherDevices()
        #expect(app.server.requests.messages == [.refresh(session.id), .revoke(session.id)])
    }

    @Test func `a token that the server rejects is refreshed once`() async throws {
        let server = SessionServer(dates: clock.dates, scopes: [.otherDevices]) {
            request throws(AccountServiceFailure) in
            if case .revoke = request { throw .remote(.tokenRefused) }
        }
        let app = app(InMemorySessionRepository(), server)
        let session = try await app.signIn()
        await #expect(throws: SessionError.service(.remote(.tokenRefused))) {
            try await SignOut(sessions: app.current).otherDevices()
        }
        #expect(server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
    }

    @Test func `a server that cannot end the other sessions is not asked`() async throws {
        let app = app()
        _ = try await app.signIn()
        await #expect(throws: SessionError.service(.remote(.notOffered))) {
            try await SignOut(sessions: app.current).otherDevices()
        }
        #expect(app.server.requests.messages == [])
    }

    @Test func `without a session, there are no other sessions to end`() async {
        let app = app(InMemorySessionRepository(), server(scopes: Set(SignOutScope.allCases)))
        await #expect(throws: SessionError.signedOut) { try await SignOut(sessions: app.current).otherDevices() }
    }

    @Test func `all accounts are signed out, whether or not they are remembered`() async throws {
        let app = app()
        let stored = try await app.signIn("kim")
        let temporary = try await app.signIn("lee", remember: false)
        let last = try await app.signIn("ann")
        #expect(await SignOut(sessions: app.current).all() == .pending)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(try await app.store.load().signOuts.map(\.session.id) == [stored.id, last.id])
        #expect(await app.current.deliverSignOuts() == 3)
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1, 1, 1])
        #expect(try await app.list() == [])
        #expect(app.server.requests.messages.contains(.revoke(temporary.id)))
    }

    @Test func `a sign-out by identity leaves the session of the user`() async throws {
        let app = app()
        let other = try await app.signIn("kim")
        let session = try await app.signIn("lee")
        #expect(await app.signOut(other.id) == .pending)
        #expect(app.current.state == .signedIn(session, .fresh))
        #expect(try await app.store.load().sessions == [session])
    }

    // MARK: Later

    @Test func `what the server was not told is sent at the next launch`() async throws {
        let first = app()
        let session = try await first.signIn()
        #expect(await first.signOut() == .pending)
        #expect(await first.current.deliverSignOuts() == 1)
        #expect(await first.server.liveCount == 1)

        isDown.isOn = false
        let second = await relaunched(first)
        #expect(second.current.state == .signedOut(nil))
        #expect(await second.current.deliverSignOuts() == 0)
        #expect(await first.server.endings == [1])
        #expect(first.server.requests.messages.allSatisfy { $0 == .revoke(session.id) })
        #expect(try await first.store.load() == StoredSessions())
    }

    enum Occasion: CaseIterable {
        case launch, signIn, refresh, switchAccount
    }

    @Test(arguments: Occasion.allCases)
    func `what the server was not told is sent at the next occasion, without a call`(occasion: Occasion) async throws {
        let app = app()
        let session = try await app.signIn("lee")
        let other = try await app.signIn("kim")
        _ = await app.signOut(occasion == .switchAccount ? nil : session.id)
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        switch occasion {
        case .launch: _ = await relaunched(app)
        case .signIn: _ = try await app.signIn("ann")
        case .refresh: _ = try await app.current.session(replacing: other)
        case .switchAccount:
            let restore = RestoreSession(sessions: app.current)
            _ = try await SwitchAccount(sessions: app.current, restore: restore)(session.id)
        }
        while try await !app.store.load().signOuts.isEmpty { await Task.yield() }
        #expect(await app.server.endings == [1])
    }

    private static let answers: [(AccountServiceFailure, isKnown: Bool)] = [
        (.remote(.tokenRefused), true), (.remote(.notOffered), true), (.remote(.refused(ServerRefusal())), true),
        (.remote(.serverError), false), (.remote(.network(.timedOut)), false), (.remote(.pathError), false),
        (.remote(.throttled(retryAfter: nil)), false), (.remote(.undecodable), false), (.cancelled, false),
        (.remote(.outcomeUnknown), false), (.busy, false),
    ]

    @Test(arguments: answers)
    func `a sign-out stays pending until the server knows it, or can never know it`(
        failure: AccountServiceFailure,
        isKnown: Bool
    ) async throws {
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in throw failure }
        let app = app(InMemorySessionRepository(), server)
        _ = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == (isKnown ? 0 : 1))
        #expect(try await app.store.load().claims.isEmpty)
    }

    private static let month = 30 * 86_400.0

    @Test(arguments: [0, month, 1_200 * month, -month])
    func `no date ends a sign-out that the server has not heard`(seconds: Double) async throws {
        let app = app()
        let tokens = TokenSet(
            AccessToken("access"),
            refresh: RefreshToken("refresh"),
            refreshExpiresAt: clock.date + 100
        )
        _ = try await app.signIn(tokens: tokens)
        _ = await app.signOut()
        clock.date += seconds
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(await relaunched(app).current.deliverSignOuts() == 1)
        isDown.isOn = false
        // The server does not know this token.
        #expect(await app.current.deliverSignOuts() == 0)
    }

    private static let failures: [AccountServiceFailure] = [
        .remote(.serverError), .remote(.pathError), .remote(.undecodable), .remote(.outcomeUnknown),
        .remote(.throttled(retryAfter: nil)),
    ]

    @Test(arguments: failures, [400, -400] as [Double])
    func `no date ends a sign-out that the server has not accepted`(
        failure: AccountServiceFailure,
        days: Double
    ) async throws {
        let isFailing = Switch(true)
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in
            if isFailing.isOn { throw failure }
        }
        let app = app(InMemorySessionRepository(), server)
        _ = try await app.signIn()
        _ = await app.signOut()
        clock.date += days * 86_400
        #expect(await app.current.deliverSignOuts() == 1)
        clock.date -= days * 86_400
        isFailing.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    @Test func `new tokens of a sign-out that another process has given up are revoked`() async throws {
        let (gate, isFirst, revocations) = (Gate(), Switch(true), MessageLog<Void>())
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            // The access token has expired.
            guard case .revoke = request else { return }
            revocations.append(())
            if revocations.messages.count <= 2 { throw .remote(.tokenRefused) }
        } after: { request in
            guard case .refresh = request, isFirst.isOn else { return }
            isFirst.isOn = false
            await gate.pass()
        }
        let app = app(InMemorySessionRepository(), server)
        _ = try await app.signIn()
        let other = await relaunched(app)
        #expect(await app.signOut() == .pending)
        await gate.arrival()
        clock.advance(by: .seconds(31))
        #expect(await other.current.deliverSignOuts() == 0)
        await gate.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test(arguments: [19, 20, 21])
    func `a server that never accepts sign-outs is told about the last twenty`(count: Int) async throws {
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in throw .remote(.serverError)
        }
        let app = app(InMemorySessionRepository(), server)
        for number in 0..<count {
            _ = try await app.signIn("person\(number)")
            _ = await app.signOut()
        }
        #expect(await app.current.deliverSignOuts() == min(count, 20))
        let left = try await app.store.load().signOuts.map(\.session.accountID.text)
        #expect(left == (max(count - 20, 0)..<count).map { "person\($0)" })
    }

    // MARK: Several processes

    @Test func `two processes deliver a sign-out once`() async throws {
        let gate = Gate()
        let server = SessionServer(dates: clock.dates, before: { _ in await gate.pass() })
        let first = app(InMemorySessionRepository(), server)
        _ = try await first.signIn()
        _ = await first.signOut()
        await gate.arrival()
        let second = await relaunched(first)
        #expect(await second.current.deliverSignOuts() == 1)
        await gate.open()
        #expect(await first.current.deliverSignOuts() == 0)
        #expect(await second.current.deliverSignOuts() == 0)
        #expect(first.revocationCount == 1)
    }

    @Test(arguments: [(29.9, 0), (30, 1)] as [(Double, Int)])
    func `the claim of a killed process ends after 30 seconds`(seconds: Double, requests: Int) async throws {
        isDown.isOn = false
        let app = app()
        let tokens = await app.server.signIn()
        let session = Session.stub(tokens: tokens)
        let now = clock.date
        try await app.store.update { sessions in
            sessions.enqueue(PendingSignOut(session, signedOutAt: now))
            _ = sessions.claim(session.id, at: now, for: 30)
        }
        clock.date += seconds
        #expect(await app.current.deliverSignOuts() == 1 - requests)
        #expect(app.revocationCount == requests)
    }

    // MARK: Sessions that are not stored

    @Test func `the sign-out of a session that is not remembered is told again, and never stored`() async throws {
        let log = MessageLog<PortCall>()
        let app = app(SessionRepositorySpy(wrapping: InMemorySessionRepository(), log: log))
        let session = try await app.signIn(remember: false)
        #expect(await app.signOut() == .pending)
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
        #expect(app.server.requests.messages.allSatisfy { $0 == .revoke(session.id) })
        for case .changeSessions(let sessions) in log.messages { #expect(sessions == StoredSessions()) }
    }

    @Test(arguments: [true, false])
    func `a session that ends during a delivery is told too`(remember: Bool) async throws {
        let gate = Gate()
        let app = app(
            InMemorySessionRepository(),
            SessionServer(dates: clock.dates, before: { _ in await gate.pass() })
        )
        _ = try await app.signIn("kim")
        _ = await app.signOut()
        await gate.arrival()
        _ = try await app.signIn("lee", remember: remember)
        _ = await app.signOut()
        await gate.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1, 1])
        #expect(app.revocationCount == 2)
    }

    @Test(arguments: [true, false])
    func `an old pending sign-out does not end a new session with the same token`(remember: Bool) async throws {
        let app = app()
        let token = AccessToken("the token of every session of kim")
        for _ in 0..<2 {
            _ = try await app.signIn(remember: remember, tokens: TokenSet(token))
            #expect(await app.signOut() == .pending)
        }
        #expect(await app.current.deliverSignOuts() == 1)
        let session = try await app.signIn(remember: remember, tokens: TokenSet(token))
        isDown.isOn = false
        let count = app.revocationCount
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.revocationCount == count)
        #expect(app.current.state == .signedIn(session, .fresh))
    }

    // MARK: Expired access tokens

    /// A server that rejects expired access tokens, and ends or does not end the sessions that it refreshes.
    private func strictServer(lifetime: Double? = 60, refreshFails: AccountServiceFailure? = nil) -> SessionServer {
        let refreshed = Switch(false)
        return SessionServer(lifetime: lifetime, dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .refresh = request {
                if let refreshFails { throw refreshFails }
                refreshed.isOn = true
            } else if !refreshed.isOn {
                throw .remote(.tokenRefused)
            }
        }
    }

    @Test(arguments: [true, false])
    func `a session whose access token has expired is refreshed to be ended`(remember: Bool) async throws {
        let log = MessageLog<PortCall>()
        let app = app(SessionRepositorySpy(wrapping: InMemorySessionRepository(), log: log), strictServer())
        let session = try await app.signIn(remember: remember)
        clock.advance(by: .seconds(60))
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
        #expect(await app.server.liveCount == 0)
        #expect(try await app.store.load() == StoredSessions())
        // The new tokens were stored before the server was told.
        let stored = log.messages.contains {
            guard case .changeSessions(let sessions) = $0 else { return false }
            return sessions.signOuts.first?.session.token == AccessToken("access-2")
        }
        #expect(stored == remember)
    }

    private static let refusals: [(AccountServiceFailure, Int)] = [
        (.remote(.tokenRefused), 0), (.remote(.network(.timedOut)), 1),
    ]

    @Test(arguments: refusals)
    func `a session that cannot be refreshed to be ended stays pending unless it is over`(
        failure: AccountServiceFailure,
        count: Int
    ) async throws {
        let app = app(InMemorySessionRepository(), strictServer(refreshFails: failure))
        _ = try await app.signIn()
        clock.advance(by: .seconds(60))
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == count)
        #expect(app.refreshCount >= 1)
    }

    @Test(arguments: [60, nil] as [Double?])
    func `a session whose access token is rejected before its expiry is refreshed to be ended`(lifetime: Double?)
        async throws
    {
        let app = app(InMemorySessionRepository(), strictServer(lifetime: lifetime))
        let session = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a session without a refresh token that the server rejects has ended`() async throws {
        let app = app(InMemorySessionRepository(), strictServer())
        _ = try await app.signIn(tokens: TokenSet(AccessToken("access")))
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.refreshCount == 0)
    }

    @Test func `tokens that expire at once are not refreshed again and again to be ended`() async throws {
        let server = SessionServer(lifetime: 0, dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .revoke = request { throw .remote(.tokenRefused) }
        }
        let app = app(InMemorySessionRepository(), server)
        let session = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
    }

    // MARK: Failures of the store

    @Test(arguments: [true, false])
    func `a failing store leaves the session there; the user is signed out, and the server ends it`(
        isDamaged: Bool
    ) async throws {
        isDown.isOn = false
        let isFailing = Switch(false)
        let error = StorageError.stub(.session, isDamaged ? .corrupt : .full)
        let store = InMemorySessionRepository()
        let spy = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if isFailing.isOn, call != .clearSessions { throw error }
        }
        let app = app(spy)
        let session = try await app.signIn()
        isFailing.isOn = true
        #expect(await app.signOut() == (isDamaged ? .pending : .sessionRemains(error)))
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await store.load() == (isDamaged ? StoredSessions() : StoredSessions(session)))
        await app.server.requests.arrival(of: 1)
        isFailing.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
    }

    @Test func `a store that fails does not keep the sign-outs in memory from the server`() async throws {
        isDown.isOn = false
        let isFailing = Switch(false)
        let spy = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { _ throws(StorageError) in
            if isFailing.isOn { throw .stub() }
        }
        let app = app(spy)
        _ = try await app.signIn(remember: false)
        isFailing.isOn = true
        #expect(await app.signOut() == .sessionRemains(.stub()))
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == nil)
        #expect(await app.server.endings == [1])
    }

    @Test func `new tokens that arrive while the old ones are being revoked are revoked too`() async throws {
        let (refreshing, revoking) = (Gate(), Gate())
        let server = SessionServer(dates: clock.dates) { request in
            if case .revoke = request { await revoking.pass() }
        } after: { request in
            if case .refresh = request { await refreshing.pass() }
        }
        let app = app(InMemorySessionRepository(), server)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        await refreshing.arrival()
        _ = await app.signOut()
        await revoking.arrival()
        await refreshing.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        await revoking.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    @Test(arguments: [true, false])
    func `new tokens of an ended session that cannot be stored are revoked too`(areAllEnded: Bool) async throws {
        let (refreshing, isFailing) = (Gate(), Switch(false))
        let isDown = isDown
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        } after: { request in
            if case .refresh = request { await refreshing.pass() }
        }
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        await refreshing.arrival()
        if areAllEnded { _ = try await app.signIn("lee") }
        let (signOut, others) = (SignOut(sessions: app.current), areAllEnded ? 1 : 0)
        #expect(await (areAllEnded ? signOut.all() : signOut()) == .pending)
        #expect(await app.current.deliverSignOuts() == 1 + others)
        isFailing.isOn = true
        await refreshing.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(await app.current.deliverSignOuts() == 2 + others)
        (isDown.isOn, isFailing.isOn) = (false, false)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }
}
