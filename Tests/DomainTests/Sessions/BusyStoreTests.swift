import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing
import TestSupport

/// Tests of a store that is busy for a moment, such as with the change of another process.
@Suite(.timeLimit(.minutes(5)))
struct BusyStoreTests {
    @Test(arguments: [true, false])
    func `a sign-out while the store is busy for a moment is stored and reaches the server`(all: Bool) async throws {
        let isFailing = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            guard case .changeSessions = call, isFailing.isOn else { return }
            // Only one change fails.
            isFailing.isOn = false
            throw StorageError(store: .session, reason: .busy)
        }
        let app = SessionApp(store: store)
        _ = try await app.signIn()
        while await app.current.deliverSignOuts() != 0 {}
        isFailing.isOn = true
        let outcome = all ? await SignOut(sessions: app.current).all() : await app.signOut()
        #expect(outcome == .sessionRemains(StorageError(store: .session, reason: .busy)))
        #expect(app.current.state == .signedOut(.signedOut))
        _ = await app.current.deliverSignOuts()
        _ = await app.current.deliverSignOuts()
        #expect(try await app.store.load() == StoredSessions())
        #expect(await app.server.liveCount == 0)
        #expect(app.revocationCount == 1)
        #expect(await app.relaunched().restore() == .none)
    }

    @Test func `a process whose claim cannot be stored does not ask the server beside another one`() async throws {
        let (clock, gate, isBusy) = (ManualClock(), Gate(), Switch(false))
        let server = SessionServer.answeringFirstRefresh(after: gate, dates: clock.dates)
        let shared = InMemorySessionRepository()
        let app = SessionApp(store: shared, server: server, clock: clock)
        let session = try await app.signIn()
        let spy = SessionRepositorySpy(wrapping: shared) { call throws(StorageError) in
            guard case .changeSessions = call, isBusy.isOn else { return }
            isBusy.isOn = false
            throw StorageError(store: .session, reason: .busy)
        }
        let other = SessionApp(store: spy, server: server, clock: clock)
        _ = await other.restore()
        while await other.current.deliverSignOuts() != 0 {}
        clock.advance(by: .seconds(60))

        let one = Task { try await app.current.session() }
        await gate.arrival()
        #expect(await shared.load().claims[session.id] != nil)
        isBusy.isOn = true
        let two = Task { try await other.current.session() }
        for _ in 0..<500 { await Task.yield() }
        #expect(app.refreshCount == 1)
        await gate.open()
        let waking = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(clock.sleeperCount > 0 ? 100 : 0))
                await Task.yield()
            }
        }
        let (tokens, others) = (await one.result, await two.result)
        waking.cancel()
        #expect((try? tokens.get()) != nil)
        #expect((try? others.get()) != nil)
        #expect(app.current.state.session?.id == session.id)
        #expect(other.current.state.session?.id == session.id)
        #expect(await shared.load().sessions.count == 1)
    }

    @Test(arguments: [true, false])
    func `new tokens that arrive after a sign-out which could not be stored are ended too`(
        areUnsaved: Bool
    ) async throws {
        let (clock, gate, isFailing) = (ManualClock(), Gate(), Switch(false))
        let server = SessionServer(
            dates: clock.dates,
            after: { request in
                if case .refresh = request { await gate.pass() }
            }
        )
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let session = try await app.signIn()
        while await app.current.deliverSignOuts() != 0 {}
        let refresh = Task { try await app.current.session(replacing: session) }
        await gate.arrival()
        isFailing.isOn = true
        _ = await app.signOut()
        isFailing.isOn = areUnsaved
        await gate.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        await app.current.finishRefreshes()
        isFailing.isOn = false
        while await app.current.deliverSignOuts() != 0 {}
        #expect(await server.liveCount == 0)
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test func `new tokens after a sign-out and another sign-in are ended while the store fails`()
        async throws
    {
        let (clock, gate, isFailing) = (ManualClock(), Gate(), Switch(false))
        let server = SessionServer.answeringFirstRefresh(after: gate, dates: clock.dates)
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let kim = try await app.signIn("kim")
        let refresh = Task { try await app.current.session(replacing: kim) }
        await gate.arrival()
        _ = await app.signOut()
        let lee = try await app.signIn("lee")
        _ = await app.current.deliverSignOuts()
        isFailing.isOn = true
        await gate.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        await app.current.finishRefreshes()
        isFailing.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 1)
        #expect(app.current.state == .signedIn(lee, .fresh))
    }
}
