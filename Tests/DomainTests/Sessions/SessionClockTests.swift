import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of sessions while the date of the device changes within a run.
struct SessionClockTests {
    private let app = SessionApp(policy: SessionPolicy(lifetime: 100, lastUsedGranularity: 100))

    @Test(arguments: [400, -400] as [Double])
    func `a date that changes during a sign-in does not end the new session`(days: Double) async throws {
        let service = WaitingService("kim", await app.server.signIn())
        let task = Task { [app] in try await app.signIn("kim", with: service) }
        await service.gate.arrival()
        app.clock.date += days * 86_400
        await service.gate.open()
        let session = try await task.value
        #expect(try await app.current.session() == session)
        app.clock.advance(by: .seconds(99))
        #expect(try await app.current.session().id == session.id)
        app.clock.advance(by: .seconds(1))
        await #expect(throws: SessionError.ended) { try await app.current.session() }
    }

    @Test func `a slow check of the account does not make a session last longer`() async throws {
        let service = WaitingService("kim", await app.server.signIn())
        let task = Task { [app] in try await app.signIn("kim", with: service) }
        await service.gate.arrival()
        app.clock.advance(by: .seconds(60))
        await service.gate.open()
        let session = try await task.value
        app.clock.advance(by: .seconds(39))
        #expect(try await app.current.session().id == session.id)
        app.clock.advance(by: .seconds(1))
        await #expect(throws: SessionError.ended) { try await app.current.session() }
    }

    @Test(
        arguments: [-400, -2, -1, 1, 400] as [Double],
        [
            SessionPolicy(lifetime: 100, lastUsedGranularity: 100),
            SessionPolicy(idleLifetime: 100, lastUsedGranularity: 100),
        ]
    )
    func `once a session was shown, elapsed time decides about it, whatever the date says`(
        days: Double,
        policy: SessionPolicy
    ) async throws {
        let app = SessionApp(policy: policy)
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        app.clock.advance(by: .seconds(50))
        app.clock.date += days * 86_400
        #expect(await app.restore() == .restored(lee))
        #expect(try await app.switchAccount(to: kim.id) == .restored(kim))
        #expect(try await app.list().map(\.isExpired) == [false, false])
        // A sign-in ends neither.
        let ann = try await app.signIn("ann")
        #expect(try await app.list().map(\.accountID) == [kim, lee, ann].map(\.accountID))
        #expect(try await app.switchAccount(to: kim.id) == .restored(kim))
        app.clock.advance(by: .seconds(49))
        app.clock.date -= days * 86_400
        #expect(await app.restore() == .restored(kim))
        app.clock.advance(by: .seconds(1))
        app.clock.date -= 100
        #expect(await app.restore() == .none)
        #expect(app.current.state == .signedOut(.expired))
        #expect(try await app.list().map(\.isExpired) == [true, true, false])
    }

    @Test(arguments: [400, -400] as [Double])
    func `a session that was valid at the start of a run stays so, though it was never shown`(days: Double)
        async throws
    {
        let kim = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        let app = app.relaunched()
        app.clock.date += days * 86_400
        #expect(try await app.list().map(\.isExpired) == [false, false])
        _ = try await app.signIn("ann")
        #expect(try await app.list().map(\.accountID) == [.stub("kim"), .stub("lee"), .stub("ann")])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.revocationCount == 0)
        #expect(try await app.switchAccount(to: kim.id) == .restored(kim))
        app.clock.advance(by: .seconds(100))
        #expect(await app.restore() == .none)
    }

    @Test(arguments: [1, -1] as [Double])
    func `the expiry of a token is noted once, whatever the date says at a switch`(days: Double) async throws {
        let app = SessionApp()
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        app.clock.date += days * 86_400
        for id in [kim.id, lee.id] { _ = try await app.switchAccount(to: id) }
        #expect(try await app.current.session() == lee)
        #expect(app.refreshCount == 0)
        app.clock.advance(by: .seconds(59))
        _ = try await app.current.session()
        #expect(app.refreshCount == 1)
    }

