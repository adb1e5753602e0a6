import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of deletions of accounts while other processes use the same sessions.
@Suite(.timeLimit(.minutes(5)))
struct ConcurrentDeletionTests {
    private let app = SessionApp()

    /// Another process, whose changes wait at a gate from now on.
    private func waitingProcess(_ gate: Gate) async -> SessionApp {
        let isWaiting = Switch(false)
        let store = SessionRepositorySpy(wrapping: app.store) { call throws(StorageError) in
            if case .changeSessions = call, isWaiting.isOn { await gate.pass() }
        }
        let process = SessionApp(store: store, server: app.server, clock: app.clock)
        _ = await process.restore()
        _ = await process.current.deliverSignOuts()
        isWaiting.isOn = true
        return process
    }

    @Test func `a deletion that fails takes nothing from another process that refreshes`() async throws {
        let answer = Gate()
        let server = SessionServer(dates: app.clock.dates, after: { if case .refresh = $0 { await answer.pass() } })
        let app = SessionApp(server: server, clock: app.clock)
        let kim = try await app.signIn("kim")
        let other = await app.anotherProcess()
        let refresh = Task { try await other.current.session(replacing: kim) }
        await answer.arrival()
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        await answer.open()
        let renewed = try #require(try await refresh.value)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        await app.current.noticeChanges()
        for process in [app, other] { #expect(process.current.state == .signedIn(renewed, .fresh)) }
        #expect(try await app.store.load() == StoredSessions(renewed))
        #expect(app.revocationCount == 0)
    }

    @Test(arguments: [400 * 86_400, -400 * 86_400] as [TimeInterval])
    func `a change of the date ends no session whose account is being deleted`(change: TimeInterval) async throws {
        let kim = try await app.signIn("kim")
        let other = await app.anotherProcess()
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        app.clock.date += change
        #expect(await app.relaunched().restore() == .none)
        for process in [app, other] {
            #expect(await process.restore() == .restored(kim))
            #expect(await process.current.deliverSignOuts() == 0)
        }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.store.load() == StoredSessions(kim))
        #expect(app.revocationCount == 0)
    }

    @Test func `a session of a deletion is over when another process has made none active`()
        async throws
    {
        let kim = try await app.signIn("kim")
        let other = await app.anotherProcess()
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        _ = try await app.relaunched().signIn("lee", remember: false)
        for process in [app, other] { #expect(await process.restore() == .none) }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
    }

    @Test func `a session that another process begins during a deletion that fails stays`() async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        let other = app.relaunched()
        let new = try await other.signIn("kim")
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(try await app.store.active() == new)
        // Its delivery may be under way, and keeps this process from telling the server.
        _ = await other.current.deliverSignOuts()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 1)
    }

    @Test(arguments: [true, false])
    func `a second process deletes an account only after the deletion of the first has failed`(
        isFirst: Bool
    ) async throws {
        let processes = [app, app.relaunched()]
        let kim = try await app.signIn("kim")
        _ = await processes[1].restore()
        let (first, second) = isFirst ? (processes[0], processes[1]) : (processes[1], processes[0])
        let (gate, service) = (Gate(), AccountServiceSpy())
        let deletion = await first.delete(kim, answering: .failure(.busy), after: gate)
        let consents = InMemoryConsentRepository([.stub(accountID: kim.accountID)])
        let sut = DeleteAccount(service: service, sessions: second.current, consents: consents)
        let isBusy = DeleteAccountError.service(.storage(StorageError(store: .session, reason: .busy)))
        await #expect(throws: isBusy) { try await sut(kim) }
        #expect(await consents.all().count == 1)
        // If the first process were killed now, the next launch must restore no session.
        #expect(await app.relaunched().restore() == .none)
        #expect(second.current.state == .signedIn(kim, .fresh))
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.store.load() == StoredSessions(kim))
        try await sut(kim)
        #expect(try await app.store.load().sessions == [])
    }

    @Test(arguments: [true, false], [true, false])
    func `a process deletes an account only after its own deletion before has failed`(
        remember: Bool,
        isSignedOut: Bool
    ) async throws {
        let kim = try await app.signIn("kim", remember: remember)
        let (gate, consents) = (Gate(), InMemoryConsentRepository([.stub(accountID: kim.accountID)]))
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate, consents: consents)
        if isSignedOut { _ = await app.signOut() }
        let sut = DeleteAccount(service: AccountServiceSpy(), sessions: app.current, consents: consents)
        let isBusy = DeleteAccountError.service(.storage(StorageError(store: .session, reason: .busy)))
        await #expect(throws: isBusy) { try await sut(kim) }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(await consents.all().count == 1)
        #expect(app.current.state == (isSignedOut ? .signedOut(.signedOut) : .signedIn(kim, .fresh)))
        try await sut(kim)
        #expect(await consents.all() == [])
        #expect(app.current.state == .signedOut(isSignedOut ? .signedOut : .accountDeleted))
    }

    @Test func `a deletion by a second process does not wait for one that was killed`() async throws {
        // A delivery of sign-outs would end the session first.
        let app = SessionApp(isRevoked: false)
        let kim = try await app.signIn("kim")
        try await app.store.update { $0.beginDeletion(of: kim.id, at: .zero) }
        app.clock.advance(by: .seconds(301))
        let sut = DeleteAccount(
            service: AccountServiceSpy(),
            sessions: app.current,
            consents: InMemoryConsentRepository()
        )
        try await sut(kim)
        #expect(try await app.store.load().sessions == [])
    }

    @Test(arguments: [true, false])
    func `a deletion that fails after a sign-in of another process makes no session active`(
        isSignedOut: Bool
    ) async throws {
        let kim = try await app.signIn("kim")
        let other = await app.anotherProcess()
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        _ = try await other.signIn("lee", remember: isSignedOut)
        if isSignedOut { _ = await other.signOut() }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        // The next launch restores no earlier user.
        #expect(try await app.store.load().sessions == [kim])
        #expect(try await app.store.active() == nil)
    }

    @Test func `a change that had to wait ends no session whose deletion has begun meanwhile`() async throws {
        let kim = try await app.signIn("kim")
        let (waiting, gate) = (Gate(), Gate())
        let other = await waitingProcess(waiting)
        let signIn = Task { try await other.signIn("lee") }
        await waiting.arrival()
        app.clock.advance(by: .seconds(1))
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        await waiting.open()
        let lee = try await signIn.value
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.store.load().sessions == [kim, lee])
        #expect(app.revocationCount == 0)
    }

    @Test func `a deletion that had to wait for a failed one of another process keeps the consents`() async throws {
        let kim = try await app.signIn("kim")
        let (waiting, gate) = (Gate(), Gate())
        let other = await waitingProcess(waiting)
        let consents = InMemoryConsentRepository([.stub(accountID: kim.accountID)])
        let first = await app.delete(kim, answering: .failure(.busy), after: gate, consents: consents)
        let service = AccountServiceSpy(deleteAccount: .failure(.busy))
        let sut = DeleteAccount(service: service, sessions: other.current, consents: consents)
        let second = Task { try await sut(kim) }
        await waiting.arrival()
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await first.value }
        await waiting.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await second.value }
        #expect(await consents.all().count == 1)
        #expect(try await app.store.load().sessions == [kim])
    }
}
