import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of an app that notices what another process has changed in the store.
@Suite(.timeLimit(.minutes(5)))
struct NoticedChangesTests {
    @Test(arguments: [true, false])
    func `an app notices that another process has ended its session`(isList: Bool) async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = await first.anotherProcess()
        await second.current.noticeChanges()
        #expect(second.current.state == .signedIn(session, .fresh))
        _ = await first.signOut()
        if isList {
            #expect(try await second.list() == [])
        } else {
            await second.current.noticeChanges()
        }
        #expect(second.current.state == .signedOut(.elsewhere))
        await second.current.noticeChanges()
        #expect(second.current.state == .signedOut(.elsewhere))
    }

    @Test func `an app notices that another process has replaced its tokens`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = await first.anotherProcess()
        let refreshed = try #require(try await first.current.session(replacing: session))
        await second.current.noticeChanges()
        #expect(second.current.state == .signedIn(refreshed, .fresh))
    }

    @Test func `an app that reads the store before it replaces its tokens notices nothing`() async throws {
        let (gate, isSlow) = (Gate(), Switch(false))
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            after: { call in
                if call == .loadSessions, isSlow.isOn { await gate.pass() }
            }
        )
        let app = SessionApp(store: store)
        let session = try await app.signIn()
        isSlow.isOn = true
        let list = Task { try await app.list() }
        await gate.arrival()
        let refreshed = try #require(try await app.current.session(replacing: session))
        await gate.open()
        _ = try await list.value
        #expect(app.current.state == .signedIn(refreshed, .fresh))
    }

    @Test func `an app whose session is not stored, or whose store fails, notices nothing`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(
            store: SessionRepositorySpy(wrapping: InMemorySessionRepository()) { _ throws(StorageError) in
                if isFailing.isOn { throw .stub() }
            }
        )
        let temporary = try await app.signIn(remember: false)
        await app.current.noticeChanges()
        #expect(app.current.state == .signedIn(temporary, .fresh))
        let session = try await app.signIn()
        isFailing.isOn = true
        await app.current.noticeChanges()
        #expect(app.current.state == .signedIn(session, .fresh))
    }

    @Test func `a change of the profile notices that another process has ended the session`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = await first.anotherProcess()
        _ = await first.signOut()
        _ = await second.current.updateProfile(of: session, to: Profile(nickname: .stub("new")))
        #expect(second.current.state.session == nil)
    }

    @Test func `an app notices the end of its session while it stores something else`() async throws {
        let (gate, isSlow) = (Gate(), Switch(false))
        let shared = InMemorySessionRepository()
        let first = SessionApp(store: shared)
        let session = try await first.signIn()
        let store = SessionRepositorySpy(
            wrapping: shared,
            after: { call in
                if case .changeSessions = call, isSlow.isOn { await gate.pass() }
            }
        )
        let second = SessionApp(store: store, server: first.server, clock: first.clock)
        _ = await second.restore()
        while await second.current.deliverSignOuts() != 0 {}
        #expect(second.current.state == .signedIn(session, .fresh))
        _ = await first.signOut()
        while await first.current.deliverSignOuts() != 0 {}
        // The second process stores something, such as the claim of a sign-out.
        isSlow.isOn = true
        let other = Task { await second.current.deliverSignOuts() }
        await gate.arrival()
        let notice = Task { await second.current.noticeChanges() }
        for _ in 0..<100 { await Task.yield() }
        isSlow.isOn = false
        await gate.open()
        await notice.value
        _ = await other.value
        #expect(second.current.state == .signedOut(.elsewhere))
    }
}
