import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the refresh of tokens.
@Suite(.timeLimit(.minutes(5)))
struct RefreshTests {
    @Test(arguments: [(29, 0), (30, 0), (31, 1), (60, 1), (600, 1)])
    func `a token is refreshed when it is needed and less than 30 seconds are left`(seconds: Int, requests: Int)
        async throws
    {
        let app = SessionApp()
        let session = try await app.signIn()
        app.clock.advance(by: .seconds(seconds))
        let usable = try await app.current.session()
        #expect(usable.id == session.id)
        #expect((usable.token == session.token) == (requests == 0))
        #expect(app.refreshCount == requests)
        #expect(app.current.state == .signedIn(usable, .fresh))
        #expect(try await app.store.active() == usable)
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

    @Test func `a session that is restored after a wrong date survives a deletion that fails`()
        async throws
    {
        let app = SessionApp(clock: ManualClock(date: .stub + 60))
        try await app.store.save(.stub(expiresAt: .stub + 60))
        #expect(await app.restore() == .none)
        #expect(app.current.state == .signedOut(.expired))
        app.clock.date = .stub
        let restored = await app.restore()
        guard case .restored(let session) = restored else {
            Issue.record("not restored: \(restored)")
            return
        }
        let service = AccountServiceSpy(deleteAccount: .failure(.remote(.serverError)))
        let sut = DeleteAccount(
            service: service,
            sessions: app.current,
            consents: InMemoryConsentRepository()
        )
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await sut(session) }
        #expect(try await app.store.load() == StoredSessions(session))
    }

