import AccountFlowTesting
import Domain
import Persistence
import Testing
import TestSupport

/// Tests of sign-outs that the store refuses: they hold in this run, and are stored as soon as that is possible.
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
            throw .remote(.tokenRefused)
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
