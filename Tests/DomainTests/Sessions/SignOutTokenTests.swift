import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the tokens that a server ends: the newest of a session, and none that is in use.
@Suite(.timeLimit(.minutes(5)))
struct SignOutTokenTests {
    private let clock = ManualClock()

    /// A server that rejects expired access tokens, and ends or does not end the sessions that it refreshes.
    private func strictServer(lifetime: Double? = 60, refreshFails: AccountServiceFailure? = nil) -> SessionServer {
        let refreshed = Switch(false)
        return SessionServer(lifetime: lifetime, dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .refresh = request {
                if let refreshFails { throw refreshFails }
                refreshed.isOn = true
            } else if !refreshed.isOn {
                throw .tokenRefused
            }
        }
    }

    @Test(arguments: [true, false])
    func `a session whose access token has expired is refreshed to be ended`(remember: Bool) async throws {
        let log = MessageLog<PortCall>()
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(), log: log)
        let app = SessionApp(store: store, server: strictServer(), clock: clock)
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
        (.tokenRefused, 0), (.remote(.network(.timedOut)), 1),
    ]

    @Test(arguments: refusals)
    func `a session that cannot be refreshed to be ended stays pending unless it is over`(
        failure: AccountServiceFailure,
        count: Int
    ) async throws {
        let app = SessionApp(server: strictServer(refreshFails: failure), clock: clock)
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
        let app = SessionApp(server: strictServer(lifetime: lifetime), clock: clock)
        let session = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a session without a refresh token that the server rejects has ended`() async throws {
        let app = SessionApp(server: strictServer(), clock: clock)
        _ = try await app.signIn(tokens: TokenSet(AccessToken("access")))
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.refreshCount == 0)
    }

    @Test func `tokens that expire at once are not refreshed again and again to be ended`() async throws {
        let server = SessionServer(lifetime: 0) { request throws(AccountServiceFailure) in
            if case .revoke = request { throw .tokenRefused }
        }
        let app = SessionApp(server: server)
        let session = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
    }

    @Test(arguments: [true, false], [true, false])
    func `the new tokens of a session that ended meanwhile are ended too, and no caller gets them`(
        isRemembered: Bool,
        isExecuted: Bool
    ) async throws {
        let gate = Gate()
        let server = SessionServer { request in
            if case .refresh = request, !isExecuted { await gate.pass() }
        } after: { request in
            if case .refresh = request, isExecuted { await gate.pass() }
        }
        let log = MessageLog<PortCall>()
        let app = SessionApp(
            store: SessionRepositorySpy(wrapping: InMemorySessionRepository(), log: log),
            server: server
        )
        let session = try await app.signIn(remember: isRemembered)
        let refresh = Task { try await app.current.session(replacing: session) }
        await gate.open {
            _ = await app.signOut()
            // The caller does not wait for the server.
            await #expect(throws: SessionError.ended) { try await refresh.value }
        }
        #expect(app.current.state == .signedOut(.signedOut))
        while await server.liveCount > 0 { _ = await app.current.deliverSignOuts() }
        // The delivery that has just ended the session removes it from the store.
        _ = await app.current.deliverSignOuts()
        #expect(try await app.store.load() == StoredSessions())
        // Nothing of a session that is not remembered is ever stored.
        let isStored = log.messages.contains {
            if case .changeSessions(let sessions) = $0 { !sessions.isEmpty } else { false }
        }
        #expect(isStored == isRemembered)
    }

    @Test func `new tokens of a sign-out that another process has given up are revoked`() async throws {
        let (gate, isFirst, revocations) = (Gate(), Switch(true), MessageLog<Void>())
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            // The access token has expired.
            guard case .revoke = request else { return }
            revocations.append(())
            if revocations.messages.count <= 2 { throw .tokenRefused }
        } after: { request in
            guard case .refresh = request, isFirst.isOn else { return }
            isFirst.isOn = false
            await gate.pass()
        }
        let app = SessionApp(server: server, clock: clock)
        _ = try await app.signIn()
        let other = await app.anotherProcess()
        // What its launch delivers does not wait at the gate.
        #expect(await other.current.deliverSignOuts() == 0)
        #expect(await app.signOut() == .pending)
        await gate.arrival()
        clock.advance(by: .seconds(31))
        #expect(await other.current.deliverSignOuts() == 0)
        await gate.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test func `new tokens that arrive while the old ones are being revoked are revoked too`() async throws {
        let (refreshing, revoking) = (Gate(), Gate())
        let server = SessionServer { request in
            if case .revoke = request { await revoking.pass() }
        } after: { request in
            if case .refresh = request { await refreshing.pass() }
        }
        let app = SessionApp(server: server)
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
        let (refreshing, isFailing, isDown) = (Gate(), Switch(false), Switch(true))
        let server = SessionServer { request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        } after: { request in
            if case .refresh = request { await refreshing.pass() }
        }
        let app = SessionApp(failingWhile: isFailing, server: server)
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

    @Test(arguments: [true, false])
    func `an old pending sign-out does not end a new session with the same token`(remember: Bool) async throws {
        let isDown = Switch(true)
        let app = SessionApp(unreachableWhile: isDown)
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

    @Test func `a sign-out during a refresh does not spend the refresh token again`() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let server = SessionServer.answeringFirstRefresh(after: gate, dates: clock.dates)
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        await gate.arrival()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(app.refreshCount == 1)
        await gate.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        while await app.current.deliverSignOuts() != 0 {}
        #expect(app.refreshCount == 1)
        #expect(await server.liveCount == 0)
    }
}
