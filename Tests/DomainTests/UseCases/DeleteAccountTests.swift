import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

struct DeleteAccountTests {
    private static let stored = Session.stub(token: AccessToken("stored"))
    private static let agreed = [Consent.stub()]

    private func makeSUT(
        stored: Session? = stored,
        recognize: Result<Bool, AccountServiceFailure> = .success(true),
        deleteAccount: Result<Void, AccountServiceFailure> = .success(()),
        read: Result<[Consent], StorageError> = .success([]),
        record: Result<Void, StorageError> = .success(()),
        remove: Result<Void, StorageError> = .success(()),
        beforeChanging: @escaping @Sendable (PortCall) async throws(StorageError) -> Void = { _ in },
        beforeAnswering: @escaping @Sendable () async -> Void = {}
    ) -> (sut: DeleteAccount, log: MessageLog<PortCall>) {
        let log = MessageLog<PortCall>()
        let sut = DeleteAccount(
            service: AccountServiceSpy(
                log: log,
                recognize: recognize,
                deleteAccount: deleteAccount,
                beforeAnswering: beforeAnswering
            ),
            sessions: .stub(
                SessionRepositorySpy(wrapping: InMemorySessionRepository(stored), log: log, before: beforeChanging)
            ),
            consents: ConsentRepositorySpy(log: log, read: read, record: record, remove: remove)
        )
        return (sut, log)
    }

    /// The stored session while its account is being deleted.
    private static let hidden = StoredSessions([stored], activeID: stored.id, deletions: [stored.id: .zero])

    private static let upToSession: [PortCall] = [.recognize(.stub()), .changeSessions(hidden ?? StoredSessions())]
    private static let upToConsents = upToSession + [.consents(of: .stub()), .removeConsents(of: .stub())]
    private static let upToAccount = upToConsents + [.deleteAccount(.stub())]

    /// The calls of a successful deletion.
    private static let wholeCourse =
        upToAccount + [.removeConsents(of: .stub()), .changeSessions(StoredSessions())]

    @Test func `a deletion hides the session, and removes the consents, the account and the session`()
        async throws
    {
        let (sut, log) = makeSUT()

        try await sut(.stub())
        #expect(log.messages == Self.wholeCourse)
    }

