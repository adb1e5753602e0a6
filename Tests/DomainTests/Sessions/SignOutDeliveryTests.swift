import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of what a server is told about sign-outs, and when.
@Suite(.timeLimit(.minutes(5)))
struct SignOutDeliveryTests {
    private let isDown = Switch(true)
    private let app: SessionApp

    init() { app = SessionApp(unreachableWhile: isDown) }

    // MARK: On the device

    @Test func `a sign-out is pending until the server has answered`() async throws {
        isDown.isOn = false
        _ = try await app.signIn()
        #expect(await app.signOut() == .pending)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
        #expect(try await app.store.load() == StoredSessions())
        #expect(await app.signOut() == .complete)
        #expect(app.revocationCount == 1)
    }

    @Test(arguments: [true, false])
    func `a server that never answers does not delay a sign-out`(remember: Bool) async throws {
        let gate = Gate()
        let app = SessionApp(server: SessionServer(before: { _ in await gate.pass() }))
        let session = try await app.signIn(remember: remember)
        #expect(await app.signOut() == .pending)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(try await app.store.load().sessions == [])
        await gate.arrival()
        // The next session does not wait either.
        let next = try await app.signIn("lee")
        #expect(app.current.state == .signedIn(next, .fresh))
        #expect(await app.signOut() == .pending)
        await gate.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.server.requests.messages == [.revoke(session.id), .revoke(next.id)])
    }

    @Test func `without a server that ends sessions, a sign-out is complete`() async throws {
        let app = SessionApp(isRevoked: false)
        _ = try await app.signIn()
        #expect(await app.signOut() == .complete)
        #expect(try await app.store.load() == StoredSessions())
        #expect(await app.current.deliverSignOuts() == 0)
    }

    // MARK: Later

    @Test func `what the server was not told is sent at the next launch`() async throws {
        let session = try await app.signIn()
        #expect(await app.signOut() == .pending)
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(await app.server.liveCount == 1)

        isDown.isOn = false
        let next = await app.anotherProcess()
        #expect(next.current.state == .signedOut(nil))
        #expect(await next.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
        #expect(app.server.requests.messages.allSatisfy { $0 == .revoke(session.id) })
        #expect(try await app.store.load() == StoredSessions())
    }

    enum Occasion: CaseIterable {
        case launch, signIn, refresh, switchAccount
    }

    @Test(arguments: Occasion.allCases)
    func `what the server was not told is sent at the next occasion, without a call`(occasion: Occasion) async throws {
        let session = try await app.signIn("lee")
        let other = try await app.signIn("kim")
        _ = await app.signOut(occasion == .switchAccount ? nil : session.id)
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        switch occasion {
        case .launch: _ = await app.anotherProcess()
        case .signIn: _ = try await app.signIn("ann")
        case .refresh: _ = try await app.current.session(replacing: other)
        case .switchAccount:
            let restore = RestoreSession(sessions: app.current)
            _ = try await SwitchAccount(sessions: app.current, restore: restore)(session.id)
        }
        while try await !app.store.load().signOuts.isEmpty { await Task.yield() }
        #expect(await app.server.endings == [1])
    }

    @Test func `restorations repeat a failed delivery once a minute`() async throws {
        _ = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 1)
        for (seconds, count) in [(0, 1), (59, 1), (1, 2), (59, 2)] {
            app.clock.advance(by: .seconds(seconds))
            _ = await app.restore()
            await app.current.delivery?.value
            #expect(app.revocationCount == count)
        }
    }

    @Test(arguments: [true, false])
    func `a launch before the store can be used delivers as soon as it can`(isReadable: Bool) async throws {
        _ = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        let isLocked = Switch(true)
        let store = SessionRepositorySpy(wrapping: app.store) { call throws(StorageError) in
            guard isLocked.isOn else { return }
            if case .changeSessions = call { throw .stub() }
            if !isReadable { throw .stub() }
        }
        let next = SessionApp(store: store, server: app.server, clock: app.clock)
        _ = await next.restore()
        await next.current.delivery?.value
        isLocked.isOn = false
        _ = await next.restore()
        await next.current.delivery?.value
        #expect(try await app.store.load().signOuts.isEmpty)
    }

    private static let answers: [(AccountServiceFailure, isKnown: Bool)] = [
        (.tokenRefused, true), (.notOffered, true), (.remote(.refused(ServerRefusal())), true),
        (.remote(.serverError), false), (.remote(.network(.timedOut)), false), (.remote(.pathError), false),
        (.remote(.throttled(retryAfter: nil)), false), (.remote(.undecodable), false), (.cancelled, false),
        (.remote(.outcomeUnknown), false), (.busy, false),
    ]

    @Test(arguments: answers)
    func `a sign-out stays pending until the server knows it, or can never know it`(
        failure: AccountServiceFailure,
        isKnown: Bool
    ) async throws {
        let app = SessionApp(server: SessionServer { _ throws(AccountServiceFailure) in throw failure })
        _ = try await app.signIn()
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == (isKnown ? 0 : 1))
        #expect(try await app.store.load().claims.isEmpty)
    }

    private static let month = 30 * 86_400.0

    private static let moments: [(seconds: Double, isPending: Bool)] = [
        (-month, true), (0, true), (100, true), (100 + month - 1, true), (100 + month, false), (1_200 * month, false),
    ]

    @Test(arguments: moments)
    func `what a server does not accept is dropped a month after its tokens have expired`(
        seconds: Double,
        isPending: Bool
    ) async throws {
        let app = SessionApp(server: SessionServer { _ throws(AccountServiceFailure) in throw .remote(.serverError) })
        let tokens = [
            TokenSet(
                AccessToken("access"),
                accessExpiresAt: app.clock.date - 1_200 * Self.month,
                refresh: RefreshToken("refresh"),
                refreshExpiresAt: app.clock.date + 100
            ),
            TokenSet(AccessToken("without refresh"), accessExpiresAt: app.clock.date + 100),
        ]
        for (account, tokens) in zip(["lee", "kim"], tokens) {
            _ = try await app.signIn(account, tokens: tokens)
            _ = await app.signOut()
        }
        #expect(await app.current.deliverSignOuts() == 2)
        app.clock.date += seconds
        #expect(await app.anotherProcess().current.deliverSignOuts() == (isPending ? 2 : 0))
        #expect(try await app.store.load().signOuts.count == (isPending ? 2 : 0))
    }

    @Test(arguments: [nil, month] as [Double?])
    func `no date drops a sign-out that a server can still be told`(seconds: Double?) async throws {
        let granted = await app.server.signIn()
        let tokens = TokenSet(
            granted.access,
            refresh: granted.refresh,
            refreshExpiresAt: seconds.map { app.clock.date + $0 }
        )
        _ = try await app.signIn(tokens: tokens)
        _ = await app.signOut()
        app.clock.date += 1_200 * Self.month
        // With a wrong date, no connection may succeed.
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test(arguments: [.cancelled, .busy] as [AccountServiceFailure])
    func `a request that was not sent drops no sign-out, although its tokens have expired`(
        failure: AccountServiceFailure
    ) async throws {
        let app = SessionApp(server: SessionServer { _ throws(AccountServiceFailure) in throw failure })
        let expiry = app.clock.date - 2 * Self.month
        _ = try await app.signIn(tokens: TokenSet(AccessToken("access"), accessExpiresAt: expiry))
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 1)
    }

    private static let failures: [AccountServiceFailure] = [
        .remote(.serverError), .remote(.pathError), .remote(.undecodable), .remote(.outcomeUnknown),
        .remote(.throttled(retryAfter: nil)),
    ]

    @Test(arguments: failures, [400, -400] as [Double])
    func `no date ends a sign-out that the server has not accepted`(
        failure: AccountServiceFailure,
        days: Double
    ) async throws {
        let (clock, isFailing) = (ManualClock(), Switch(true))
        let server = SessionServer(dates: clock.dates) { _ throws(AccountServiceFailure) in
            if isFailing.isOn { throw failure }
        }
        let app = SessionApp(server: server, clock: clock)
        _ = try await app.signIn()
        _ = await app.signOut()
        clock.date += days * 86_400
        #expect(await app.current.deliverSignOuts() == 1)
        clock.date -= days * 86_400
        isFailing.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    @Test func `every sign-out is kept for a server that does not accept it yet`() async throws {
        let isFailing = Switch(true)
        let server = SessionServer { request throws(AccountServiceFailure) in
            if case .revoke = request, isFailing.isOn { throw .remote(.serverError) }
        }
        let app = SessionApp(server: server)
        for number in 0..<100 {
            _ = try await app.signIn("person\(number)")
            _ = await app.signOut()
        }
        #expect(await app.current.deliverSignOuts() == 100)
        isFailing.isOn = false
        #expect(await app.anotherProcess().current.deliverSignOuts() == 0)
        #expect(await server.endings == Array(repeating: 1, count: 100))
    }

    @Test func `what follows a sign-out within a request is not a request of the ended session`() async throws {
        // A transport does not retry the requests of an ended session.
        let hasEnded = MessageLog<Bool>()
        let app = SessionApp(server: SessionServer(before: { _ in hasEnded.append(RequestOwner.hasEnded) }))
        let lee = try await app.signIn("lee")
        _ = try await app.signIn()
        #expect(await app.current.deliverSignOuts() == 0)
        await #expect(throws: SessionError.ended) {
            try await app.current.authorized { _ in
                _ = await app.signOut()
                #expect(RequestOwner.hasEnded)
                #expect(await (try? app.switchAccount(to: lee.id)) == .restored(lee))
                #expect(await (try? app.current.session(replacing: lee)) != nil)
            }
        }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(hasEnded.messages == [false, false])
    }

    // MARK: Several processes

    /// Stores a sign-out that another process is delivering.
    private func storeClaimedSignOut() async throws {
        let session = Session.stub(tokens: await app.server.signIn())
        let now = app.clock.date
        try await app.store.update { sessions in
            sessions.enqueue(PendingSignOut(session, signedOutAt: now))
            _ = sessions.claim(session.id, at: now, for: 30)
        }
    }

    @Test func `two processes deliver a sign-out once`() async throws {
        let gate = Gate()
        let first = SessionApp(server: SessionServer(before: { _ in await gate.pass() }))
        _ = try await first.signIn()
        _ = await first.signOut()
        await gate.arrival()
        let second = await first.anotherProcess()
        #expect(await second.current.deliverSignOuts() == 1)
        await gate.open()
        #expect(await first.current.deliverSignOuts() == 0)
        #expect(await second.current.deliverSignOuts() == 0)
        #expect(first.revocationCount == 1)
    }

    @Test(arguments: [(29.9, 0), (30, 1)] as [(Double, Int)])
    func `the claim of a killed process ends after 30 seconds`(seconds: Double, requests: Int) async throws {
        isDown.isOn = false
        try await storeClaimedSignOut()
        app.clock.date += seconds
        #expect(await app.current.deliverSignOuts() == 1 - requests)
        #expect(app.revocationCount == requests)
    }

    @Test func `a process that began beside the claim of a killed one delivers at its end, without a call`()
        async throws
    {
        isDown.isOn = false
        try await storeClaimedSignOut()
        let next = await app.anotherProcess()
        await app.clock.sleepBegun()
        // A second occasion adds no second wait.
        #expect(await next.current.deliverSignOuts() == 1)
        #expect(app.clock.sleeperCount == 1)
        app.clock.advance(by: .seconds(30))
        while try await !app.store.load().signOuts.isEmpty { await Task.yield() }
        #expect(app.revocationCount == 1)
    }

    @Test func `the end of a process does not wait for the claim of another one`() async throws {
        try await storeClaimedSignOut()
        let next = await app.anotherProcess()
        await app.clock.sleepBegun()
        await next.current.shutDown()
        #expect(app.clock.sleeperCount == 0)
        #expect(app.revocationCount == 0)
    }

    // MARK: Sessions that are not stored

    @Test func `the sign-out of a session that is not remembered is told again, and never stored`() async throws {
        let log = MessageLog<PortCall>()
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(), log: log)
        let app = SessionApp(store: store, unreachableWhile: isDown)
        let session = try await app.signIn(remember: false)
        #expect(await app.signOut() == .pending)
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
        #expect(app.server.requests.messages.allSatisfy { $0 == .revoke(session.id) })
        for case .changeSessions(let sessions) in log.messages { #expect(sessions == StoredSessions()) }
    }

    @Test(arguments: [true, false])
    func `a session that ends during a delivery is told too`(remember: Bool) async throws {
        let gate = Gate()
        let app = SessionApp(server: SessionServer(before: { _ in await gate.pass() }))
        _ = try await app.signIn("kim")
        _ = await app.signOut()
        await gate.arrival()
        _ = try await app.signIn("lee", remember: remember)
        _ = await app.signOut()
        await gate.open()
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1, 1])
        #expect(app.revocationCount == 2)
    }

    @Test func `new tokens of a session that is not remembered are ended after a delivery that fails`() async throws {
        let (answer, request, clock, isDown) = (Gate(), Gate(), ManualClock(), Switch(true))
        let server = SessionServer(dates: clock.dates) { call throws(AccountServiceFailure) in
            guard case .revoke = call, isDown.isOn else { return }
            await request.pass()
            throw .remote(.network(.unreachable))
        } after: { call in
            if case .refresh = call { await answer.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let kim = try await app.signIn(remember: false)
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        #expect(await app.signOut() == .pending)
        await request.arrival()
        await answer.open()
        _ = await refresh.result
        // No caller waits for the tokens anymore.
        for _ in 0..<200 { await Task.yield() }
        await request.open()
        #expect(await app.current.deliverSignOuts() == 1)
        isDown.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await server.liveCount == 0)
    }

    // MARK: Failures of the store

    @Test(arguments: [true, false])
    func `a failing store leaves the session there; the user is signed out, and the server ends it`(
        isDamaged: Bool
    ) async throws {
        let isFailing = Switch(false)
        let error = StorageError.stub(.session, isDamaged ? .corrupt : .full)
        let store = InMemorySessionRepository()
        let spy = SessionRepositorySpy(wrapping: store) { call throws(StorageError) in
            if isFailing.isOn, call != .clearSessions { throw error }
        }
        let app = SessionApp(store: spy)
        let session = try await app.signIn()
        isFailing.isOn = true
        #expect(await app.signOut() == (isDamaged ? .pending : .sessionRemains(error)))
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await store.load() == (isDamaged ? StoredSessions() : StoredSessions(session)))
        await app.server.requests.arrival(of: 1)
        isFailing.isOn = false
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.endings == [1])
    }

    @Test func `a store that fails does not keep the sign-outs in memory from the server`() async throws {
        let isFailing = Switch(false)
        let spy = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { _ throws(StorageError) in
            if isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: spy)
        _ = try await app.signIn(remember: false)
        isFailing.isOn = true
        #expect(await app.signOut() == .sessionRemains(.stub()))
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == nil)
        #expect(await app.server.endings == [1])
    }

    @Test func `a sign-out before an agreement is told to the server, also while the store fails`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn()
        let launched = app.relaunched()
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: InMemoryConsentRepository())
        let outcome = await RestoreSession(sessions: launched.current, review: review)()
        #expect(outcome == .termsRequired(kim, [.stub()]))
        isFailing.isOn = true
        #expect(await launched.signOut() == .sessionRemains(.stub()))
        _ = await launched.current.deliverSignOuts()
        #expect(app.revocationCount == 1)
    }

    @Test(arguments: [.remote(.refused(ServerRefusal())), .notOffered] as [AccountServiceFailure])
    func `a sign-out stays pending while the refresh that it needs fails`(
        failure: AccountServiceFailure
    ) async throws {
        let (clock, refreshFails, refreshed) = (ManualClock(), Switch(true), Switch(false))
        let server = SessionServer(dates: clock.dates) { request throws(AccountServiceFailure) in
            if case .refresh = request {
                if refreshFails.isOn { throw failure }
                refreshed.isOn = true
            } else if !refreshed.isOn {
                throw .tokenRefused
            }
        }
        let app = SessionApp(server: server, clock: clock)
        _ = try await app.signIn()
        clock.advance(by: .seconds(60))
        _ = await app.signOut()
        #expect(await app.current.deliverSignOuts() == 1)
        #expect(try await app.store.load().signOuts.count == 1)
        // The fault passes.
        refreshFails.isOn = false
        _ = await app.anotherProcess().current.deliverSignOuts()
        #expect(await server.liveCount == 0)
    }

    @Test func `what the server was not told is sent a minute later, after a successful request`() async throws {
        // The access tokens do not expire, so nothing is refreshed.
        let server = SessionServer(lifetime: nil) { [isDown] request throws(AccountServiceFailure) in
            if case .revoke = request, isDown.isOn { throw .remote(.network(.unreachable)) }
        }
        let app = SessionApp(server: server)
        let lee = try await app.signIn("lee")
        _ = try await app.signIn("kim")
        _ = await app.signOut(lee.id)
        #expect(await app.current.deliverSignOuts() == 1)
        let before = app.revocationCount
        isDown.isOn = false
        for (seconds, requests) in [(59, 0), (1, 1)] {
            app.clock.advance(by: .seconds(seconds))
            try await app.current.authorized { _ throws(AccountServiceFailure) in }
            await app.current.delivery?.value
            #expect(app.revocationCount - before == requests)
        }
        #expect(try await app.store.load().signOuts.isEmpty)
    }
}
