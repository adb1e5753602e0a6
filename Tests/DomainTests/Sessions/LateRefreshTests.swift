import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of a refresh whose session another process, or the user, has left when the answer comes.
@Suite(.timeLimit(.minutes(5)))
struct LateRefreshTests {
    private let clock = ManualClock()
    private let answer = Gate()

    @Test func `new tokens of a session that another process has ended are ended too`() async throws {
        let server = SessionServer(
            dates: clock.dates,
            after: { [answer] in if case .refresh = $0 { await answer.pass() } }
        )
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let other = await app.anotherProcess()
        let refresh = Task { try await app.current.session(replacing: session) }
        await answer.open { #expect(await other.signOut() == .pending) }
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(await other.current.deliverSignOuts() == 0)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    /// A late answer for a session whose tokens another process has replaced.
    enum Answer: CaseIterable {
        case tokens, refusal, failure
    }

    @Test(arguments: Answer.allCases)
    func `a late answer for another account than the one that is shown does not show it`(_ late: Answer) async throws {
        let server = SessionServer(dates: clock.dates) { [answer] request throws(AccountServiceFailure) in
            guard case .refresh = request else { return }
            await answer.pass()
            if late == .failure { throw .remote(.serverError) }
            if late == .refusal { throw .tokenRefused }
        }
        let app = SessionApp(server: server, clock: clock)
        let kim = try await app.signIn("kim")
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        let newer = kim.with(await server.signIn())
        try await app.store.update { _ = $0.update(newer) }
        let lee = try await app.signIn("lee")
        await answer.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        // The caller does not wait for what becomes of the answer.
        for _ in 0..<200 { await Task.yield() }
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.load().sessions == [newer, lee])
    }

    @Test func `a refresh that waits for a sign-in to another account does not show the first one`() async throws {
        let isSlow = Switch(false)
        let stored = InMemorySessionRepository()
        let store = SessionRepositorySpy(wrapping: stored) { [answer] call in
            if case .changeSessions = call, isSlow.isOn { await answer.pass() }
        }
        let app = SessionApp(store: store, clock: clock, isRevoked: false)
        let kim = try await app.signIn("kim")
        isSlow.isOn = true
        let signIn = Task { try await app.signIn("lee") }
        await answer.arrival()
        // Another process has replaced the tokens.
        let newer = kim.with(await app.server.signIn())
        await stored.update { _ = $0.update(newer) }
        let refresh = Task { try await app.current.session(replacing: kim) }
        // Gives the refresh time to wait for the sign-in.
        for _ in 0..<200 { await Task.yield() }
        await answer.open()
        let lee = try await signIn.value
        await #expect(throws: SessionError.ended) { try await refresh.value }
        for _ in 0..<200 { await Task.yield() }
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(app.refreshCount == 0)
    }

    @Test func `a refresh that fails shows the profile that was changed meanwhile`() async throws {
        let server = SessionServer(dates: clock.dates) { [answer] request throws(AccountServiceFailure) in
            guard case .refresh = request else { return }
            await answer.pass()
            throw .remote(.serverError)
        }
        let app = SessionApp(server: server, clock: clock)
        let kim = try await app.signIn("kim")
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        let profile = Profile(nickname: .stub("Changed"))
        _ = await app.current.updateProfile(of: kim, to: profile)
        await answer.open()
        await #expect(throws: SessionError.service(.remote(.serverError))) { try await refresh.value }
        #expect(app.current.state == .signedIn(kim.with(profile), .stale(.remote(.serverError))))
    }
}