    @Test(arguments: [nil, .stub(accountID: .stub("other1@gmail.com"))] as [Session?])
    func `a deletion does not sign out a different account`(stored: Session?) async throws {
        let (sut, log) = makeSUT(stored: stored)

        try await sut(.stub())
        #expect(
            log.messages == [
                .recognize(.stub()), .changeSessions(StoredSessions(stored)),
                .consents(of: .stub()), .removeConsents(of: .stub()),
                .deleteAccount(.stub()), .removeConsents(of: .stub()), .changeSessions(StoredSessions(stored)),
            ]
        )
    }

    @Test(arguments: [
        (Result<Bool, AccountServiceFailure>.success(false), DeleteAccountError.sessionEnded),
        (.failure(.busy), .service(.busy)),
        (.failure(.remote(.outcomeUnknown)), .service(.remote(.outcomeUnknown))),
    ])
    func `a session that the service does not recognize deletes nothing`(
        answer: Result<Bool, AccountServiceFailure>,
        expected: DeleteAccountError
    ) async {
        let (sut, log) = makeSUT(recognize: answer)

        await #expect(throws: expected) { try await sut(.stub()) }
        #expect(log.messages == [.recognize(.stub())])
    }

    @Test func `if the agreements cannot be read, the account remains and the session is restored`() async {
        let (sut, log) = makeSUT(read: .failure(.stub(.consents, .corrupt)))

        await #expect(throws: DeleteAccountError.service(.storage(.stub(.consents, .corrupt)))) {
            try await sut(.stub())
        }
        #expect(
            log.messages
                == Self.upToSession + [.consents(of: .stub()), .changeSessions(StoredSessions(Self.stored))]
        )
    }

    @Test func `if the session cannot be hidden, the agreements and the account remain`() async {
        let (sut, log) = makeSUT(beforeChanging: { _ throws(StorageError) in throw .stub(.session, .busy) })

        await #expect(throws: DeleteAccountError.service(.storage(.stub(.session, .busy)))) {
            try await sut(.stub())
        }
        #expect(log.messages == Self.upToSession)
    }

    @Test func `a session whose token the server refuses is not restored`() async {
        let (sut, log) = makeSUT(deleteAccount: .failure(.tokenRefused))

        await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await sut(.stub()) }
        #expect(log.messages == Self.upToAccount + [.changeSessions(StoredSessions())])
    }

    @Test func `if the agreements cannot be removed, the account remains and the session is restored`() async {
        let (sut, log) = makeSUT(read: .success(Self.agreed), remove: .failure(.stub(.consents, .full)))

        await #expect(throws: DeleteAccountError.service(.storage(.stub(.consents, .full)))) {
            try await sut(.stub())
        }
        #expect(log.messages == Self.upToConsents + [.changeSessions(StoredSessions(Self.stored))])
    }

    @Test(arguments: [
        AccountServiceFailure.storage(.stub(.accounts, .readOnly)), .corruptPasswordHash, .busy, .hashingUnavailable,
        .cancelled,
    ])
    func `if the account cannot be deleted, its agreements and its session are restored`(failure: AccountServiceFailure)
        async
    {
        let (sut, log) = makeSUT(deleteAccount: .failure(failure), read: .success(Self.agreed))

        await #expect(throws: DeleteAccountError.service(failure)) { try await sut(.stub()) }
        #expect(
            log.messages
                == Self.upToAccount + [.recordConsents(Self.agreed), .changeSessions(StoredSessions(Self.stored))]
        )
    }

    @Test func `a session that was not stored is not restored`() async {
        let (sut, log) = makeSUT(stored: nil, deleteAccount: .failure(.busy))

        await #expect(throws: DeleteAccountError.service(.busy)) { try await sut(.stub(isRemembered: false)) }
        #expect(log.messages.last == .changeSessions(StoredSessions()))
    }

    @Test func `a failed deletion that cannot be undone reports both reasons`() async {
        let (sut, log) = makeSUT(deleteAccount: .failure(.busy)) { call throws(StorageError) in
            if call == .changeSessions(StoredSessions(Self.stored)) { throw .stub(.session, .full) }
        }

        await #expect(throws: DeleteAccountError.failedAndSignedOut(.busy, .stub(.session, .full))) {
            try await sut(.stub())
        }
        #expect(
            log.messages == Self.upToAccount
                + [StoredSessions(Self.stored), StoredSessions()].map { .changeSessions($0) }
        )
    }

    @Test(.timeLimit(.minutes(5)))
    func `a deletion that is cancelled while the account is deleted still succeeds`() async throws {
        let gate = Gate()
        let (sut, log) = makeSUT(beforeAnswering: { await gate.pass() })
        let task = Task { try await sut(.stub()) }
        await gate.open { task.cancel() }

        try await task.value
        #expect(log.messages == Self.wholeCourse)
    }

    // MARK: Password confirmation

    @Test(arguments: [
        (300.0, nil, Result<Authentication, AuthenticationError>.success(.stub()), nil as DeleteAccountError?),
        (301, nil, .success(.stub()), .passwordRequired), (301, Password("password1"), .success(.stub()), nil),
        (301, Password("password2"), .failure(.invalidCredentials), .wrongPassword),
        (0, Password("password2"), .failure(.invalidCredentials), .wrongPassword),
        (301, Password("password2"), .failure(.throttled(.until(.stub))), .throttled(.until(.stub))),
        (301, Password("password2"), .failure(.service(.busy)), .service(.busy)),
    ])
    func `ASVS 7.5.1 an old session requires the password for a deletion`(
        age: Double,
        password: Password?,
        answer: Result<Authentication, AuthenticationError>,
        expected: DeleteAccountError?
    ) async {
        let log = MessageLog<PortCall>()
        let sut = DeleteAccount(
            service: AccountServiceSpy(log: log, authenticate: answer.map { .authenticated($0) }),
            sessions: .stub(SessionRepositorySpy(log: log), dates: .constant(.stub + age), policy: .standard),
            consents: ConsentRepositorySpy(log: log)
        )
        do throws(DeleteAccountError) {
            try await sut(.stub(), password: password)
            #expect(expected == nil)
        } catch {
            #expect(error == expected)
        }
        #expect(log.messages.contains(.deleteAccount(.stub())) == (expected == nil))
        #expect(log.messages.contains(.removeConsents(of: .stub())) == (expected == nil))
        #expect(log.messages.contains(.authenticate(.stub())) == (password != nil))
    }

    // MARK: Rejected tokens

    /// A service that rejects an access token, and reports that as a transport does.
    private struct RejectingService: AccountService {
        let rejected: AccessToken
        let sessions: CurrentSession
        let log = MessageLog<AccessToken>()

        func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
            .authenticated(.stub())
        }

        func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError)
            -> AuthenticationOutcome
        {
            .authenticated(.stub())
        }

        func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }

        func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
            log.append(session.token)
            guard session.token == rejected else { return true }
            await sessions.didReject(session.token)
            // The refresh that the report starts must not find the session missing.
            for _ in 0..<100 { await Task.yield() }
            throw .tokenRefused
        }
    }

    private static let refreshes: [(AccountServiceFailure?, SessionState?)] = [
        (nil, .signedOut(.accountDeleted)), (.tokenRefused, .signedOut(.refused)),
        (.remote(.serverError), nil),
    ]

    @Test(arguments: refreshes, [true, false])
    func `a token that the server rejects is refreshed, and the deletion is repeated`(
        refresh: (failure: AccountServiceFailure?, end: SessionState?),
        remember: Bool
    ) async throws {
        let app = SessionApp(
            server: SessionServer { _ throws(AccountServiceFailure) in
                if let failure = refresh.failure { throw failure }
            }
        )
        let session = try await app.signIn(remember: remember)
        let service = RejectingService(rejected: session.token, sessions: app.current)
        let sut = DeleteAccount(service: service, sessions: app.current, consents: InMemoryConsentRepository())
        if let failure = refresh.failure {
            await #expect(throws: DeleteAccountError.service(failure)) { try await sut(session) }
        } else {
            try await sut(session)
        }
        #expect(service.log.messages == [session.token] + (refresh.failure == nil ? [AccessToken("access-2")] : []))
        // The report refreshes the token too, and can fail before the deletion does.
        #expect(refresh.failure == .remote(.serverError) ? app.refreshCount >= 1 : app.refreshCount == 1)
        #expect(app.current.state == (refresh.end ?? .signedIn(session, .stale(.remote(.serverError)))))
        let isStored = remember && refresh.end == nil
        #expect(try await app.store.load() == StoredSessions(isStored ? session : nil))
    }

    @Test(arguments: [true, false])
    func `a rejected token is refreshed for a deletion while an agreement is required`(isRefused: Bool) async throws {
        let first = SessionApp()
        let (kim, app) = (try await first.signIn(), first.relaunched())
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: InMemoryConsentRepository())
        #expect(await RestoreSession(sessions: app.current, review: review)() == .termsRequired(kim, [.stub()]))
        let service: any AccountService =
            isRefused
            ? AccountServiceSpy(deleteAccount: .failure(.tokenRefused))
            : RejectingService(rejected: kim.token, sessions: app.current)
        let sut = DeleteAccount(service: service, sessions: app.current, consents: InMemoryConsentRepository())
        if isRefused {
            await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await sut(kim) }
            let renewed = try #require(try await app.store.active())
            #expect(renewed.token == AccessToken("access-2"))
            #expect(app.current.state == .agreementRequired(renewed, [.stub()]))
            // Nothing else gets a token before the agreement.
            await #expect(throws: SessionError.signedOut) { try await app.current.session() }
            await #expect(throws: SessionError.ended) { try await app.current.session(replacing: renewed) }
        } else {
            try await sut(kim)
            #expect(app.current.state == .signedOut(.accountDeleted))
            #expect(try await app.store.load().sessions == [])
        }
        #expect(app.refreshCount == 1)
    }

    @Test func `the deletion of an account that has not agreed to new terms signs it out`() async throws {
        let (app, consents) = (SessionApp(), InMemoryConsentRepository())
        let kim = try await app.signIn("kim")
        let review = ReviewTerms(terms: Terms(required: [.stub()]), consents: consents)
        #expect(await RestoreSession(sessions: app.current, review: review)() == .termsRequired(kim, [.stub()]))
        try await DeleteAccount(service: AccountServiceSpy(), sessions: app.current, consents: consents)(kim)
        #expect(app.current.state == .signedOut(.accountDeleted))
        #expect(try await app.store.load() == StoredSessions())
    }

    @Test(.timeLimit(.minutes(5)), arguments: [.stub(), nil] as [RegistrationID?])
    func `a session that begins during a deletion, and cannot ask about its account, is not shown`(
        registrationID: RegistrationID?
    ) async throws {
        let old = Session.stub(id: .stub("old"))
        let store = InMemorySessionRepository(old)
        let sessions = CurrentSession.stub(store)
        _ = await RestoreSession(sessions: sessions)()
        let service = LateServer(new: .stub(registrationID: registrationID, token: AccessToken("new")))
        let signIn = SignIn(
            validator: FormValidatorStub(fields: [.id, .password]),
            service: service,
            sessions: sessions
        )
        let sut = DeleteAccount(service: service, sessions: sessions, consents: InMemoryConsentRepository())
        async let deleting: Void = sut(old)
        await service.deletion.arrival()
        async let signingIn = signIn(.signIn())
        try await deleting
        await service.answer.open()
        _ = try await signingIn
        #expect(await store.load() == StoredSessions())
        #expect(sessions.state.session == nil)
    }
}

/// A server that deletes an account while its owner signs in, and cannot answer the question after the beginning.
private struct LateServer: AccountService {
    let new: Authentication

    /// Where the deletion waits until the session has begun.
    let deletion = Gate()

    /// Where the answer to the session's own question waits.
    let answer = Gate()

    private let questions = MessageLog<Void>()

    init(new: Authentication) { self.new = new }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        throw .duplicateAccount
    }

    func authenticate(
        _ id: AccountID,
        password: Password
    ) async throws(AuthenticationError) -> AuthenticationOutcome {
        .authenticated(new)
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        guard session.token == new.tokens.access else { return true }
        questions.append(())
        switch questions.messages.count {
        case 1: return true
        case 2:
            await deletion.open()
            await answer.pass()
            throw .busy
        default: return false
        }
    }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        await deletion.pass()
        return true
    }
}
