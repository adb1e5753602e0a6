import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of sessions while the date of the device changes within a run.
struct SessionClockTests {
    private let app = SessionApp()
    private let policy = SessionPolicy(lifetime: 100, lastUsedGranularity: 100)

    /// Returns an app that was launched again.
    private func relaunched() -> SessionApp { SessionApp(store: app.store, server: app.server, clock: app.clock) }

    private func change(_ app: SessionApp, to id: SessionID, policy: SessionPolicy) async throws -> RestoreOutcome {
        try await SwitchAccount(
            sessions: app.current,
            restore: RestoreSession(sessions: app.current, policy: policy)
        )(id)
    }

    @Test(arguments: [400, -400] as [Double])
    func `a session that was valid at the start of a run stays so, though it was never shown`(days: Double)
        async throws
    {
        let kim = try await app.signIn("kim", policy: policy)
        _ = try await app.signIn("lee", policy: policy)
        let app = relaunched()
        let restore = RestoreSession(sessions: app.current, policy: policy)
        let list = ListSessions(sessions: app.current, restore: restore)
        app.clock.date += days * 86_400
        #expect(try await list().map(\.isExpired) == [false, false])
        _ = try await app.signIn("ann", policy: policy)
        #expect(try await list().map(\.accountID) == [.stub("kim"), .stub("lee"), .stub("ann")])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.revocationCount == 0)
        #expect(try await change(app, to: kim.id, policy: policy) == .restored(kim))
        app.clock.advance(by: .seconds(100))
        #expect(await restore() == .none)
    }

    @Test(arguments: [1, -1] as [Double])
    func `the expiry of a token is noted once, whatever the date says at a switch`(days: Double) async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        app.clock.date += days * 86_400
        for id in [kim.id, lee.id] { _ = try await change(app, to: id, policy: .untilSignOut) }
        #expect(try await app.current.session() == lee)
        #expect(app.refreshCount == 0)
        app.clock.advance(by: .seconds(59))
        _ = try await app.current.session()
        #expect(app.refreshCount == 1)
    }

    @Test(arguments: [400, -400] as [Double])
    func `a date that changes before an agreement neither ends nor extends the session`(days: Double) async throws {
        let kim = try await app.signIn("kim", policy: policy)
        let (app, consents) = (relaunched(), InMemoryConsentRepository([]))
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: consents)
        let restore = RestoreSession(sessions: app.current, policy: policy, review: review)
        #expect(await restore() == .termsRequired(kim, [.stub()]))
        app.clock.date += days * 86_400
        #expect(await restore() == .termsRequired(kim, [.stub()]))
        let agree = AgreeToTerms(
            service: AccountServiceSpy(),
            sessions: app.current,
            consents: consents,
            dates: app.clock.dates
        )
        try await agree(to: [.stub()], by: kim)
        app.clock.advance(by: .seconds(99))
        #expect(try await app.current.session(validFor: .zero).id == kim.id)
        app.clock.advance(by: .seconds(1))
        await #expect(throws: SessionError.ended) { try await app.current.session() }
    }

    @Test func `a use that a process with a wrong clock has recorded does not hide a session`() async throws {
        let kim = try await app.signIn("kim", policy: .standard)
        let lee = try await app.signIn("lee", policy: .standard)
        app.clock.date += 3 * 86_400
        _ = try await change(relaunched(), to: kim.id, policy: .standard)
        app.clock.date -= 3 * 86_400
        for id in [lee.id, kim.id] {
            guard case .restored(let session) = try await change(app, to: id, policy: .standard) else {
                Issue.record("not restored: \(id)")
                continue
            }
            #expect(session.id == id)
        }
    }
}
