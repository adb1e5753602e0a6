import AccountFlowTesting
import Domain
import Foundation
import Persistence
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
        // Another process need not wait to ask again.
        #expect(try await app.store.load().claims.isEmpty)
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

    @Test(arguments: [Double.infinity, 600, -86_400])
    func `a session without a refresh token is used until the server rejects its token`(lifetime: Double) async throws {
        let app = SessionApp()
        let expiry = lifetime.isFinite ? app.clock.date + lifetime : nil
        let session = try await app.signIn(tokens: TokenSet(AccessToken("access"), accessExpiresAt: expiry))
        app.clock.advance(by: .seconds(1_000))
        #expect(try await app.current.session() == session)
        #expect(try await app.current.session(replacing: session) == nil)
        #expect(app.current.state == .signedIn(session, .fresh))
        await app.current.didReject(session.token)
        #expect(app.current.state == .signedOut(.refused))
        #expect(try await app.store.load().sessions == [])
        #expect(app.refreshCount == 0)
    }

    @Test func `a token that was refreshed just now is not refreshed again because it is rejected too`() async throws {
        let app = SessionApp()
        let session = try await app.signIn()
        let renewed = try #require(try await app.current.session(replacing: session))
        await app.current.didReject(renewed.token)
        await app.current.shutDown()
        #expect(app.refreshCount == 1)
    }

    @Test func `a shutdown waits for the answer to a refresh, which the next launch needs`() async throws {
        let (gate, clock) = (Gate(), ManualClock())
        let server = SessionServer(dates: clock.dates, after: { _ in await gate.pass() })
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn()
        let refresh = Task { try await app.current.session(replacing: session) }
        await gate.arrival()
        let shutdown = Task { await app.current.shutDown() }
        await clock.sleepBegun()
        await gate.open()
        await shutdown.value
        #expect(try await app.store.active()?.token == AccessToken("access-2"))
        #expect(try await refresh.value?.token == AccessToken("access-2"))
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
                throw .tokenRefused
            }
        }
        try await gate.open { _ = try await app.signIn("lee") }
        await #expect(throws: SessionError.ended) { try await task.value }
        #expect(senders.messages == [session.id])
        await #expect(throws: SessionError.ended) { try await app.current.session(replacing: session) }
        #expect(app.refreshCount == 0)
    }

    typealias Answer = Result<String, AccountServiceFailure>

    @Test(arguments: [.success("kim"), .failure(.busy), .failure(.tokenRefused)] as [Answer])
    func `an answer for a session that ended meanwhile is dropped`(answer: Answer) async throws {
        let app = SessionApp()
        _ = try await app.signIn("kim")
        let gate = Gate()
        let task = Task { [current = app.current] in
            try await current.authorized { _ throws(AccountServiceFailure) in
                await gate.pass()
                return try answer.get()
            }
        }
        try await gate.open {
            _ = await app.signOut()
            _ = try await app.signIn("lee")
        }
        await #expect(throws: SessionError.ended) { try await task.value }
    }

    @Test func `a cancelled request is the same error as a cancelled refresh`() async throws {
        let app = SessionApp()
        _ = try await app.signIn("kim")
        await #expect(throws: SessionError.cancelled) {
            try await app.current.authorized { _ throws(AccountServiceFailure) in throw .cancelled }
        }
    }

    @Test func `an answer to a repeated request is dropped if the session ended meanwhile`() async throws {
        let app = SessionApp()
        let session = try await app.signIn("kim")
        let gate = Gate()
        let task = Task { [current = app.current] in
            try await current.authorized { current throws(AccountServiceFailure) in
                guard current.token != session.token else { throw .tokenRefused }
                await gate.pass()
                return "kim"
            }
        }
        try await gate.open { _ = try await app.signIn("lee") }
        await #expect(throws: SessionError.ended) { try await task.value }
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
            .remote(.outcomeUnknown), .notOffered,
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
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in throw .tokenRefused
        }
        let app = SessionApp(server: server, clock: clock)
        let session = try await app.signIn(remember: isRemembered)
        await #expect(throws: SessionError.ended) { try await app.current.session(replacing: session) }
        #expect(app.current.state == .signedOut(.refused))
        #expect(try await app.store.load() == StoredSessions())
        await #expect(throws: SessionError.signedOut) { try await app.current.session() }
        #expect(app.revocationCount == 0)
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
        let error = failure.map { SessionError.service($0) } ?? .ended
        await #expect(throws: error) { try await refresh.value }
        let stored = try #require(try await app.store.active())
        #expect(app.current.state == .agreementRequired(stored, [.stub()]))
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
        // The caller did not wait for them.
        while try await app.store.load()[first.id] == first { await Task.yield() }
        let stored = try await app.store.load()
        #expect(stored[first.id]?.token == AccessToken("access-3"))
        #expect(stored.active == second)
    }

    @Test(
        arguments: [(20, 9.9, 0), (20, 10, 0), (20, 10.1, 1), (5, 2.6, 1), (4.9, 3_600, 0)] as [(Double, Double, Int)]
    )
    func `a token that lasts less than a minute is refreshed after half of its lifetime`(
        lifetime: Double,
        age: Double,
        requests: Int
    ) async throws {
        let clock = ManualClock()
        let app = SessionApp(server: SessionServer(lifetime: lifetime, dates: clock.dates), clock: clock)
        _ = try await app.signIn()
        for count in 1...3 {
            clock.advance(by: .seconds(age))
            _ = try await app.current.session()
            #expect(app.refreshCount == requests * count)
            guard requests > 0 else { break }
        }
    }

    /// A server whose refresh only extends the validity of the token.
    private struct ExtendingServer: SessionRefreshing {
        let dates: DateGenerator
        let requests = MessageLog<SessionID>()

        func refresh(_ session: Session) async -> TokenSet {
            requests.append(session.id)
            return TokenSet(session.token, accessExpiresAt: dates.now + 60, refresh: session.tokens.refresh)
        }
    }

    @Test func `a token whose validity a refresh extends is refreshed when it is needed again`() async throws {
        let clock = ManualClock()
        let server = ExtendingServer(dates: clock.dates)
        let tokens = TokenSet(AccessToken("a"), accessExpiresAt: clock.date + 60, refresh: RefreshToken("r"))
        let store = InMemorySessionRepository(.stub(tokens: tokens))
        let current = CurrentSession(store, refreshing: server, dates: clock.dates, clock: clock)
        _ = await RestoreSession(sessions: current)()
        for count in 1...3 {
            clock.advance(by: .seconds(40))
            for _ in 0..<3 { _ = try await current.session() }
            #expect(server.requests.messages.count == count)
        }
    }

    /// A server whose new tokens have no refresh token.
    private struct LastServer: SessionRefreshing {
        let dates: DateGenerator

        func refresh(_ session: Session) async throws(AccountServiceFailure) -> TokenSet {
            guard session.tokens.refresh != nil else { throw .tokenRefused }
            return TokenSet(AccessToken("last"), accessExpiresAt: dates.now + 60)
        }
    }

    @Test func `tokens of another process that expire soon and cannot be refreshed are used`() async throws {
        let clock = ManualClock()
        let tokens = TokenSet(AccessToken("a"), accessExpiresAt: clock.date + 60, refresh: RefreshToken("r"))
        let store = InMemorySessionRepository(.stub(tokens: tokens))
        let processes = (0..<2).map { _ in
            CurrentSession(store, refreshing: LastServer(dates: clock.dates), dates: clock.dates, clock: clock)
        }
        for process in processes { _ = await RestoreSession(sessions: process)() }
        for process in processes {
            clock.advance(by: .seconds(50))
            #expect(try await process.session().token == AccessToken("last"))
        }
    }

    /// A service that returns the token that it was given, ten times.
    private struct RepeatingServer: SessionRefreshing {
        let requests = MessageLog<SessionID>()

        func refresh(_ session: Session) async -> TokenSet {
            requests.append(session.id)
            return requests.messages.count > 10 ? TokenSet(AccessToken("b")) : session.tokens
        }
    }

    @Test(arguments: [[29: 1, 15: 1, 8: 2, 3: 3, 2: 3], [25: 1, 13: 1, 6: 2, 3: 2, 2: 3, 1: 3]])
    func `a token that a refresh returns as it was is asked for again after half of its rest`(
        counts: [Int: Int]
    ) async throws {
        let clock = ManualClock()
        let server = RepeatingServer()
        let tokens = TokenSet(AccessToken("a"), accessExpiresAt: clock.date + 31, refresh: RefreshToken("r"))
        let store = InMemorySessionRepository(.stub(tokens: tokens))
        let current = CurrentSession(store, refreshing: server, dates: clock.dates, clock: clock)
        _ = await RestoreSession(sessions: current)()
        var last = 31
        for (rest, count) in counts.sorted(by: { $0.key > $1.key }) {
            clock.advance(by: .seconds(last - rest))
            last = rest
            for _ in 0..<3 { _ = try await current.session() }
            #expect(server.requests.messages.count == count, "\(rest) seconds are left")
        }
    }

    @Test(arguments: [(4.9, 0), (60, 55.1), (60, 3_600), (60, 0)] as [(Double, Double)])
    func `a token that seems to expire at once is used until a server rejects it`(
        lifetime: Double,
        ahead: Double
    ) async throws {
        let clock = ManualClock()
        let dates = DateGenerator { clock.date - ahead }
        let app = SessionApp(server: SessionServer(lifetime: lifetime, dates: dates), clock: clock)
        let session = try await app.signIn()
        for _ in 0..<3 { #expect(try await app.current.session() == session) }
        let renewed = try await app.current.session(replacing: session)
        for _ in 0..<3 { #expect(try await app.current.session() == renewed) }
        _ = try await app.signIn("lee")
        _ = try await app.switchAccount(to: session.id)
        #expect(try await app.current.session() == renewed)
        #expect(app.refreshCount == 1)
    }

    @Test func `a late 401 is repeated with a token that is still valid`() async throws {
        let app = SessionApp()
        let old = try await app.signIn()
        _ = try await app.current.session(replacing: old)
        app.clock.advance(by: .seconds(60))
        let late = try #require(try await app.current.session(replacing: old))
        #expect(try #require(late.tokens.accessExpiresAt) > app.clock.date)
    }

    @Test func `a token whose validity another process has extended is not refreshed`() async throws {
        let app = SessionApp()
        let kim = try await app.signIn()
        let extended = TokenSet(kim.token, accessExpiresAt: app.clock.date + 600, refresh: RefreshToken("newer"))
        try await app.store.update { _ = $0.update(kim.with(extended)) }
        app.clock.advance(by: .seconds(60))
        for _ in 0..<3 { #expect(try await app.current.session() == kim.with(extended)) }
        #expect(app.refreshCount == 0)
    }
}
