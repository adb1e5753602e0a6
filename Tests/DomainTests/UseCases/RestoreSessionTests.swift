import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

struct RestoreSessionTests {
    private func makeSUT(
        load: Result<Session?, StorageError>,
        update: Result<Void, StorageError> = .success(()),
        now: Date = .stub,
        policy: SessionPolicy = .untilSignOut
    ) -> (sut: RestoreSession, log: MessageLog<PortCall>) {
        let log = MessageLog<PortCall>()
        let sessions = SessionRepositorySpy(log: log, load: load, update: update)
        return (RestoreSession(sessions: .stub(sessions, dates: .constant(now), policy: policy)), log)
    }

    @Test func `a stored session is restored`() async {
        let (sut, log) = makeSUT(load: .success(.stub()))

        #expect(await sut() == .restored(.stub()))
        #expect(log.messages == [.loadSessions])
    }

    @Test func `without a stored session none is restored`() async {
        let (sut, log) = makeSUT(load: .success(nil))

        #expect(await sut() == .none)
        #expect(log.messages == [.loadSessions])
    }

    @Test(
        arguments: [
            (-1, true), (0, false), (1, false), (86_400, false), (10_000 * 86_400, false),
        ] as [(Double, Bool)]
    )
    func `T2 an expired session is not restored, but no clock removes it`(seconds: Double, isRestored: Bool) async {
        let session = Session.stub(startedAt: .stub - 50, expiresAt: .stub)
        let (sut, log) = makeSUT(load: .success(session), now: .stub + seconds)

        #expect(await sut() == (isRestored ? .restored(session) : .none))
        #expect(log.messages == [.loadSessions])
    }

    @Test(arguments: [-1, 0, 1, 86_400] as [Double])
    func `the expiry of a token ends no session, because the server decides about it`(seconds: Double) async {
        let session = Session.stub(tokens: TokenSet(AccessToken("t"), accessExpiresAt: .stub))
        let (sut, log) = makeSUT(load: .success(session), now: .stub + seconds)

        #expect(await sut() == .restored(session))
        #expect(log.messages == [.loadSessions])
    }

