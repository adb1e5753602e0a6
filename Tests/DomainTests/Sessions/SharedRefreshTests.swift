import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Synchronization
import TestSupport
import Testing

/// Tests of the refresh of tokens by several processes with one store.
@Suite(.timeLimit(.minutes(5)))
struct SharedRefreshTests {
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

    @Test func `tokens that another process has stored are adopted without a request`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = await first.anotherProcess()
        let refreshed = try await first.current.session(replacing: session)
        #expect(try await second.current.session(replacing: session) == refreshed)
        #expect(first.refreshCount == 1)
    }

    /// What the store of a refused process refuses.
    enum Refusal: CaseIterable {
        case changes, everything

        /// Changes, and everything once the process has looked for other tokens.
        case everythingLater
    }

    @Test(arguments: Refusal.allCases)
    func `a refused process whose store fails looks for the tokens of another one`(refusal: Refusal) async throws {
        let (isFailing, isFirst, store) = (Switch(false), Switch(true), InMemorySessionRepository())
        let (clock, gate) = (ManualClock(), Gate())
        let server = SessionServer(dates: clock.dates) { request in
            guard case .refresh = request, isFirst.isOn else { return }
            isFirst.isOn = false
            await gate.pass()
        }
        let looks = Atomic(0)
        let failing = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            guard isFailing.isOn else { return }
            if case .changeSessions = call { throw .stub() }
            // It looks once before its request, and once after the refusal.
            let look = looks.add(1, ordering: .relaxed).newValue
            if refusal == .everything || refusal == .everythingLater && look > 2 { throw .stub() }
        }
        let first = SessionApp(store: store, server: server, clock: clock)
        let session = try await first.signIn()
        let second = SessionApp(store: failing, server: server, clock: clock)
        _ = await second.restore()
        _ = await second.current.deliverSignOuts()
        // It sends its request without a claim.
        isFailing.isOn = true
        let late = Task { try await second.current.session(replacing: session) }
        await gate.arrival()
        let renewed = try #require(try await first.current.session(replacing: session))
        await gate.open()
        let result = await late.result
        switch refusal {
        case .changes:
            #expect(try result.get() == renewed)
            #expect(second.current.state == .signedIn(renewed, .fresh))
        case .everything, .everythingLater:
            #expect(throws: SessionError.service(.storage(.stub()))) { try result.get() }
            #expect(second.current.state == .signedIn(session, .stale(.storage(.stub()))))
            isFailing.isOn = false
            #expect(try await second.current.session(replacing: session) == renewed)
        }
        #expect(await store.load().active == renewed)
    }

    @Test(arguments: [true, false])
    func `a process does not wait for its own claim that it could not end`(isStoreBack: Bool) async throws {
        let (isFailing, isDown, clock) = (Switch(false), Switch(true), ManualClock())
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            guard case .refresh = request, isDown.isOn else { return }
            isFailing.isOn = true
            throw .remote(.network(.timedOut))
        }
        let app = SessionApp(failingWhile: isFailing, server: server, clock: clock)
        let session = try await app.signIn()
        _ = try? await app.current.session(replacing: session)
        #expect(try await app.store.load().claims[session.id] != nil)
        (isFailing.isOn, isDown.isOn) = (!isStoreBack, false)
        let again = Task { try await app.current.session(replacing: session) }
        for _ in 0..<2_000 where app.refreshCount < 2 { await Task.yield() }
        #expect(clock.sleeperCount == 0)
        #expect(app.refreshCount == 2)
        while clock.sleeperCount > 0 { clock.advance(by: .seconds(30)) }
        #expect(try await again.value?.token == AccessToken("access-2"))
    }

    @Test func `a session that another process has ended is over`() async throws {
        let first = SessionApp()
        let session = try await first.signIn()
        let second = await first.anotherProcess()
        _ = await first.signOut()
        await #expect(throws: SessionError.ended) { try await second.current.session(replacing: session) }
        #expect(second.current.state == .signedOut(.elsewhere))
        #expect(first.refreshCount == 0)
    }

    @Test func `a refresh that begins after the shutdown does not wait for another process`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        try await app.store.update { _ = $0.claim(session.id, at: .stub, for: 30) }
        await app.current.shutDown()
        await #expect(throws: SessionError.cancelled) { try await app.current.session(replacing: session) }
        #expect(app.refreshCount == 0)
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

    @Test func `a refusal of tokens that another process has replaced meanwhile ends nothing`() async throws {
        let (gate, isSlow, clock) = (Gate(), Switch(true), ManualClock())
        let server = SessionServer(dates: clock.dates) { _ in
            if isSlow.isOn { await gate.pass() }
        }
        let first = SessionApp(server: server, clock: clock)
        let session = try await first.signIn()
        let second = await first.anotherProcess()
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
        let other = await app.anotherProcess()
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

    @Test(arguments: [true, false])
    func `a refusal waits for the answer to another process, even without a claim of its own`(
        staysReadOnly: Bool
    ) async throws {
        let (late, answer, count, clock) = (Gate(), Gate(), MessageLog<Void>(), ManualClock())
        let server = SessionServer(
            dates: clock.dates,
            before: { request in
                guard case .refresh = request else { return }
                count.append(())
                if count.messages.count == 1 { await late.pass() }
            },
            after: { if case .refresh = $0 { await answer.pass() } }
        )
        let (store, isFailing) = (InMemorySessionRepository(), Switch(false))
        let failing = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if case .changeSessions = call, isFailing.isOn { throw .stub() }
        }
        let first = SessionApp(store: store, server: server, clock: clock)
        let session = try await first.signIn()
        let second = SessionApp(store: failing, server: server, clock: clock)
        _ = await second.restore()
        isFailing.isOn = true
        let refused = Task { try await second.current.session(replacing: session) }
        await late.arrival()
        isFailing.isOn = staysReadOnly
        let answered = Task { try await first.current.session(replacing: session) }
        // The server has replaced the tokens; the answer is on the way.
        await answer.arrival()
        await late.open()
        let hasEnded = Switch(false)
        Task {
            _ = await refused.result
            hasEnded.isOn = true
        }
        while clock.sleeperCount == 0, !hasEnded.isOn { await Task.yield() }
        await answer.open()
        let renewed = try #require(try await answered.value)
        clock.advance(by: .milliseconds(100))
        #expect(try await refused.value == renewed)
        for app in [first, second] { #expect(app.current.state.session == renewed) }
        #expect(try await store.active() == renewed)
        #expect(await server.liveCount == 1)
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

    /// Two processes, of which the first one's request takes longer than its claim; the second has new tokens meanwhile.
    private func lateAnswer(
        _ fails: Bool
    ) async throws -> (first: SessionApp, newer: Session, late: Result<Session, any Error>) {
        let (clock, gate, isFirst) = (ManualClock(), Gate(), Switch(true))
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            guard case .refresh = request, isFirst.isOn else { return }
            isFirst.isOn = false
            await gate.pass()
            if fails { throw .remote(.network(.timedOut)) }
        }
        let first = SessionApp(server: server, clock: clock)
        _ = try await first.signIn()
        let second = await first.anotherProcess()
        clock.advance(by: .seconds(60))
        let slow = Task { try await first.current.session() }
        await gate.arrival()
        clock.advance(by: .seconds(31))
        let newer = try await second.current.session()
        await first.current.noticeChanges()
        await gate.open()
        return (first, newer, await slow.result)
    }

    @Test func `a late failure shows the tokens that another process has stored meanwhile`() async throws {
        let (first, newer, late) = try await lateAnswer(true)
        #expect(try late.get() == newer)
        #expect(first.current.state == .signedIn(newer, .fresh))
        #expect(try await first.store.active() == newer)
        #expect(try await first.current.session() == newer)
    }

    enum Adoption: CaseIterable {
        case use, notice, list
    }

    @Test(arguments: Adoption.allCases)
    func `tokens of another process that have expired too are refreshed`(_ adoption: Adoption) async throws {
        let first = SessionApp()
        _ = try await first.signIn()
        let second = await first.anotherProcess()
        first.clock.advance(by: .seconds(60))
        _ = try await second.current.session()
        first.clock.advance(by: .seconds(3_600))
        switch adoption {
        case .use: break
        case .notice: await first.current.noticeChanges()
        case .list: _ = try await first.list()
        }
        #expect(try await first.current.session().token == AccessToken("access-3"))
    }

    @Test func `tokens of another process are refreshed if less time is left than a caller needs`() async throws {
        let first = SessionApp()
        _ = try await first.signIn()
        let second = await first.anotherProcess()
        first.clock.advance(by: .seconds(60))
        _ = try await second.current.session()
        first.clock.advance(by: .seconds(20))
        #expect(try await first.current.session(validFor: .seconds(50)).token == AccessToken("access-3"))
        #expect(try await second.current.session(validFor: .seconds(20)).token == AccessToken("access-2"))
    }

    @Test func `tokens of another process that live for less than a minute expire too`() async throws {
        let clock = ManualClock()
        let first = SessionApp(server: SessionServer(lifetime: 40, dates: clock.dates), clock: clock)
        let session = try await first.signIn()
        let second = await first.anotherProcess()
        clock.advance(by: .seconds(10))
        _ = try await second.current.session(replacing: session)
        clock.advance(by: .seconds(37))
        await first.current.noticeChanges()
        #expect(try await first.current.session().token == AccessToken("access-3"))
    }

    @Test func `a process that can only read the store notices the end of the session`() async throws {
        let (isReadOnly, store) = (Switch(false), InMemorySessionRepository())
        let readOnly = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if case .changeSessions = call, isReadOnly.isOn { throw .stub() }
        }
        let app = SessionApp(store: readOnly)
        let kim = try await app.signIn("kim")
        _ = await SessionApp(store: store, server: app.server, clock: app.clock).signOut(kim.id)
        isReadOnly.isOn = true
        await #expect(throws: SessionError.ended) { try await app.current.session(replacing: kim) }
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(app.refreshCount == 0)
    }

    @Test func `a process that can only read the store uses the tokens of another one`() async throws {
        let (isReadOnly, store) = (Switch(false), InMemorySessionRepository())
        let readOnly = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if case .changeSessions = call, isReadOnly.isOn { throw .stub() }
        }
        let app = SessionApp(store: readOnly)
        _ = try await app.signIn("kim")
        let other = SessionApp(store: store, server: app.server, clock: app.clock)
        _ = await other.restore()
        app.clock.advance(by: .seconds(60))
        let renewed = try await other.current.session()
        isReadOnly.isOn = true
        #expect(try await app.current.session() == renewed)
        #expect(app.current.state == .signedIn(renewed, .fresh))
        #expect(app.refreshCount == 1)
    }

    @Test func `a late answer replaces no tokens that another process has stored meanwhile`() async throws {
        let isForgiving = ForgivingServer()
        let (clock, gate) = (ManualClock(), isForgiving.gate)
        let store = InMemorySessionRepository(
            .stub(tokens: TokenSet(AccessToken("access-0"), accessExpiresAt: .stub + 60, refresh: RefreshToken("0")))
        )
        let processes = (0..<2).map { _ in
            CurrentSession(store, refreshing: isForgiving, dates: clock.dates, clock: clock)
        }
        for process in processes { _ = await RestoreSession(sessions: process)() }
        clock.advance(by: .seconds(60))
        let slow = Task { try await processes[0].session() }
        await gate.arrival()
        clock.advance(by: .seconds(31))
        let newer = try await processes[1].session()
        await gate.open()
        #expect(try await slow.value == newer)
        #expect(await store.load().active == newer)
        #expect(processes[0].state == .signedIn(newer, .fresh))
    }

    /// A server that accepts a refresh token twice, and whose first answer waits at a gate.
    private actor ForgivingServer: SessionRefreshing {
        nonisolated let gate = Gate()
        private var count = 0

        func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
            count += 1
            let number = count
            if number == 1 { await gate.pass() }
            return TokenSet(AccessToken("access-\(number)"), refresh: RefreshToken("\(number)"))
        }
    }

    @Test(arguments: [true, false])
    func `a late answer does not drop the claim of another process`(fails: Bool) async throws {
        let (clock, late, second) = (ManualClock(), Gate(), Gate())
        let isFirst = Switch(true)
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            guard case .refresh = request else { return }
            guard isFirst.isOn else { return await second.pass() }
            isFirst.isOn = false
            await late.pass()
            if fails { throw .remote(.network(.timedOut)) }
        }
        let first = SessionApp(server: server, clock: clock)
        let session = try await first.signIn()
        let other = await first.anotherProcess()
        let failing = Task { try await first.current.session(replacing: session) }
        await late.arrival()
        clock.advance(by: .seconds(31))
        let refreshing = Task { try await other.current.session(replacing: session) }
        await second.arrival()
        await late.open()
        _ = await failing.result
        #expect(try await first.store.load().claims[session.id] != nil)
        await second.open()
        #expect(try await refreshing.value != nil)
        #expect(first.refreshCount == 2)
    }
}
