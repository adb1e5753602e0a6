import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of which sessions a sign-out ends: those of this device, of other devices, or of all accounts.
@Suite(.timeLimit(.minutes(5)))
struct SignOutScopeTests {
    private let isDown = Switch(true)
    private let app: SessionApp

    init() { app = SessionApp(scopes: Set(SignOutScope.allCases), unreachableWhile: isDown) }

    @Test func `a server that cannot end all sessions ends this one`() async throws {
        let app = SessionApp()
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
        let session = try await app.signIn()
        #expect(await SignOut(sessions: app.current)(everywhere: everywhere) == .pending)
        let pending = PendingSignOut(session, everywhere: everywhere, signedOutAt: app.clock.date)
        #expect(try await app.store.load().signOuts == [pending])
        #expect(pending.scope == (everywhere ? .everywhere : .thisDevice))
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.scopes.messages.last == pending.scope)
    }

    @Test(
        arguments: [(true, true), (true, false), (false, true), (false, false)] as [(remember: Bool, isSpent: Bool)],
        [true, false]
    )
    func `a sign-out of all devices during a refresh ends all sessions`(
        session: (remember: Bool, isSpent: Bool),
        areAllEnded: Bool
    ) async throws {
        let (answer, clock) = (Gate(), ManualClock())
        let server = SessionServer(dates: clock.dates, scopes: Set(SignOutScope.allCases)) { request in
            if case .refresh = request, !session.isSpent { await answer.pass() }
        } after: { request in
            // The server accepts only the new tokens, of which this process does not know yet.
            if case .refresh = request, session.isSpent { await answer.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        _ = await server.signIn()
        let kim = try await app.signIn(remember: session.remember)
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        let signOut = SignOut(sessions: app.current)
        #expect(await (areAllEnded ? signOut.all(everywhere: true) : signOut(everywhere: true)) == .pending)
        _ = await app.current.deliverSignOuts()
        await answer.open()
        _ = await refresh.result
        // No caller waits for the tokens anymore.
        for _ in 0..<200 { await Task.yield() }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    /// A session on this device, whose refresh the server has executed without an answer, and one on another device.
    private func refreshing(
        on store: any SessionRepository = InMemorySessionRepository()
    ) async throws -> (app: SessionApp, refresh: Task<Session?, any Error>, answer: Gate) {
        let (answer, clock) = (Gate(), ManualClock())
        let server = SessionServer(
            dates: clock.dates,
            scopes: Set(SignOutScope.allCases),
            after: { if case .refresh = $0 { await answer.pass() } }
        )
        _ = await server.signIn()
        let app = SessionApp(store: store, server: server, clock: clock)
        let kim = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        return (app, refresh, answer)
    }

    @Test(arguments: [true, false])
    func `a sign-out of all devices while another process refreshes ends all sessions`(areAllEnded: Bool) async throws {
        let (other, refresh, answer) = try await refreshing()
        let app = await other.anotherProcess()
        let signOut = SignOut(sessions: app.current)
        #expect(await (areAllEnded ? signOut.all(everywhere: true) : signOut(everywhere: true)) == .pending)
        _ = await app.current.deliverSignOuts()
        await answer.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(await other.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test(arguments: [true, false])
    func `a sign-out of all devices during a refresh waits in the store for the new tokens`(
        isFailing: Bool
    ) async throws {
        let fails = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, fails.isOn { throw .stub() }
        }
        let (app, refresh, answer) = try await refreshing(on: store)
        #expect(await SignOut(sessions: app.current)(everywhere: true) == .pending)
        _ = await app.current.deliverSignOuts()
        #expect(await app.relaunched().current.deliverSignOuts() == 1)
        fails.isOn = isFailing
        await answer.open()
        _ = await refresh.result
        // No caller waits for the tokens anymore.
        for _ in 0..<200 { await Task.yield() }
        #expect(await app.current.deliverSignOuts() == (isFailing ? 1 : 0))
        #expect(await app.server.liveCount == 0)
    }

    @Test(arguments: [true, false])
    func `a sign-out of all devices waits for tokens that come after the claim of their refresh`(
        areAllEnded: Bool
    ) async throws {
        let (other, refresh, answer) = try await refreshing()
        let app = await other.anotherProcess()
        let signOut = SignOut(sessions: app.current)
        #expect(await (areAllEnded ? signOut.all(everywhere: true) : signOut(everywhere: true)) == .pending)
        app.clock.advance(by: .seconds(31))
        #expect(await app.current.deliverSignOuts() == 1)
        app.clock.advance(by: .seconds(3_599))
        #expect(await app.relaunched().current.deliverSignOuts() == 1)
        await answer.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(await other.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
        #expect(await app.server.endings == [1, 1])
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test(arguments: [true, false])
    func `a sign-out of all devices waits for the process that was refreshing before another one`(
        isRefused: Bool
    ) async throws {
        let (answer, clock, isDown) = (Gate(), ManualClock(), Switch(false))
        let server = SessionServer(dates: clock.dates, scopes: Set(SignOutScope.allCases)) {
            request throws(AccountServiceFailure) in
            if case .refresh = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        } after: { request in
            if case .refresh = request { await answer.pass() }
        }
        _ = await server.signIn()
        let first = SessionApp(server: server, clock: clock)
        let kim = try await first.signIn()
        let app = await first.anotherProcess()
        let early = Task { try await first.current.session(replacing: kim) }
        await answer.arrival()
        clock.advance(by: .seconds(31))
        isDown.isOn = !isRefused
        let late = Task { try await app.current.session(replacing: kim) }
        // After a refusal, it waits for the first process.
        if isRefused { await clock.sleepBegun() } else { _ = await late.result }
        isDown.isOn = false
        #expect(await SignOut(sessions: app.current)(everywhere: true) == .pending)
        clock.advance(by: .milliseconds(100))
        _ = await late.result
        // No caller waits for the tokens anymore.
        for _ in 0..<200 { await Task.yield() }
        #expect(await app.current.deliverSignOuts() == 1)
        await answer.open()
        await #expect(throws: SessionError.ended) { try await early.value }
        #expect(await first.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    @Test(arguments: [3_601, -7_200] as [TimeInterval])
    func `a sign-out of all devices does not wait for a refresh that was killed`(seconds: TimeInterval) async throws {
        let (other, refresh, answer) = try await refreshing()
        let app = await other.anotherProcess()
        #expect(await SignOut(sessions: app.current)(everywhere: true) == .pending)
        app.clock.advance(by: .seconds(30))
        #expect(await app.current.deliverSignOuts() == 1)
        // A date that was set back does not count either.
        app.clock.date += seconds
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(try await app.store.load() == StoredSessions())
        await answer.open()
        _ = await refresh.result
        #expect(await other.current.deliverSignOuts() == 0)
    }

    @Test(arguments: [true, false])
    func `a sign-out of all devices with a late answer ends all sessions once, and none begun since`(
        isExecuted: Bool
    ) async throws {
        let (answer, clock) = (Gate(), ManualClock())
        let (isDown, isSlow) = (Switch(true), Switch(true))
        let server = SessionServer(dates: clock.dates, scopes: Set(SignOutScope.allCases)) {
            request throws(AccountServiceFailure) in
            guard case .revoke = request else { return }
            if isDown.isOn { throw .remote(.network(.unreachable)) }
            if isSlow.isOn, !isExecuted { await answer.pass() }
        } after: { request in
            if case .revoke = request, isSlow.isOn { await answer.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        _ = await server.signIn()
        _ = try await app.signIn()
        let other = await app.anotherProcess()
        #expect(await SignOut(sessions: app.current)(everywhere: true) == .pending)
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        clock.advance(by: .seconds(1))
        let delivery = Task { await app.current.deliverSignOuts() }
        await answer.arrival()
        isSlow.isOn = false
        clock.advance(by: .seconds(29))
        #expect(await other.current.deliverSignOuts() == 1)
        clock.advance(by: .seconds(1))
        #expect(await other.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
        let new = try await other.signIn()
        await answer.open()
        #expect(await delivery.value == 0)
        #expect(await server.endings == [1, 1])
        #expect(await server.liveCount == 1)
        #expect(other.current.state == .signedIn(new, .fresh))
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(try await app.store.load() == StoredSessions(new))
    }

    @Test func `a sign-out of all devices is dropped when the refresh before it is refused`() async throws {
        let (answer, clock) = (Gate(), ManualClock())
        let server = SessionServer(dates: clock.dates, scopes: Set(SignOutScope.allCases)) { request in
            if case .refresh = request { await answer.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let kim = try await app.signIn()
        try await server.revoke(kim, scope: .thisDevice)
        let other = await app.anotherProcess()
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        #expect(await SignOut(sessions: other.current)(everywhere: true) == .pending)
        await answer.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test func `the end of the other sessions leaves this one, and is not stored`() async throws {
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
        let session = try await app.signIn()
        app.clock.advance(by: .seconds(60))
        try await SignOut(sessions: app.current).otherDevices()
        #expect(app.server.requests.messages == [.refresh(session.id), .revoke(session.id)])
    }

    @Test func `a token that the server rejects is refreshed once`() async throws {
        let server = SessionServer(scopes: [.otherDevices]) { request throws(AccountServiceFailure) in
            if case .revoke = request { throw .tokenRefused }
        }
        let app = SessionApp(server: server)
        let session = try await app.signIn()
        await #expect(throws: SessionError.service(.tokenRefused)) {
            try await SignOut(sessions: app.current).otherDevices()
        }
        #expect(server.requests.messages == [.revoke(session.id), .refresh(session.id), .revoke(session.id)])
    }

    @Test func `a server that cannot end the other sessions is not asked`() async throws {
        let app = SessionApp()
        _ = try await app.signIn()
        await #expect(throws: SessionError.service(.notOffered)) {
            try await SignOut(sessions: app.current).otherDevices()
        }
        #expect(app.server.requests.messages == [])
    }

    @Test func `without a session, there are no other sessions to end`() async {
        await #expect(throws: SessionError.signedOut) { try await SignOut(sessions: app.current).otherDevices() }
    }

    @Test func `all accounts are signed out, whether or not they are remembered`() async throws {
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
        let other = try await app.signIn("kim")
        let session = try await app.signIn("lee")
        #expect(await app.signOut(other.id) == .pending)
        #expect(app.current.state == .signedIn(session, .fresh))
        #expect(try await app.store.load().sessions == [session])
    }

    @Test func `a sign-out of a session that another process has ended owes the server nothing`() async throws {
        let app = SessionApp()
        let kim = try await app.signIn()
        let other = await app.anotherProcess()
        #expect(await other.signOut() == .pending)
        #expect(await app.signOut() == .complete)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.signOut(kim.id) == .complete)
    }
}
