import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the end of expired sessions, which only a sign-in removes.
@Suite(.timeLimit(.minutes(5)))
struct ExpiredSessionTests {
    private let app = SessionApp()
    private let policy = SessionPolicy(lifetime: 100)

    @Test func `a sign-in ends the expired sessions, but not the one that was shown`() async throws {
        _ = try await app.signIn("kim", policy: policy)
        _ = try await app.signIn("lee", policy: policy)
        app.clock.advance(by: .seconds(100))
        _ = try await app.signIn("ann", policy: policy)
        #expect(Set(try await app.list().map(\.accountID)) == [.stub("lee"), .stub("ann")])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 2)
    }

    enum Finding: CaseIterable {
        case use, launch, switchToIt, signInOfAnother
    }

    @Test(arguments: Finding.allCases)
    func `the server ends a session that is not remembered when it has expired`(by finding: Finding) async throws {
        let kim = try await app.signIn("kim", remember: false, policy: policy)
        if finding == .switchToIt || finding == .signInOfAnother { _ = try await app.signIn("lee") }
        app.clock.advance(by: .seconds(100))
        switch finding {
        case .use: await #expect(throws: SessionError.ended) { try await app.current.session() }
        case .launch: #expect(await app.restore(policy) == .none)
        case .switchToIt: #expect(try await app.switchAccount(to: kim.id, policy) == .none)
        case .signInOfAnother: _ = try await app.signIn("lee", policy: policy)
        }
        #expect(try await app.list().contains { $0.id == kim.id } == false)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages == [.revoke(kim.id)])
    }

    @Test func `the server ends an expired session with its newest tokens, stored or not`() async throws {
        let isFailing = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim", policy: policy)
        isFailing.isOn = true
        #expect(try await app.current.session(replacing: kim) != kim)
        isFailing.isOn = false
        _ = try await app.signIn("lee", policy: policy)
        app.clock.advance(by: .seconds(100))
        _ = try await app.signIn("ann", policy: policy)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 2)
    }

    @Test(arguments: ["ann", "kim"])
    func `a sign-in that is cancelled ends no expired session`(id: String) async throws {
        _ = try await app.signIn("lee", policy: policy)
        let kim = try await app.signIn("kim", policy: policy)
        app.clock.date += 100
        let app = app.relaunched()
        #expect(await app.restore(policy) == .none)
        let service = WaitingService(id, await app.server.signIn())
        let task = Task { [policy] in try await app.signIn(id, with: service, policy: policy) }
        await service.gate.arrival()
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { _ = try await task.value }
        #expect(Set(try await app.list().map(\.accountID)) == [.stub("kim"), .stub("lee")])
        app.clock.date -= 100
        #expect(await app.restore(policy) == .restored(kim))
    }

    @Test func `a session that is used before a sign-in has removed it as expired stays`() async throws {
        let (store, gate, isBlocked) = (InMemorySessionRepository(), Gate(), Switch(false))
        let spy = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            guard case .changeSessions = call, isBlocked.isOn else { return }
            isBlocked.isOn = false
            await gate.pass()
        }
        let app = SessionApp(store: spy)
        let sessions = try await [app.signIn("kim", policy: policy), app.signIn("lee", policy: policy)]
        app.clock.advance(by: .seconds(100))
        let next = SessionApp(store: spy, server: app.server, clock: app.clock)
        #expect(await next.restore(policy) == .none)
        let service = WaitingService("ann", await app.server.signIn())
        let task = Task { [policy] in try await next.signIn("ann", with: service, policy: policy) }
        await service.gate.arrival()
        // The next change is the removal.
        isBlocked.isOn = true
        await service.gate.open()
        _ = try await task.value
        await gate.arrival()
        await store.update { $0.update(sessions[0].touched(at: .stub + 100)) }
        await gate.open()
        #expect(Set(try await next.list().map(\.accountID)) == [.stub("kim"), .stub("ann")])
    }
}
