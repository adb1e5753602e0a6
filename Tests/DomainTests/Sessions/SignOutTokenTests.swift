import AccountFlowTesting
import Domain
import Foundation
import Testing

/// Tests of the tokens that a server ends: the newest of a session, and none that is in use.
@Suite(.timeLimit(.minutes(5)))
struct SignOutTokenTests {
    @Test(arguments: [true, false], [true, false])
    func `the new tokens of a session that ended meanwhile are ended too, and no caller gets them`(
        isRemembered: Bool,
        isExecuted: Bool
    ) async throws {
        let gate = Gate()
        let clock = ManualClock()
        let server = SessionServer(dates: clock.dates) { request in
            if case .refresh = request, !isExecuted { await gate.pass() }
        } after: { request in
            if case .refresh = request, isExecuted { await gate.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn(remember: isRemembered)
        let refresh = Task { try await app.current.session(replacing: session) }
        await gate.open {
            _ = await app.signOut()
            // The caller does not wait for the server.
            await #expect(throws: SessionError.ended) { try await refresh.value }
        }
        #expect(app.current.state == .signedOut(.signedOut))
        while await server.liveCount > 0 { _ = await app.current.deliverSignOuts() }
        #expect(try await app.store.load() == StoredSessions())
    }
}
