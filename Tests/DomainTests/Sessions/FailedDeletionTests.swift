import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the session of an account whose deletion fails.
@Suite(.timeLimit(.minutes(5)))
struct FailedDeletionTests {
    private let app = SessionApp()

    @Test(arguments: [true, false])
    func `a deletion that fails after the sign-out of all accounts revives no session`(isShown: Bool) async throws {
        let session = try await app.signIn("kim")
        if !isShown { _ = try await app.signIn("lee") }
        let gate = Gate()
        let task = await app.delete(session, answering: .failure(.remote(.serverError)), after: gate)
        _ = await SignOut(sessions: app.current).all()
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await task.value }
        #expect(try await app.list() == [])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a deletion does not hide the session of the next owner of the ID`() async throws {
        let kim = try await app.signIn("kim", registrationID: .stub("first"))
        let next = try await app.signIn("kim", registrationID: .stub("second"))
        let gate = Gate()
        let task = await app.delete(kim, answering: .failure(.busy), after: gate)
        #expect(try await app.store.active() == next)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await task.value }
    }

    @Test func `a deletion that fails during a sign-in leaves the session of the new user active`()
        async throws
    {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deleting = await app.delete(kim, answering: .failure(.remote(.serverError)), after: gate)
        let lee = try await app.signIn("lee", remember: false)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await deleting.value }
        #expect(app.current.state == .signedIn(lee, .fresh))
        // The next launch restores no earlier user.
        #expect(try await app.store.load().sessions == [kim])
        #expect(try await app.store.active() == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func `a failed deletion brings no session back that a sign-in has replaced`(
        isTokenShared: Bool,
        isSignedOut: Bool
    ) async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deleting = await app.delete(kim, answering: .failure(.busy), after: gate)
        let new = try await app.signIn("kim", tokens: isTokenShared ? kim.tokens : nil)
        if isSignedOut { _ = await app.signOut() }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deleting.value }
        #expect(try await app.store.load().sessions == (isSignedOut ? [] : [new]))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (isSignedOut ? 0 : 1))
    }

    @Test(arguments: [true, false])
    func `after a deletion, only a session of the account that cannot be removed is still shown`(
        remember: Bool
    ) async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim", registrationID: .stub("first"))
        let gate = Gate()
        let deleting = await app.delete(kim, after: gate)
        let new = try await app.signIn("kim", registrationID: .stub("first"), remember: remember)
        isFailing.isOn = true
        await gate.open()
        try await deleting.value
        // The store has no part in one that is not remembered.
        #expect(app.current.state == (remember ? .signedIn(new, .fresh) : .signedOut(.accountDeleted)))
        #expect(try await app.store.active() == (remember ? new : nil))
    }

    @Test(arguments: [true, false])
    func `a deletion ends sessions of its registration that are not remembered, shown or not`(
        isOfNextOwner: Bool
    ) async throws {
        let kim = try await app.signIn("kim", registrationID: .stub("first"))
        let gate = Gate()
        let deleting = await app.delete(kim, after: gate)
        let registrationID = RegistrationID.stub(isOfNextOwner ? "second" : "first")
        let new = try await app.signIn("kim", registrationID: registrationID, remember: false)
        let lee = try await app.signIn("lee")
        await gate.open()
        try await deleting.value
        #expect(try await app.list().map(\.id) == [lee.id] + (isOfNextOwner ? [new.id] : []))
    }

    @Test func `after a deletion, a hidden session that cannot be removed is not shown`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let earlier = try await app.signIn("kim", registrationID: .stub("first"))
        _ = try await app.signIn("kim", registrationID: .stub("first"))
        let gate = Gate()
        let deleting = await app.delete(earlier, after: gate)
        isFailing.isOn = true
        await gate.open()
        try await deleting.value
        #expect(app.current.state == .signedOut(.accountDeleted))
        #expect(try await app.list() == [])
    }

    @Test func `a deletion ends a session that waits for an agreement and cannot be removed`() async throws {
        let isFailing = Switch(false)
        let first = SessionApp(failingWhile: isFailing)
        let kim = try await first.signIn("kim", registrationID: .stub("first"))
        let app = first.relaunched()
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: InMemoryConsentRepository([]))
        #expect(await RestoreSession(sessions: app.current, review: review)() == .termsRequired(kim, [.stub()]))
        let gate = Gate()
        let deleting = await app.delete(kim, after: gate)
        isFailing.isOn = true
        await gate.open()
        try await deleting.value
        #expect(app.current.state == .signedOut(.accountDeleted))
    }

    @Test(arguments: [true, false])
    func `a deletion whose token the server refuses keeps the consents`(remember: Bool) async throws {
        let agreed = [Consent.stub(accountID: .stub("kim"))]
        let consents = InMemoryConsentRepository(agreed)
        let kim = try await app.signIn("kim", remember: remember)
        let service = AccountServiceSpy(deleteAccount: .failure(.tokenRefused))
        let sut = DeleteAccount(service: service, sessions: app.current, consents: consents)
        await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await sut(kim) }
        #expect(await consents.all() == agreed)
    }

    @Test func `the place of a session stays taken while its account is being deleted`() async throws {
        for number in 0..<StoredSessions.limit { _ = try await app.signIn("person\(number)") }
        let gate = Gate()
        let session = try #require(app.current.state.session)
        let deleting = await app.delete(session, answering: .failure(.busy), after: gate)
        await #expect(throws: SignInError.tooManyAccounts) { try await app.signIn("ann") }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deleting.value }
        #expect(try await app.list().count == StoredSessions.limit)
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

    @Test func `a token that is needed during a deletion that fails is refreshed`() async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        let renewed = try #require(try await app.current.session(replacing: kim))
        #expect(app.current.state == .signedIn(renewed, .fresh))
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .signedIn(renewed, .fresh))
        #expect(try await app.store.load() == StoredSessions(renewed))
    }

    /// The accounts that the user signs out during a deletion.
    enum SignedOut: CaseIterable {
        case none, one, all
    }

    @Test(arguments: SignedOut.allCases)
    func `new tokens that arrive during a deletion that fails are stored or ended`(_ ended: SignedOut) async throws {
        let isSignedOut = ended != .none
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
        #expect(app.current.state == .signedIn(refreshed, .fresh))
        if ended == .one { _ = await app.signOut() }
        if ended == .all { _ = await SignOut(sessions: app.current).all() }
        await deletion.open()
        await #expect(throws: DeleteAccountError.service(.remote(.serverError))) { try await task.value }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.current.state == (isSignedOut ? .signedOut(.signedOut) : .signedIn(refreshed, .fresh)))
        #expect(try await app.store.load() == StoredSessions(isSignedOut ? nil : refreshed))
        #expect(await server.liveCount == (isSignedOut ? 0 : 1))
    }

    @Test func `deletions of an account that fail leave it signed in, and in its place`() async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        // One that failed before, when the account was not the active one, has no effect.
        for isActive in [false, true] {
            if isActive { _ = try await app.switchAccount(to: kim.id) }
            let gate = Gate()
            let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
            await app.current.noticeChanges()
            // If the process were killed now, the next launch must not restore the session.
            #expect(try await app.store.active() == (isActive ? nil : lee))
            await gate.open()
            await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
            #expect(app.current.state == .signedIn(isActive ? kim : lee, .fresh))
            #expect(try await app.store.load().sessions == [kim, lee])
            #expect(try await app.store.active() == (isActive ? kim : lee))
        }
    }

    @Test func `an account that the user has left stays, with its new profile, if its deletion fails`()
        async throws
    {
        let lee = try await app.signIn("lee")
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.tokenRefused), after: gate)
        let profile = Profile(nickname: .stub("Changed"))
        _ = await app.current.updateProfile(of: kim, to: profile)
        _ = try await app.switchAccount(to: lee.id)
        #expect(try await app.list().map(\.id) == [lee.id])
        await #expect(throws: SwitchAccountError.notSignedIn) { try await app.switchAccount(to: kim.id) }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await deletion.value }
        #expect(try await app.store.load().sessions == [lee, kim.with(profile)])
        #expect(try await app.store.active() == lee)
    }

    @Test func `the session of the next owner of the ID is hidden no longer than the deletion takes`() async throws {
        let other = SessionApp()
        let kim = try await other.signIn("kim", registrationID: .stub("first"))
        let app = await other.anotherProcess()
        let new = try await other.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, after: gate)
        await gate.open()
        try await deletion.value
        #expect(try await app.store.load() == StoredSessions(new))
    }

    @Test(arguments: [true, false])
    func `the place of a killed deletion is free after five minutes`(isRevoked: Bool) async throws {
        let app = SessionApp(isRevoked: isRevoked)
        for number in 0..<StoredSessions.limit { _ = try await app.signIn("person\(number)") }
        let first = try #require(try await app.store.load().sessions.first)
        try await app.store.update { $0.beginDeletion(of: first.id, at: .zero) }
        await #expect(throws: SignInError.tooManyAccounts) { try await app.signIn("ann") }
        app.clock.advance(by: .seconds(301))
        _ = try await app.signIn("ann")
        #expect(try await app.store.load().sessions.count == StoredSessions.limit)
        #expect(try await app.list().count == StoredSessions.limit)
    }

    @Test(arguments: [true, false])
    func `a deletion that cannot be undone ends the session on the server`(isUnsaved: Bool) async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        isFailing.isOn = true
        if isUnsaved { _ = try await app.current.session(replacing: kim) }
        await gate.open()
        await #expect(throws: DeleteAccountError.failedAndSignedOut(.busy, .stub())) { try await deletion.value }
        #expect(app.current.state == .signedOut(.signedOut))
        isFailing.isOn = false
        app.clock.advance(by: .seconds(301))
        #expect(await app.restore() == .none)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(try await app.store.load().isEmpty)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a deletion that fails leaves an account inactive that was not the active one`() async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        _ = await app.signOut(lee.id)
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.store.load().sessions == [kim])
        #expect(try await app.store.active() == nil)
    }

    @Test func `a deletion that fails and cannot be undone ends the newest tokens of the session`() async throws {
        let isFailing = Switch(false)
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions(let sessions) = call, sessions.active != nil, isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        let gate = Gate()
        let deletion = await app.delete(renewed, answering: .failure(.busy), after: gate)
        await gate.open()
        await #expect(throws: DeleteAccountError.failedAndSignedOut(.busy, .stub())) { try await deletion.value }
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `the end of another account is noticed during a deletion`() async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        let gate = Gate()
        let deletion = await app.delete(kim, after: gate)
        _ = await app.relaunched().signOut(lee.id)
        await app.current.noticeChanges()
        #expect(app.current.state == .signedOut(.elsewhere))
        await gate.open()
        try await deletion.value
        #expect(app.current.state == .signedOut(.elsewhere))
        #expect(try await app.store.load().sessions == [])
    }

    @Test(
        // After a restart, less time has passed.
        arguments: [(0, false), (299, false), (300, false), (301, true), (-1, true)] as [(Double, Bool)],
        [true, false]
    )
    func `a session whose deletion was killed is never restored, and ends after five minutes`(
        age: (seconds: Double, isEnded: Bool),
        isRevoked: Bool
    ) async throws {
        let kim = try await app.signIn("kim")
        try await app.store.update { $0.beginDeletion(of: kim.id, at: .zero) }
        app.clock.advance(by: .seconds(age.seconds))
        let next = SessionApp(store: app.store, server: app.server, clock: app.clock, isRevoked: isRevoked)
        #expect(await next.restore() == .none)
        #expect(try await next.list() == [])
        #expect(await next.current.deliverSignOuts() == 0)
        #expect(try await app.store.load().sessions == (age.isEnded ? [] : [kim]))
        #expect(await app.server.liveCount == (age.isEnded && isRevoked ? 0 : 1))
    }

    @Test func `a session survives deletions in two processes that fail, and a store that fails`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        let other = await app.anotherProcess()
        let otherGate = Gate()
        let otherDeletion = await other.delete(kim, answering: .failure(.busy), after: otherGate)
        await app.current.noticeChanges()
        #expect(app.current.state == .signedIn(kim, .fresh))
        await otherGate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await otherDeletion.value }
        #expect(await app.restore() == .restored(kim))
        #expect(app.current.state == .signedIn(kim, .fresh))
        let revoked = app.revocationCount
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        // What is stored late is not stored by then.
        _ = await app.current.deliverSignOuts()
        isFailing.isOn = false
        let gate = Gate()
        let deletion = await app.delete(renewed, answering: .failure(.busy), after: gate)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .signedIn(renewed, .unsaved(.stub())))
        #expect(try await app.store.load() == StoredSessions(kim))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.revocationCount == revoked)
        #expect(await app.server.liveCount == 1)
    }

    @Test func `a deletion that fails after a switch and a sign-out makes no session active`() async throws {
        let lee = try await app.signIn("lee")
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        _ = try await app.switchAccount(to: lee.id)
        _ = await app.signOut()
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(try await app.store.load().sessions == [kim])
        #expect(try await app.store.active() == nil)
    }

    @Test func `accounts whose deletions fail come back in their order`() async throws {
        var sessions: [Session] = []
        for id in ["kim", "lee", "ann"] { sessions.append(try await app.signIn(id)) }
        let gates = [Gate(), Gate()]
        var deletions: [Task<Void, any Error>] = []
        for (session, gate) in zip(sessions, gates) {
            deletions.append(await app.delete(session, answering: .failure(.busy), after: gate))
        }
        for (gate, deletion) in zip(gates, deletions) {
            await gate.open()
            await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        }
        #expect(try await app.store.load().sessions == sessions)
    }

    @Test func `a sign-out without a session ends none whose account is being deleted`() async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        #expect(await app.relaunched().signOut() == .complete)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.store.load() == StoredSessions(kim))
        #expect(app.current.state == .signedIn(kim, .fresh))
    }

    @Test func `a deletion that cannot be undone ends a session that is not remembered`() async throws {
        let kim = try await app.signIn("kim", remember: false)
        let service = AccountServiceSpy(deleteAccount: .failure(.busy))
        let agreed = [Consent.stub(accountID: kim.accountID)]
        let consents = ConsentRepositorySpy(read: .success(agreed), record: .failure(.stub()))
        let sut = DeleteAccount(service: service, sessions: app.current, consents: consents)
        await #expect(throws: DeleteAccountError.failedAndSignedOut(.busy, .stub())) { try await sut(kim) }
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a deletion that takes longer than five minutes is not ended by its own process`() async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        app.clock.advance(by: .seconds(301))
        #expect(await app.restore() == .restored(kim))
        #expect(await app.current.deliverSignOuts() == 0)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.store.load() == StoredSessions(kim))
        #expect(app.revocationCount == 0)
    }
}
