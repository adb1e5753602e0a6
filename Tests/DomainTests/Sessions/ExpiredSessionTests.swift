import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the end of expired sessions, which only a sign-in removes.
@Suite(.timeLimit(.minutes(5)))
struct ExpiredSessionTests {
    private let app = SessionApp(policy: SessionPolicy(lifetime: 100))

    @Test func `a sign-in ends the expired sessions, but not the one that was shown`() async throws {
        _ = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        app.clock.advance(by: .seconds(100))
        _ = try await app.signIn("ann")
        #expect(Set(try await app.list().map(\.accountID)) == [.stub("lee"), .stub("ann")])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 2)
    }

    enum Finding: CaseIterable {
        case use, launch, switchToIt, signInOfAnother
    }

    @Test(arguments: Finding.allCases)
    func `the server ends a session that is not remembered when it has expired`(by finding: Finding) async throws {
        let kim = try await app.signIn("kim", remember: false)
        if finding == .switchToIt || finding == .signInOfAnother { _ = try await app.signIn("lee") }
        app.clock.advance(by: .seconds(100))
        switch finding {
        case .use: await #expect(throws: SessionError.ended) { try await app.current.session() }
        case .launch: #expect(await app.restore() == .none)
        case .switchToIt:
            await #expect(throws: SwitchAccountError.notSignedIn) { try await app.switchAccount(to: kim.id) }
        case .signInOfAnother: _ = try await app.signIn("lee")
        }
        #expect(try await app.list().contains { $0.id == kim.id } == false)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages.filter { $0 == .revoke(kim.id) }.count == 1)
    }

    @Test func `the server ends an expired session with its newest tokens, stored or not`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing, policy: SessionPolicy(lifetime: 100))
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        #expect(try await app.current.session(replacing: kim) != kim)
        app.clock.advance(by: .seconds(100))
        _ = try await app.signIn("lee")
        // Only the next sign-in finds a store that can be changed.
        _ = await app.current.deliverSignOuts()
        isFailing.isOn = false
        _ = try await app.signIn("ann")
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 2)
        // The server is told once.
        #expect(app.revocationCount == 1)
    }

    @Test(arguments: [8, 9, 10], [SessionPolicy(lifetime: 100), .untilSignOut])
    func `a sign-in ends sessions that a new launch has found expired only if it needs a place`(
        count: Int,
        policy: SessionPolicy
    ) async throws {
        for number in 0..<count { _ = try await app.signIn("person\(number)") }
        app.clock.date += 400 * 86_400
        let next = app.relaunched(policy)
        _ = try await next.signIn("ann")
        let isFull = count == StoredSessions.limit
        let left = try await next.list().map(\.accountID.text)
        #expect(left == ((isFull ? 1 : 0)..<count).map { "person\($0)" } + ["ann"])
        #expect(await next.current.deliverSignOuts() == 0)
        #expect(next.revocationCount == (isFull ? 1 : 0))
    }

    @Test func `an expired session leaves its place before one that only the date ends`()
        async throws
    {
        let earlier = app.relaunched(SessionPolicy(lifetime: 10))
        for number in 0..<StoredSessions.limit {
            _ = try await (number == 5 ? app : earlier).signIn("person\(number)")
        }
        app.clock.date += 50
        let next = app.relaunched()
        next.clock.advance(by: .seconds(50))
        _ = try await next.signIn("ann")
        let left = try await next.list().map(\.accountID.text)
        #expect(left == (0..<StoredSessions.limit).filter { $0 != 5 }.map { "person\($0)" } + ["ann"])
    }

    @Test func `a sign-in ends a session that was valid at the launch, and has expired since`() async throws {
        _ = try await app.signIn("kim")
        let next = app.relaunched()
        next.clock.advance(by: .seconds(100))
        _ = try await next.signIn("ann")
        #expect(try await next.list().map(\.accountID.text) == ["ann"])
    }

    @Test func `a sign-in ends no session of which it is uncertain whether it has expired`() async throws {
        for number in 0..<StoredSessions.limit { _ = try await app.signIn("person\(number)") }
        app.clock.date -= 2 * 86_400
        let next = app.relaunched()
        await #expect(throws: SignInError.tooManyAccounts) { _ = try await next.signIn("ann") }
        #expect(try await next.list().count == StoredSessions.limit)
        // The password was not checked, so the server has no session to end.
        #expect(await next.current.deliverSignOuts() == 0)
        #expect(next.revocationCount == 0)
    }

    @Test func `a sign-in in a process with another date ends no session that is in use`() async throws {
        let kim = try await app.signIn("kim")
        app.clock.date += 400 * 86_400
        let other = app.relaunched()
        #expect(await other.restore() == .none)
        _ = try await other.signIn("ann")
        #expect(await other.current.deliverSignOuts() == 0)
        await app.current.noticeChanges()
        #expect(app.current.state == .signedIn(kim, .fresh))
        #expect(app.revocationCount == 0)
    }

    @Test func `a session that another process has used since stays`() async throws {
        let app = SessionApp(policy: SessionPolicy(idleLifetime: 100))
        let kim = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        app.clock.advance(by: .seconds(100))
        try await app.store.update { $0.update(kim.touched(at: .stub + 50)) }
        _ = try await app.signIn("ann")
        #expect(try await app.list().map(\.accountID) == [.stub("kim"), .stub("lee"), .stub("ann")])
    }

    @Test func `a date that is set back brings no session back that has expired by elapsed time`() async throws {
        let app = SessionApp(policy: SessionPolicy(idleLifetime: 100))
        app.clock.advance(by: .seconds(3 * 86_400))
        _ = try await app.signIn()
        app.clock.advance(by: .seconds(100))
        #expect(await app.restore() == .none)
        app.clock.date -= 100
        #expect(await app.restore() == .none)
        #expect(app.current.state == .signedOut(.expired))
    }
}