    @Test func `a token that a request of the account service shows to be rejected is refreshed`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        await app.current.didReject(AccessToken("older"))
        #expect(app.refreshCount == 0)
        await app.current.didReject(session.token)
        #expect(try await app.current.session(replacing: session)?.token == AccessToken("access-2"))
        #expect(app.refreshCount == 1)
    }

    @Test func `a token without an expiry is never refreshed before a server rejects it`() async throws {
        let clock = ManualClock()
        let app = SessionApp(server: SessionServer(lifetime: nil, dates: clock.dates), clock: clock)
        let session = try await app.signIn()
        clock.advance(by: .seconds(86_400 * 365))
        #expect(try await app.current.session() == session)
        #expect(try await app.current.session(replacing: session)?.token == AccessToken("access-2"))
    }

    @Test func `1,000 callers with one expired token cause one request`() async throws {
        let app = SessionApp()
        _ = try await app.signIn()
        app.clock.advance(by: .seconds(60))
        let sessions = try await withThrowingTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { try await app.current.session() } }
            return try await group.reduce(into: Set<Session>()) { $0.insert($1) }
        }
        #expect(sessions.count == 1)
        #expect(app.refreshCount == 1)
    }

    @Test func `1,000 rejections of one token cause one request, and late ones none`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        let sessions = try await withThrowingTaskGroup { group in
            for _ in 0..<1_000 { group.addTask { try await app.current.session(replacing: session) } }
            return try await group.reduce(into: Set<Session?>()) { $0.insert($1) }
        }
        #expect(sessions.count == 1)
        #expect(try await app.current.session(replacing: session) == sessions.first)
        #expect(app.refreshCount == 1)
    }

    @Test func `a request of one user that is rejected after a switch is not repeated for the next user`() async throws
    {
        let app = SessionApp()
        let session = try await app.signIn("kim")
        let (gate, senders) = (Gate(), MessageLog<SessionID>())
        let task = Task { [current = app.current] in
            try await current.authorized { session throws(AccountServiceFailure) in
                senders.append(session.id)
                await gate.pass()
                throw .remote(.tokenRefused)
            }
        }
        try await gate.open { _ = try await app.signIn("lee") }
        await #expect(throws: SessionError.ended) { try await task.value }
        #expect(senders.messages == [session.id])
        await #expect(throws: SessionError.ended) { try await app.current.session(replacing: session) }
        #expect(app.refreshCount == 0)
    }

    @Test func `8 processes with 100 callers each cause one request for each expiry`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let others = (0..<7).map { _ in first.relaunched() }
        for other in others { #expect(await other.restore() == .restored(session)) }
        for expiry in 1...3 {
            first.clock.advance(by: .seconds(60))
            let waking = Task {
                // Processes that wait for another one sleep.
                while !Task.isCancelled {
                    first.clock.advance(by: .milliseconds(first.clock.sleeperCount > 0 ? 100 : 0))
                    await Task.yield()
                }
            }
            let tokens = try await withThrowingTaskGroup { group in
                for app in [first] + others {
                    for _ in 0..<100 { group.addTask { try await app.current.session().token } }
                }
                return try await group.reduce(into: Set<AccessToken>()) { $0.insert($1) }
            }
            waking.cancel()
            await waking.value
            #expect(tokens.count == 1)
            #expect(first.refreshCount == expiry)
        }
    }

    @Test func `a caller that is cancelled stops waiting, and the others get the new tokens`() async throws {
        let gate = Gate()
        let clock = ManualClock()
        let app = SessionApp(
            server: SessionServer(dates: clock.dates, before: { _ in await gate.pass() }),
            clock: clock
        )
        let session = try await app.signIn()
        let cancelled = Task { try await app.current.session(replacing: session) }
        await gate.arrival()
        let patient = Task { try await app.current.session(replacing: session) }
        cancelled.cancel()
        await #expect(throws: SessionError.cancelled) { try await cancelled.value }
        await gate.open()
        #expect(try await patient.value?.token == AccessToken("access-2"))
        #expect(app.refreshCount == 1)
    }

    private static let failures: [AccountServiceFailure] =
        [
            .storage(.stub()), .corruptPasswordHash, .busy, .hashingUnavailable, .cancelled,
            .remote(.refused(ServerRefusal())), .remote(.pathError), .remote(.serverError),
            .remote(.throttled(retryAfter: .seconds(1))), .remote(.undecodable), .remote(.tokenMissing),
            .remote(.outcomeUnknown), .remote(.notOffered),
        ] + NetworkFailure.allCases.map { .remote(.network($0)) }

    @Test(arguments: failures)
    func `a failure that is not a refusal ends nothing, and the next use tries again`(failure: AccountServiceFailure)
        async throws
    {
        let clock = ManualClock()
        let answers = MessageLog<Void>()
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in
            answers.append(())
            if answers.messages.count == 1 { throw failure }
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        clock.advance(by: .seconds(60))
        let expected: SessionError = failure == .cancelled ? .cancelled : .service(failure)
        await #expect(throws: expected) { try await app.current.session() }
        #expect(app.current.state == .signedIn(session, .stale(failure)))
        #expect(try await app.store.active() == session)
        #expect(try await app.store.load().claims.isEmpty)
        let usable = try await app.current.session()
        #expect(app.current.state == .signedIn(usable, .fresh))
    }

    @Test(arguments: [true, false])
    func `a refusal ends the session`(isRemembered: Bool) async throws {
        let clock = ManualClock()
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in throw .remote(.tokenRefused)
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn(remember: isRemembered)
        await #expect(throws: SessionError.ended) { try await app.current.session(replacing: session) }
        #expect(app.current.state == .signedOut(.refused))
        #expect(try await app.store.load() == StoredSessions())
        await #expect(throws: SessionError.signedOut) { try await app.current.session() }
        #expect(app.revocationCount == 0)
    }

    @Test func `tokens that another process has stored are adopted without a request`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = first.relaunched()
        _ = await second.restore()
        let refreshed = try await first.current.session(replacing: session)
        #expect(try await second.current.session(replacing: session) == refreshed)
        #expect(first.refreshCount == 1)
    }

    @Test func `a refusal of tokens that another process has replaced meanwhile ends nothing`() async throws {
        let (gate, isSlow, clock) = (Gate(), Switch(true), ManualClock())
        let server = SessionServer(dates: clock.dates) { _ in
            if isSlow.isOn { await gate.pass() }
        }
        let first = SessionApp(server: server, clock: clock)
        let session = try await first.signIn()
        let second = first.relaunched()
        _ = await second.restore()
        let late = Task { try await first.current.session(replacing: session) }
        await gate.arrival()
        isSlow.isOn = false
        // The claim of the first process ends before its request reaches the server.
        clock.advance(by: .seconds(30))
        let refreshed = try await second.current.session(replacing: session)
        await gate.open()
        #expect(try await late.value == refreshed)
        #expect(first.current.state == second.current.state)
        #expect(first.refreshCount == 2)
    }

    @Test func `a session that another process has ended is over`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = first.relaunched()
        _ = await second.restore()
        _ = await first.signOut()
        await #expect(throws: SessionError.ended) { try await second.current.session(replacing: session) }
        #expect(second.current.state == .signedOut(.elsewhere))
        #expect(first.refreshCount == 0)
    }

    @Test func `the claim of a process that was killed ends after 30 seconds`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        try await app.store.update { _ = $0.claim(session.id, at: .stub, for: 30) }
        let refresh = Task { try await app.current.session(replacing: session) }
        for sleep in 1...300 {
            await app.clock.sleepBegun(times: sleep)
            #expect(app.refreshCount == 0)
            app.clock.advance(by: .milliseconds(100))
        }
        #expect(try await refresh.value?.token == AccessToken("access-2"))
    }

    /// A store whose changes wait at a gate while another process is using it.
    private struct SlowStore: SessionRepository {
        let store: any SessionRepository
        let gate: Gate
        let isUsed: Switch

        func load() async throws(StorageError) -> StoredSessions { try await store.load() }

        func update<Value: Sendable>(
            _ change: @escaping @Sendable (inout StoredSessions) -> Value
        ) async throws(StorageError) -> Value {
            if isUsed.isOn { await gate.pass() }
            return try await store.update(change)
        }

        func clear() async throws(StorageError) { try await store.clear() }
    }

    @Test func `a process that had to wait for the store sends no second refresh`() async throws {
        let (answer, waiting, isUsed, clock) = (Gate(), Gate(), Switch(false), ManualClock())
        let server = SessionServer(dates: clock.dates) { _ in await answer.pass() }
        let first = SessionApp(server: server, clock: clock)
        let session = try await first.signIn()
        let store = SlowStore(store: first.store, gate: waiting, isUsed: isUsed)
        let second = SessionApp(store: store, server: server, clock: clock)
        _ = await second.restore()
        #expect(await second.current.deliverSignOuts() == 0)
        isUsed.isOn = true
        let late = Task { try await second.current.session(replacing: session) }
        await waiting.arrival()
        clock.advance(by: .seconds(1))
        let early = Task { try await first.current.session(replacing: session) }
        await answer.arrival()
        await waiting.open()
        while clock.sleeperCount == 0, first.refreshCount == 1 { await Task.yield() }
        await answer.open()
        let refreshed = try await early.value
        clock.advance(by: .milliseconds(100))
        #expect(try await late.value == refreshed)
        #expect(first.refreshCount == 1)
    }

    /// Two requests of which the server refuses one, because the date has changed after the first claim.
    @Test(arguments: [-3_600, -5, 31] as [Double], [false, true])
    func `a date that changes between the claims of two processes ends no session`(
        seconds: Double,
        isFirstHeard: Bool
    ) async throws {
        let (first, second, clock) = (Gate(), Gate(), ManualClock())
        let requests = MessageLog<Int>()
        let server = SessionServer(dates: clock.dates) { _ in
            requests.append(requests.messages.count)
            if requests.messages.count == 1, !isFirstHeard { await first.pass() }
        } after: { _ in
            await (isFirstHeard ? first : second).pass()
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let other = app.relaunched()
        _ = await other.restore()
        let early = Task { try await app.current.session(replacing: session) }
        await first.arrival()
        clock.date += seconds
        let late = Task { try await other.current.session(replacing: session) }
        if !isFirstHeard {
            await second.arrival()
            await first.open()
        }
        // The refused process waits.
        let hasEnded = Switch(false)
        Task {
            _ = await (isFirstHeard ? late : early).result
            hasEnded.isOn = true
        }
        while clock.sleeperCount == 0, !hasEnded.isOn { await Task.yield() }
        await (isFirstHeard ? first : second).open()
        let answered = try await (isFirstHeard ? early : late).value
        clock.advance(by: .milliseconds(100))
        #expect(try await (isFirstHeard ? late : early).value == answered)
        for app in [app, other] { #expect(app.current.state.session == answered) }
        #expect(try await app.store.active() == answered)
    }

    enum Interruption: CaseIterable {
        case shutdown, unreadableStore
    }

    @Test(arguments: Interruption.allCases)
    func `a refusal whose wait for another process is interrupted ends no session`(by interruption: Interruption)
        async throws
    {
        let isUnreadable = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .loadSessions = call, isUnreadable.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        let session = try await app.signIn()
        try await app.store.update { _ = $0.claim(session.id, at: .stub - 31, for: 30) }
        try await app.server.revoke(session, scope: .thisDevice)
        let refresh = Task { try await app.current.session(replacing: session) }
        await app.clock.sleepBegun()
        switch interruption {
        case .shutdown: await app.current.shutDown()
        case .unreadableStore:
            isUnreadable.isOn = true
            app.clock.advance(by: .milliseconds(100))
        }
        let error: SessionError = interruption == .shutdown ? .cancelled : .service(.storage(.stub()))
        await #expect(throws: error) { try await refresh.value }
        isUnreadable.isOn = false
        #expect(try await app.store.active()?.id == session.id)
    }

    @Test(arguments: [(3_600, true), (3_601, false)] as [(Double, Bool)])
    func `a refusal does not wait for a process that was killed long ago`(age: Double, waits: Bool) async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        try await app.store.update { _ = $0.claim(session.id, at: .stub - 30 - age, for: 30) }
        try await app.server.revoke(session, scope: .thisDevice)
        let refresh = Task { try await app.current.session(replacing: session) }
        if waits {
            await app.clock.sleepBegun()
            #expect(app.current.state == .signedIn(session, .fresh))
            refresh.cancel()
        }
        await #expect(throws: waits ? SessionError.cancelled : .ended) { try await refresh.value }
    }

    @Test func `a refusal ends the session 30 seconds after that of another process without an answer`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        try await app.store.update { _ = $0.claim(session.id, at: .stub - 31, for: 30) }
        try await app.server.revoke(session, scope: .thisDevice)
        let refresh = Task { try await app.current.session(replacing: session) }
        for sleep in 1...300 {
            await app.clock.sleepBegun(times: sleep)
            #expect(app.current.state == .signedIn(session, .fresh))
            app.clock.advance(by: .milliseconds(100))
        }
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(app.current.state == .signedOut(.refused))
    }

    @Test func `a refresh that begins after the shutdown does not wait for another process`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        try await app.store.update { _ = $0.claim(session.id, at: .stub, for: 30) }
        await app.current.shutDown()
        await #expect(throws: SessionError.cancelled) { try await app.current.session(replacing: session) }
        #expect(app.refreshCount == 0)
    }

    @Test func `tokens that cannot be stored are used, and stored later`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let session = try await app.signIn()
        isFailing.isOn = true
        let refreshed = try #require(try await app.current.session(replacing: session))
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
        #expect(try await app.store.active() == session)
        #expect(await app.restore() == .restored(refreshed))
        isFailing.isOn = false
        let again = try #require(try await app.current.session(replacing: refreshed))
        #expect(again.token == AccessToken("access-3"))
        #expect(try await app.store.active() == again)
        #expect(app.current.state == .signedIn(again, .fresh))
    }

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

    @Test(arguments: [nil, .remote(.serverError)] as [AccountServiceFailure?])
    func `a refresh during which an agreement becomes required does not show the session`(
        failure: AccountServiceFailure?
    ) async throws {
        let gate = Gate()
        let clock = ManualClock()
        let server = SessionServer(
            dates: clock.dates,
            after: { _ throws(AccountServiceFailure) in
                await gate.pass()
                if let failure { throw failure }
            }
        )
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: InMemoryConsentRepository([]))
        let restore = RestoreSession(sessions: app.current, review: review)
        await gate.open { _ = await restore() }
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(app.current.state == .agreementRequired(session, [.stub()]))
        let stored = try #require(try await app.store.active())
        #expect((stored.token == session.token) == (failure != nil))
    }

    @Test func `the new tokens of a session that is not the active one any more are stored`() async throws {
        let gate = Gate()
        let clock = ManualClock()
        let server = SessionServer(dates: clock.dates) { request in
            if case .refresh = request { await gate.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let first = try await app.signIn("kim")
        let refresh = Task { try await app.current.session(replacing: first) }
        await gate.arrival()
        let second = try await app.signIn("lee")
        await gate.open()
        await #expect(throws: SessionError.ended) { try await refresh.value }
        #expect(app.current.state == .signedIn(second, .fresh))
        let stored = try await app.store.load()
        #expect(stored[first.id]?.token == AccessToken("access-3"))
        #expect(stored.active == second)
    }

    @Test(arguments: [true, false])
    func `new tokens that arrive during a deletion that fails are stored or ended`(
        isSignedOut: Bool
    ) async throws {
        let (answer, deletion) = (Gate(), Gate())
        let clock = ManualClock()
        let server = SessionServer(dates: clock.dates) { _ in
        } after: { request in
            if case .refresh = request { await answer.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        await answer.arrival()
        let task = await app.delete(session, answering: .failure(.remote(.serverError)), after: deletion)
        await answer.open()
        let refreshed = try #require(try await refresh.value)
        let busy = StorageError(store: .session, reason: .busy)
        #expect(app.current.state == .signedIn(refreshed, .unsaved(busy)))
        if isSignedOut { _ = await app.signOut() }
        await deletion.open()
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await task.value }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.current.state == (isSignedOut ? .signedOut(.signedOut) : .signedIn(refreshed, .fresh)))
        #expect(try await app.store.load() == StoredSessions(isSignedOut ? nil : refreshed))
        #expect(await server.liveCount == (isSignedOut ? 0 : 1))
    }

    // MARK: Changes of another process

    /// Two processes with the same session.
    private func processes() async throws -> (SessionApp, SessionApp, Session) {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = first.relaunched()
        _ = await second.restore()
        return (first, second, session)
    }

    @Test(arguments: [true, false])
    func `an app notices that another process has ended its session`(isList: Bool) async throws {
        let (first, second, session) = try await processes()
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
        let (first, second, session) = try await processes()
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
        let notice = Task { await app.current.noticeChanges() }
        await gate.arrival()
        let refreshed = try #require(try await app.current.session(replacing: session))
        await gate.open()
        await notice.value
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
}
