import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of sessions and tokens that could not be stored.
@Suite(.timeLimit(.minutes(5)))
struct UnsavedSessionTests {
    @Test func `after a sign-in that could not be stored, a sign-out leaves none active`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        _ = try await app.signIn("kim")
        isFailing.isOn = true
        _ = try await app.signIn("lee")
        isFailing.isOn = false
        #expect(await app.signOut() == .pending)
        #expect(try await app.store.load().activeID == nil)
        #expect(await app.relaunched().restore() == .none)
    }

    /// An app whose store fails while the switch is on, with a session whose newest tokens are not stored.
    private func appWithUnsavedTokens() async throws -> (SessionApp, Session, Switch) {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        #expect(app.current.state == .signedIn(renewed, .unsaved(.stub())))
        return (app, kim, isFailing)
    }

    @Test func `a second sign-in ends tokens of the first that could not be stored`() async throws {
        let (app, _, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        _ = try await app.signIn("kim")
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 1)
    }

    @Test(arguments: [true, false])
    func `a sign-out that could not be stored ends the newest tokens when it is repeated`(isShown: Bool) async throws {
        let (app, kim, isFailing) = try await appWithUnsavedTokens()
        if !isShown { _ = try await app.signIn("lee") }
        #expect(await app.signOut(kim.id) == .sessionRemains(.stub()))
        isFailing.isOn = false
        _ = await app.signOut(kim.id)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (isShown ? 0 : 1))
    }

    @Test(arguments: [1, 2])
    func `tokens that cannot be stored are used, and stored later`(failures: Int) async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let session = try await app.signIn()
        isFailing.isOn = true
        var refreshed = session
        for _ in 0..<failures { refreshed = try #require(try await app.current.session(replacing: refreshed)) }
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
        #expect(try await app.store.active() == session)
        #expect(await app.restore() == .restored(refreshed))
        isFailing.isOn = false
        let again = try #require(try await app.current.session(replacing: refreshed))
        #expect(again.token == AccessToken("access-\(failures + 2)"))
        #expect(try await app.store.active() == again)
        #expect(app.current.state == .signedIn(again, .fresh))
    }

    @Test func `tokens that could not be stored are stored before the server is asked for others`() async throws {
        let (isFailing, isDown, clock) = (Switch(false), Switch(false), ManualClock())
        let server = SessionServer.refreshing(unless: isDown, dates: clock.dates)
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        (isFailing.isOn, isDown.isOn) = (false, true)
        await #expect(throws: SessionError.service(.remote(.network(.unreachable)))) {
            try await app.current.session(replacing: renewed)
        }
        #expect(try await app.store.active() == renewed)
        _ = try await app.signIn("lee")
        _ = try await app.switchAccount(to: kim.id)
        #expect(app.current.state == .signedIn(renewed, .fresh))
    }

    @Test func `a store that works again when the answer comes gets the newest tokens`() async throws {
        let (isFailing, recovers, clock) = (Switch(false), Switch(false), ManualClock())
        let server = SessionServer(dates: clock.dates, after: { _ in if recovers.isOn { isFailing.isOn = false } })
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let kim = try await app.signIn()
        isFailing.isOn = true
        let unsaved = try #require(try await app.current.session(replacing: kim))
        recovers.isOn = true
        let newest = try #require(try await app.current.session(replacing: unsaved))
        #expect(newest.token == AccessToken("access-3"))
        #expect(app.current.state == .signedIn(newest, .fresh))
        #expect(try await app.store.active() == newest)
    }

    @Test func `tokens that another process has stored are used, not older ones that could not be`() async throws {
        let (app, kim, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        let newest = kim.with(await app.server.signIn())
        try await app.store.update { _ = $0.update(newest) }
        #expect(await app.restore() == .restored(newest))
        #expect(app.current.state.session == newest)
        #expect(try await app.store.active() == newest)
    }

    @Test(arguments: [true, false])
    func `a sign-out ends the newest tokens, which could not be stored`(areAllEnded: Bool) async throws {
        let (app, _, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        let signOut = SignOut(sessions: app.current)
        #expect(await (areAllEnded ? signOut.all() : signOut()) == .pending)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `tokens that could not be stored end when another process has ended their session`() async throws {
        let (app, _, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        let other = app.relaunched()
        #expect(await other.signOut() == .pending)
        #expect(await other.current.deliverSignOuts() == 0)
        await app.current.noticeChanges()
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a sign-out that cannot be stored, of a session that is not remembered, is sent once`() async throws {
        let (isFailing, isDown, clock) = (Switch(false), Switch(true), ManualClock())
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            guard case .changeSessions = call, isFailing.isOn else { return }
            clock.date += 1
            throw .stub()
        }
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        }
        let app = SessionApp(store: store, server: server, clock: clock)
        _ = try await app.signIn(remember: false)
        isFailing.isOn = true
        #expect(await app.signOut() == .sessionRemains(.stub()))
        #expect(try await app.list() == [])
        #expect(await app.current.deliverSignOuts() == 1)
    }

    @Test func `a sign-out that could not be stored ends tokens that could not be, and revives nothing`() async throws {
        let (isFailing, isDown, clock) = (Switch(false), Switch(true), ManualClock())
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        }
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        _ = try #require(try await app.current.session(replacing: kim))
        #expect(await app.signOut() == .sessionRemains(.stub()))
        #expect(await app.current.deliverSignOuts() == 1)
        isFailing.isOn = false
        #expect(await app.restore() == .none)
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test func `an account whose new session could not be stored is listed and signed out once`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        _ = try await app.signIn("kim")
        isFailing.isOn = true
        let new = try await app.signIn("kim")
        isFailing.isOn = false
        #expect(try await app.list().map(\.id) == [new.id])
        #expect(await app.signOut() == .pending)
        #expect(try await app.list() == [])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a server that refuses tokens which could not be stored ends the session`() async throws {
        let (app, _, isFailing) = try await appWithUnsavedTokens()
        let unsaved = try #require(app.current.state.session)
        try await app.server.revoke(unsaved, scope: .thisDevice)
        let refresh = Task { try await app.current.session(replacing: unsaved) }
        await #expect(throws: SessionError.ended) { try await refresh.value }
        isFailing.isOn = false
        #expect(app.current.state == .signedOut(.refused))
    }

    @Test func `tokens that are stored while another process asks the server count as stored`()
        async throws
    {
        let (app, kim, isFailing) = try await appWithUnsavedTokens()
        let unsaved = try #require(app.current.state.session)
        isFailing.isOn = false
        try await app.store.update { _ = $0.claim(kim.id, at: .stub, for: 30) }
        let refresh = Task { try await app.current.session(replacing: unsaved) }
        await app.clock.sleepBegun(times: 1)
        #expect(try await app.store.active() == unsaved)
        isFailing.isOn = true
        app.clock.advance(by: .seconds(30))
        let newest = try #require(try await refresh.value)
        #expect(newest.token == AccessToken("access-3"))
        isFailing.isOn = false
        #expect(await app.restore() == .restored(newest))
        #expect(await app.signOut() == .pending)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `the end by another process also ends tokens that could not be stored`() async throws {
        let (app, kim, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        try await app.store.update { _ = $0.remove(kim.id) }
        await app.current.noticeChanges()
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a sign-in again ends an earlier session that is not remembered`() async throws {
        let app = SessionApp()
        _ = try await app.signIn("kim", remember: false)
        _ = try await app.signIn("kim")
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 1)
    }

    @Test func `tokens of another process are the newest, not older ones that could not be stored`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        _ = try await app.current.session(replacing: kim)
        isFailing.isOn = false
        let newest = kim.with(await app.server.signIn())
        try await app.store.update { _ = $0.update(newest) }
        _ = await app.restore()
        #expect(app.current.state == .signedIn(newest, .fresh))
        _ = await app.signOut()
        #expect(try await app.store.load().signOuts.map(\.session.tokens) == [newest.tokens])
    }

    enum Way: CaseIterable {
        case signOut, signOutAll, signInAgain, noticed, failedDeletion
    }

    @Test(arguments: Way.allCases)
    func `a sign-out ends unsaved tokens of a session that another process has ended`(way: Way) async throws {
        let (clock, isFailing) = (ManualClock(), Switch(false))
        let server = SessionServer(dates: clock.dates)
        let shared = InMemorySessionRepository()
        let isBusy = Switch(false)
        let spy = SessionRepositorySpy(wrapping: shared) { call throws(StorageError) in
            guard case .changeSessions = call, isFailing.isOn || isBusy.isOn else { return }
            isBusy.isOn = false
            throw .stub()
        }
        let app = SessionApp(store: spy, server: server, clock: clock)
        let session = try await app.signIn()
        let other = SessionApp(store: shared, server: server, clock: clock)
        _ = await other.restore()
        isFailing.isOn = true
        // The server replaces the tokens, and they cannot be stored.
        let renewed = try #require(try await app.current.session(replacing: session))
        _ = await other.signOut()
        #expect(await other.current.deliverSignOuts() == 0)
        // Nothing is stored late before the sign-out.
        _ = await app.current.deliverSignOuts()
        #expect(await server.liveCount == 1)
        isFailing.isOn = false
        switch way {
        case .signOut: _ = await app.signOut()
        case .signOutAll: _ = await SignOut(sessions: app.current).all()
        case .signInAgain: _ = try await app.signIn()
        case .noticed: await app.current.noticeChanges()
        case .failedDeletion:
            let gate = Gate()
            let deletion = await app.delete(renewed, answering: .failure(.busy), after: gate)
            isBusy.isOn = true
            await gate.open()
            await #expect(throws: DeleteAccountError.failedAndSignedOut(.busy, .stub())) { try await deletion.value }
        }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == (way == .signInAgain ? 1 : 0))
    }

    @Test func `a failed refresh does not hide that the session is not stored`() async throws {
        let (clock, isFailing, isDown) = (ManualClock(), Switch(false), Switch(false))
        let server = SessionServer.refreshing(unless: isDown, dates: clock.dates)
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        isDown.isOn = true
        await #expect(throws: SessionError.service(.remote(.network(.unreachable)))) {
            try await app.current.session(replacing: renewed)
        }
        #expect(app.current.state == .signedIn(renewed, .unsaved(.stub())))
    }

    @Test func `tokens that could not be stored are stored at the next occasion`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let new = try #require(try await app.current.session(replacing: kim))
        #expect(app.current.state == .signedIn(new, .unsaved(.stub())))
        isFailing.isOn = false
        _ = await app.current.deliverSignOuts()
        #expect(try await app.store.load().active?.tokens == new.tokens)
        #expect(app.current.state == .signedIn(new, .fresh))
        // The next launch needs the new tokens.
        let next = await app.anotherProcess()
        _ = try? await next.current.session(replacing: kim)
        #expect(next.current.state.session?.id == kim.id)
    }

    @Test(arguments: [true, false])
    func `the server ends tokens that another process did not know when it ended the session`(
        isRestored: Bool
    ) async throws {
        let (store, isFailing) = (InMemorySessionRepository(), Switch(false))
        let failing = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: failing)
        let kim = try await app.signIn("kim")
        let other = SessionApp(store: store, server: app.server, clock: app.clock)
        _ = await other.restore()
        isFailing.isOn = true
        let refreshed = try #require(try await app.current.session(replacing: kim))
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
        _ = await other.signOut()
        #expect(await other.current.deliverSignOuts() == 0)
        let lee = try await other.signIn("lee")
        isFailing.isOn = false
        // The restoration shows another session, and nothing has told of the end of this one.
        if isRestored { #expect(await app.restore() == .restored(lee)) }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.current.state == (isRestored ? .signedIn(lee, .fresh) : .signedOut(.elsewhere)))
        #expect(await app.server.liveCount == 1)
    }
}