    @Test(arguments: [400, -400] as [Double])
    func `a date that changes before an agreement neither ends nor extends the session`(days: Double) async throws {
        let kim = try await app.signIn("kim")
        let (app, consents) = (app.relaunched(), InMemoryConsentRepository([]))
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: consents)
        let restore = RestoreSession(sessions: app.current, review: review)
        #expect(await restore() == .termsRequired(kim, [.stub()]))
        app.clock.date += days * 86_400
        #expect(await restore() == .termsRequired(kim, [.stub()]))
        let agree = AgreeToTerms(service: AccountServiceSpy(), sessions: app.current, consents: consents)
        try await agree(to: [.stub()], by: kim)
        #expect(try await app.current.session() == kim)
        app.clock.advance(by: .seconds(99))
        #expect(try await app.current.session(validFor: .zero).id == kim.id)
        #expect(app.refreshCount == 1)
        app.clock.advance(by: .seconds(1))
        await #expect(throws: SessionError.ended) { try await app.current.session() }
    }

    @Test(arguments: [400, -400] as [Double])
    func `elapsed time decides when a deletion needs the password, whatever the date says`(days: Double) async throws {
        let app = SessionApp(policy: SessionPolicy(reauthenticationAge: 300))
        let session = try await app.signIn()
        let sut = DeleteAccount(
            service: AccountServiceSpy(deleteAccount: .failure(.busy)),
            sessions: app.current,
            consents: InMemoryConsentRepository()
        )
        app.clock.date += days * 86_400
        await #expect(throws: DeleteAccountError.service(.busy)) { try await sut(session) }
        app.clock.date -= days * 86_400
        app.clock.advance(by: .seconds(301))
        app.clock.date -= 301
        await #expect(throws: DeleteAccountError.passwordRequired) { try await sut(session) }
    }

    @Test func `a use that a process with a wrong clock has recorded does not hide a session`() async throws {
        let app = SessionApp(policy: .standard)
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        app.clock.date += 3 * 86_400
        _ = try await app.relaunched().switchAccount(to: kim.id)
        app.clock.date -= 3 * 86_400
        for id in [lee.id, kim.id] {
            guard case .restored(let session) = try await app.switchAccount(to: id) else {
                Issue.record("not restored: \(id)")
                continue
            }
            #expect(session.id == id)
        }
    }

    @Test func `a date that changes before a launch succeeds refreshes no token that has not expired`() async throws {
        let app = SessionApp()
        let kim = try await app.signIn()
        let next = app.relaunched()
        let failing = ReviewTerms(
            terms: Terms(required: [.stub()]),
            consents: ConsentRepositorySpy(read: .failure(.stub(.consents)))
        )
        let outcome = await RestoreSession(sessions: next.current, review: failing)()
        #expect(outcome == .unavailable(.stub(.consents)))
        next.clock.date += 3_600
        #expect(await next.restore() == .restored(kim))
        #expect(try await next.current.session() == kim)
        #expect(next.refreshCount == 0)
    }

    @Test func `a wrong date of the device changes nothing while the app runs`() async throws {
        let app = SessionApp()
        _ = try await app.signIn()
        for date in [Date.stub + 86_400 * 365, .stub - 86_400 * 365] {
            app.clock.date = date
            _ = try await app.current.session()
        }
        #expect(app.refreshCount == 0)
    }

    @Test(arguments: [(59, true), (60, false), (61, false)])
    func `a session that expires while the app runs is over at its next use, and stays stored`(
        seconds: Int,
        isUsable: Bool
    ) async throws {
        let clock = ManualClock()
        let app = SessionApp(clock: clock)
        try await app.store.save(.stub(expiresAt: .stub + 60))
        _ = await app.restore()
        clock.date = .stub + 86_400
        _ = try await app.current.session()
        clock.date = .stub
        clock.advance(by: .seconds(seconds))
        if isUsable {
            _ = try await app.current.session()
        } else {
            await #expect(throws: SessionError.ended) { try await app.current.session() }
            #expect(app.current.state == .signedOut(.expired))
        }
        #expect(try await app.store.active() != nil)
    }

    @Test(arguments: [365, -365])
    func `new tokens at a wrong date do not change when the session expires`(days: Double) async throws {
        let app = SessionApp()
        let tokens = await app.server.signIn()
        let session = Session.stub(tokens: tokens, expiresAt: .stub + 600)
        try await app.store.save(session)
        _ = await app.restore()
        app.clock.date += days * 86_400
        #expect(try await app.current.session(replacing: session) != nil)
        app.clock.advance(by: .seconds(599))
        _ = try await app.current.session()
        app.clock.advance(by: .seconds(1))
        await #expect(throws: SessionError.ended) { try await app.current.session() }
    }
}