    @Test func `T2 launches with a clock that is ahead do not end a session`() async throws {
        let sessions = InMemorySessionRepository(.stub(lastUsedAt: .stub + 6 * 86_400))
        func restore(_ day: Double) async -> RestoreOutcome {
            let now = Date.stub + day * 86_400
            return await RestoreSession(sessions: .stub(sessions, dates: .constant(now), policy: .standard))()
        }
        // The true date is day 12.5: the session lasts until day 13, and until day 30 if it is used.
        for day in [13.5, 14, 4_000] { #expect(await restore(day) == .none) }
        guard case .restored = await restore(12.5) else {
            Issue.record("the session was removed by a clock that was ahead")
            return
        }
        guard case .restored(let ahead) = await restore(14), case .restored(let back) = await restore(13) else {
            Issue.record("the session was lost to a recorded use a day ahead")
            return
        }
        #expect(ahead == back)
    }

    @Test(arguments: [
        (59.9, false), (60, true), (86_400, true),
    ])
    func `T2 the use of a session that can expire is recorded, at most once a minute`(seconds: Double, isNoted: Bool)
        async
    {
        let session = Session.stub()
        let now = Date.stub + seconds
        let (sut, log) = makeSUT(load: .success(session), now: now, policy: .standard)
        let expected = isNoted ? session.touched(at: now) : session
        #expect(await sut() == .restored(expected))
        #expect(log.messages == [.loadSessions] + (isNoted ? [.changeSessions(StoredSessions(expected))] : []))
        let readOnly = makeSUT(load: .success(session), update: .failure(.stub()), now: now, policy: .standard)
        #expect(await readOnly.sut() == .restored(expected))
    }

    private static let second = Session.stub(id: .stub("second"), token: AccessToken("second"))
    private static let third = Session.stub(id: .stub("third"), token: AccessToken("third"))

    @Test(
        arguments: [
            ([nil], .none), ([second], .restored(second.touched(at: .stub + 60))),
            ([third, second], .restored(second.touched(at: .stub + 60))),
            (Array(repeating: [second, third], count: 5).flatMap(\.self), .unavailable(.stub(.session, .busy))),
        ] as [([Session?], RestoreOutcome)]
    )
    func `T2 a sign-in or sign-out while a session's use is recorded is not overwritten`(
        coming: [Session?],
        outcome: RestoreOutcome
    ) async {
        let sut = RestoreSession(
            sessions: .stub(ChangingSessions(.stub(), coming: coming), dates: .constant(.stub + 60), policy: .standard)
        )
        #expect(await sut() == outcome)
    }

    @Test(
        arguments: [(-86_399, false), (-86_400, false), (-86_401, true)] as [(Double, Bool)]
    )
    func `T2 after the clock was set back by more than a day, a session is uncertain, and stays`(
        seconds: Double,
        isUncertain: Bool
    ) async {
        let (sut, log) = makeSUT(load: .success(.stub()), now: .stub + seconds, policy: .standard)
        #expect(await sut() == (isUncertain ? .uncertain(.stub()) : .restored(.stub())))
        #expect(log.messages == [.loadSessions])
        #expect(await makeSUT(load: .success(.stub()), now: .stub + seconds).sut() == .restored(.stub()))
    }

    @Test(arguments: [
        StorageError.Reason.corrupt, .unsupportedVersion(2), .replaced, .busy, .readOnly, .notPermitted, .full,
        .unsafeLocation(.link), .closed, .failed(code: 5),
    ])
    func `an unreadable store is reported, not treated as empty`(reason: StorageError.Reason) async {
        let (sut, log) = makeSUT(load: .failure(.stub(.session, reason)))

        #expect(await sut() == .unavailable(.stub(.session, reason)))
        #expect(log.messages == [.loadSessions])
    }

    @Test func `after an agreement, a store that cannot be read ends nothing`() async throws {
        let isUnreadable = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(.stub())) { _ throws(StorageError) in
            if isUnreadable.isOn { throw .stub() }
        }
        let (sessions, consents) = (CurrentSession.stub(store), InMemoryConsentRepository())
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: consents)
        let sut = RestoreSession(sessions: sessions, review: review)
        #expect(await sut() == .termsRequired(.stub(), [.stub()]))
        let agree = AgreeToTerms(service: AccountServiceSpy(), sessions: sessions, consents: consents)
        try await agree(to: [.stub()], by: .stub())
        isUnreadable.isOn = true
        #expect(await sut() == .unavailable(.stub()))
        #expect(sessions.state == .signedIn(.stub(), .fresh))
    }

    @Test func `a sign-out of a session that could not be shown is told, and stays so`() async throws {
        let isUnreadable = Switch(true)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository(.stub())) { call throws(StorageError) in
            if call == .loadSessions, isUnreadable.isOn { throw .stub() }
        }
        let sessions = CurrentSession.stub(store)
        let sut = RestoreSession(sessions: sessions)
        #expect(await sut() == .unavailable(.stub()))
        #expect(await SignOut(sessions: sessions)() == .complete)
        #expect(sessions.state == .signedOut(.signedOut))
        isUnreadable.isOn = false
        #expect(await sut() == .none)
        #expect(sessions.state == .signedOut(.signedOut))
    }

    /// A repository whose session changes before each replacement, until all given sessions have been used.
    private actor ChangingSessions: SessionRepository {
        private var stored: Session?
        private var coming: [Session?]

        init(_ session: Session?, coming: [Session?]) {
            stored = session
            self.coming = coming
        }

        func load() async throws(StorageError) -> StoredSessions { StoredSessions(stored) }
        func clear() async throws(StorageError) { throw .stub() }

        func update<Value: Sendable>(
            _ change: @escaping @Sendable (inout StoredSessions) -> Value
        ) async throws(StorageError) -> Value {
            if !coming.isEmpty { stored = coming.removeFirst() }
            var sessions = StoredSessions(stored)
            defer { stored = sessions.active }
            return change(&sessions)
        }
    }
}
