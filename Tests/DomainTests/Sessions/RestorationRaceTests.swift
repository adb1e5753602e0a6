import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of what changes a session while a launch or a switch checks it.
@Suite(.timeLimit(.minutes(5)))
struct RestorationRaceTests {
    private let gate = Gate()
    private let isWaiting = Switch(false)
    private static let policy = SessionPolicy(lifetime: 10_000, lastUsedGranularity: 10)
    private let app = SessionApp(policy: policy)

    /// Consents whose next read waits at a gate while a switch is on.
    private struct GatedConsents: ConsentRepository {
        let consents: InMemoryConsentRepository
        let gate: Gate
        let isWaiting: Switch

        func all() async -> [Consent] { await consents.all() }

        func consents(of accountID: AccountID) async -> [Consent] {
            if isWaiting.isOn {
                isWaiting.isOn = false
                await gate.pass()
            }
            return await consents.consents(of: accountID)
        }

        func record(_ new: [Consent]) async { await consents.record(new) }
        func removeAll(of accountID: AccountID) async { await consents.removeAll(of: accountID) }
    }

    private func restore(_ app: SessionApp) -> RestoreSession {
        let consents = InMemoryConsentRepository(["kim", "lee", "ann"].map { .stub(accountID: .stub($0)) })
        let gated = GatedConsents(consents: consents, gate: gate, isWaiting: isWaiting)
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: gated)
        return RestoreSession(sessions: app.current, review: review)
    }

    /// Restores a session, and does something while the consents are read.
    private func restore(_ app: SessionApp, _ event: () async throws -> Void) async throws -> RestoreOutcome {
        let sut = restore(app)
        isWaiting.isOn = true
        let restoring = Task { await sut() }
        try await gate.open(after: event)
        return await restoring.value
    }

    @Test(arguments: [true, false])
    func `new tokens and a changed profile stay while the use of a session is recorded`(remember: Bool) async throws {
        let kim = try await app.signIn("kim", remember: remember)
        app.clock.advance(by: .seconds(40))
        let profile = Profile(nickname: .stub("Changed"))
        let outcome = try await restore(app) {
            _ = try await app.current.session()
            _ = await app.current.updateProfile(of: kim, to: profile)
        }
        let session = try #require(app.current.state.session)
        #expect(outcome == .restored(session))
        #expect(session.token != kim.token && session.profile == profile)
        #expect(session.lastUsedAt == app.clock.date)
        app.clock.advance(by: .seconds(60))
        #expect(try await app.current.session().id == kim.id)
    }

    @Test(arguments: [(true, false), (false, false), (true, true)])
    func `a launch shows what another process has changed meanwhile`(isRecorded: Bool, isFailing: Bool) async throws {
        let (app, policy) = (SessionApp(), isRecorded ? Self.policy : .untilSignOut)
        let kim = try await app.signIn("kim")
        app.clock.advance(by: .seconds(40))
        let store = SessionRepositorySpy(wrapping: app.store) { call throws(StorageError) in
            if isFailing, case .changeSessions = call { throw .stub() }
        }
        let launched = SessionApp(store: store, server: app.server, clock: app.clock, policy: policy)
        _ = try await restore(launched) { _ = try await app.current.session(replacing: kim) }
        #expect(launched.current.state.session?.tokens == app.current.state.session?.tokens)
        #expect(launched.current.state.session?.tokens != kim.tokens)
        let next = SessionApp(store: store, server: app.server, clock: app.clock, policy: policy)
        #expect(try await restore(next) { _ = await app.signOut() } == .none)
        #expect(next.current.state == .signedOut(nil))
    }

    private func agree(_ app: SessionApp) -> AgreeToTerms {
        AgreeToTerms(service: AccountServiceSpy(), sessions: app.current, consents: InMemoryConsentRepository())
    }

    @Test func `an agreement shows the tokens that another process has stored meanwhile`() async throws {
        let kim = try await app.signIn("kim")
        let (launched, documents) = (app.relaunched(), [ConsentDocument.stub()])
        let review = ReviewTerms(terms: Terms(required: documents), consents: InMemoryConsentRepository([]))
        let sut = RestoreSession(sessions: launched.current, review: review)
        #expect(await sut() == .termsRequired(kim, documents))
        let renewed = try #require(try await app.current.session(replacing: kim))
        try await agree(launched)(to: documents, by: kim)
        #expect(launched.current.state == .signedIn(renewed, .fresh))

        let next = app.relaunched()
        #expect(await RestoreSession(sessions: next.current, review: review)() == .termsRequired(renewed, documents))
        _ = await app.signOut()
        try await agree(next)(to: documents, by: renewed)
        #expect(next.current.state == .signedOut(.elsewhere))
    }

    @Test func `an agreement shows no other account, and none that lacks a second document`() async throws {
        let (kim, lee) = (try await app.signIn("kim"), try await app.signIn("lee"))
        let documents = [ConsentDocument.stub("privacy"), .stub("terms")]
        let review = ReviewTerms(terms: Terms(required: documents), consents: InMemoryConsentRepository([]))
        let launched = app.relaunched()
        let sut = RestoreSession(sessions: launched.current, review: review)
        #expect(await sut() == .termsRequired(lee, documents))
        let change = SwitchAccount(sessions: launched.current, restore: sut)
        #expect(try await change(kim.id) == .termsRequired(kim, documents))
        try await agree(launched)(to: documents, by: lee)
        #expect(launched.current.state == .agreementRequired(kim, documents))
        try await agree(launched)(to: [documents[0]], by: kim)
        #expect(launched.current.state == .agreementRequired(kim, [documents[1]]))
        try await agree(launched)(to: [documents[1]], by: kim)
        #expect(launched.current.state == .signedIn(kim, .fresh))
    }

    @Test(arguments: [true, false])
    func `an agreement shows the newest tokens, which the store may not have`(remember: Bool) async throws {
        let (answer, isFailing, documents) = (Gate(), Switch(false), [ConsentDocument.stub()])
        let server = SessionServer(dates: app.clock.dates, after: { if case .refresh = $0 { await answer.pass() } })
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { _ throws(StorageError) in
            if isFailing.isOn { throw .stub() }
        }
        let app = SessionApp(store: store, server: server, clock: app.clock)
        let kim = try await app.signIn("kim", remember: remember)
        let refresh = Task { try await app.current.session(replacing: kim) }
        await answer.arrival()
        let review = ReviewTerms(terms: Terms(required: documents), consents: InMemoryConsentRepository([]))
        #expect(await RestoreSession(sessions: app.current, review: review)() == .termsRequired(kim, documents))
        isFailing.isOn = true
        await answer.open()
        _ = await refresh.result
        // No caller waits for the tokens anymore.
        for _ in 0..<200 { await Task.yield() }
        try await agree(app)(to: documents, by: kim)
        #expect(app.current.state.session?.token == AccessToken("access-2"))
        app.clock.advance(by: .seconds(60))
        #expect(try await app.current.session().id == kim.id)
    }

    @Test(arguments: [true, false])
    func `a rejected token is refreshed or ends the session while an agreement is required`(
        isRefreshed: Bool
    ) async throws {
        let kim = try await app.signIn("kim")
        let launched = SessionApp(store: app.store, server: app.server, clock: app.clock, isRefreshed: isRefreshed)
        let documents = [ConsentDocument.stub()]
        let review = ReviewTerms(terms: Terms(required: documents), consents: InMemoryConsentRepository([]))
        let sut = RestoreSession(sessions: launched.current, review: review)
        #expect(await sut() == .termsRequired(kim, documents))
        await launched.current.didReject(kim.token)
        // Nothing waits for the new tokens.
        for _ in 0..<200 { await Task.yield() }
        let stored = try await app.store.load().sessions
        #expect(stored.map(\.token) == (isRefreshed ? [AccessToken("access-2")] : []))
        let required = stored.first.map { SessionState.agreementRequired($0, documents) }
        #expect(launched.current.state == required ?? .signedOut(.refused))
    }

    /// Where a session is restored whose account is being deleted.
    enum Restorer: CaseIterable {
        case sameProcess, otherProcess, unremembered
    }

    @Test(arguments: Restorer.allCases)
    func `a restoration during a deletion that fails asks for no agreement`(in restorer: Restorer) async throws {
        let kim = try await app.signIn("kim", remember: restorer != .unremembered)
        let process = restorer == .otherProcess ? await app.anotherProcess() : app
        let (deletion, consents) = (Gate(), InMemoryConsentRepository([.stub(accountID: kim.accountID)]))
        let deleting = await app.delete(kim, answering: .failure(.busy), after: deletion, consents: consents)
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: consents)
        #expect(await RestoreSession(sessions: process.current, review: review)() == .restored(kim))
        await deletion.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deleting.value }
        #expect(process.current.state == .signedIn(kim, .fresh))
        #expect(await consents.all().count == 1)
    }

    /// What a restoration finds out about a deletion that begins while it reads the consents.
    enum Straddled: CaseIterable {
        case ownDeletion, deletionElsewhere, failedElsewhere
    }

    @Test(arguments: Straddled.allCases)
    func `a deletion that begins while the consents are read asks for no agreement`(_ straddled: Straddled) async throws
    {
        let kim = try await app.signIn("kim")
        let (isSlow, read, answer) = (Switch(false), Gate(), Gate())
        let store = SessionRepositorySpy(wrapping: app.store) { call in
            if call == .loadSessions, isSlow.isOn { await read.pass() }
        }
        let launched = SessionApp(store: store, server: app.server, clock: app.clock)
        let process = straddled == .ownDeletion ? app : launched
        let consents = InMemoryConsentRepository([.stub(accountID: kim.accountID)])
        let gated = GatedConsents(consents: consents, gate: gate, isWaiting: isWaiting)
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: gated)
        let sut = RestoreSession(sessions: process.current, review: review)
        isWaiting.isOn = true
        let restoring = Task { await sut() }
        await gate.arrival()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: answer, consents: consents)
        isSlow.isOn = straddled == .failedElsewhere
        await gate.open()
        if straddled == .failedElsewhere {
            await read.arrival()
            await answer.open()
            await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
            await read.open()
        }
        #expect(await restoring.value == (straddled == .deletionElsewhere ? .none : .restored(kim)))
        await answer.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .signedIn(kim, .fresh))
        #expect(await sut() == .restored(kim))
    }

    @Test func `a restoration during a deletion still requires an agreement that is missing`() async throws {
        let (kim, documents) = (try await app.signIn("kim"), [ConsentDocument.stub()])
        let review = ReviewTerms(terms: Terms(required: documents), consents: InMemoryConsentRepository([]))
        let sut = RestoreSession(sessions: app.current, review: review)
        #expect(await sut() == .termsRequired(kim, documents))
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        #expect(await sut() == .termsRequired(kim, documents))
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .agreementRequired(kim, documents))
    }

    @Test func `a restoration during a deletion keeps a session uncertain whose date was wrong`() async throws {
        let kim = try await app.signIn("kim")
        app.clock.date -= 2 * 86_400
        let launched = app.relaunched()
        #expect(await launched.restore() == .uncertain(kim))
        launched.clock.date += 2 * 86_400
        let deletion = await launched.delete(kim, answering: .failure(.busy), after: gate)
        #expect(await launched.restore() == .uncertain(kim))
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(await launched.restore() == .restored(kim))
    }

    @Test func `a switch shows no session that is not remembered while its account is being deleted`() async throws {
        let lee = try await app.signIn("lee")
        let (kim, documents) = (try await app.signIn("kim", remember: false), [ConsentDocument.stub()])
        let review = ReviewTerms(terms: Terms(required: documents), consents: InMemoryConsentRepository([]))
        let sut = RestoreSession(sessions: app.current, review: review)
        #expect(await sut() == .termsRequired(kim, documents))
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        #expect(try await app.switchAccount(to: lee.id) == .restored(lee))
        let back = SwitchAccount(sessions: app.current, restore: sut)
        await #expect(throws: SwitchAccountError.notSignedIn) { try await back(kim.id) }
        #expect(try await app.list().map(\.id) == [lee.id])
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await back(kim.id) == .termsRequired(kim, documents))
    }

    @Test func `a switch back to a session that is not remembered has its new tokens and profile`() async throws {
        let answer = Gate()
        let server = SessionServer(
            dates: app.clock.dates,
            after: { if case .refresh = $0 { await answer.pass() } }
        )
        let app = SessionApp(server: server, clock: app.clock, policy: Self.policy)
        let lee = try await app.signIn("lee")
        let kim = try await app.signIn("kim", remember: false)
        let profile = Profile(nickname: .stub("Changed"))
        app.clock.advance(by: .seconds(40))
        let refresh = Task { try await app.current.session() }
        await answer.arrival()
        _ = await app.current.updateProfile(of: kim, to: profile)
        let sut = SwitchAccount(sessions: app.current, restore: restore(app))
        _ = try await sut(lee.id)
        // The switch back records a use too.
        app.clock.advance(by: .seconds(10))
        isWaiting.isOn = true
        let back = Task { try await sut(kim.id) }
        await gate.arrival()
        await answer.open()
        _ = await refresh.result
        // No caller waits for the tokens anymore.
        for _ in 0..<200 { await Task.yield() }
        await gate.open()
        _ = try await back.value
        #expect(app.current.state.session?.profile == profile)
        app.clock.advance(by: .seconds(60))
        #expect(try await app.current.session().id == kim.id)
    }

    /// The session that a change of the password begins in place of another one.
    private func changePassword(of session: Session) async throws -> Session {
        let answer = Authentication(
            accountID: session.accountID,
            registrationID: session.registrationID,
            profile: Profile(),
            tokens: await app.server.signIn()
        )
        let change = ChangePassword(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(changePassword: .success(answer)),
            sessions: app.current
        )
        let password = Password("password1")
        return try #require(await change(session, from: password, to: password, confirmation: password).session)
    }

    @Test func `a switch to a session whose password is changed meanwhile shows the new one`() async throws {
        let kim = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        let sut = SwitchAccount(sessions: app.current, restore: restore(app))
        isWaiting.isOn = true
        let switching = Task { try await sut(kim.id) }
        await gate.arrival()
        let changed = try await changePassword(of: kim)
        await gate.open()
        #expect(try await switching.value == .restored(changed))
        #expect(app.current.state == .signedIn(changed, .fresh))
    }

    @Test func `a sign-in during a switch removes neither of its sessions, although they expire`() async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee")
        app.clock.advance(by: .seconds(9_999))
        let sut = SwitchAccount(sessions: app.current, restore: restore(app))
        isWaiting.isOn = true
        let switching = Task { try await sut(kim.id) }
        await gate.arrival()
        app.clock.advance(by: .seconds(1))
        let ann = try await app.signIn("ann")
        await gate.open()
        #expect(try await switching.value == .restored(ann))
        #expect(try await app.store.load().sessions.map(\.id) == [kim.id, lee.id, ann.id])
    }

    @Test(arguments: [true, false], [true, false])
    func `a deletion of the account to which the user is switching leaves the one that is shown`(
        remember: Bool,
        isFailing: Bool
    ) async throws {
        let kim = try await app.signIn("kim")
        let lee = try await app.signIn("lee", remember: remember)
        let sut = SwitchAccount(sessions: app.current, restore: restore(app))
        isWaiting.isOn = true
        let switching = Task { try await sut(kim.id) }
        await gate.arrival()
        let answer = Gate()
        let deletion = await app.delete(kim, answering: isFailing ? .failure(.busy) : .success(()), after: answer)
        await gate.open()
        #expect(try await switching.value == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
        await answer.open()
        _ = await deletion.result
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.active() == (remember ? lee : nil))
        #expect(try await app.store.load().sessions == (isFailing ? [kim] : []) + (remember ? [lee] : []))
    }

    @Test func `a deletion that removes the session of a switch leaves the one that is shown`()
        async throws
    {
        let kim = try await app.signIn("kim", registrationID: .stub())
        let answer = Gate()
        let deletion = await app.delete(kim, after: answer)
        let lee = try await app.signIn("lee", remember: false)
        let changed = try await changePassword(of: kim)
        let sut = SwitchAccount(sessions: app.current, restore: restore(app))
        isWaiting.isOn = true
        let switching = Task { try await sut(changed.id) }
        await gate.arrival()
        await answer.open()
        try await deletion.value
        await gate.open()
        #expect(try await switching.value == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.load().sessions == [])
    }

    @Test func `a restoration that has missed the session of a failed deletion does not end it`() async throws {
        let (read, isSlow) = (Gate(), Switch(false))
        let store = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(),
            after: { if $0 == .loadSessions, isSlow.isOn { await read.pass() } }
        )
        let app = SessionApp(store: store)
        let kim = try await app.signIn("kim")
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: InMemoryConsentRepository([]))
        let sut = RestoreSession(sessions: app.current, review: review)
        #expect(await sut() == .termsRequired(kim, [.stub()]))
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        isSlow.isOn = true
        let restoring = Task { await sut() }
        await read.arrival()
        await gate.open()
        // Gives the deletion time to wait for the restoration.
        for _ in 0..<200 { await Task.yield() }
        await read.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        _ = await restoring.value
        #expect(app.current.state == .agreementRequired(kim, [.stub()]))
    }

    @Test func `a restoration during a deletion that fails ends nothing`() async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        #expect(await app.restore() == .restored(kim))
        #expect(app.current.state == .signedIn(kim, .fresh))
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(app.current.state == .signedIn(kim, .fresh))
        #expect(try await app.store.active() == kim)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(app.revocationCount == 0)
    }
}
