import AccountFlowTesting
import Domain
import Persistence
import Testing

/// Tests of the session that sign-up and sign-in start.
@Suite(.timeLimit(.minutes(5)))
struct OpenSessionTests {
    /// One of the two use cases, with its call of the service and its errors.
    enum Entry: CaseIterable {
        case signUp
        case signIn

        func run(
            sessions: any SessionRepository,
            remember: Bool = true,
            log: MessageLog<PortCall> = MessageLog(),
            recognize: Result<Bool, AccountServiceFailure> = .success(true)
        ) async throws -> OpenedSession {
            let service = AccountServiceSpy(log: log, recognize: recognize)
            switch self {
            case .signUp:
                let outcome = try await SignUp(
                    validator: FormValidatorStub(),
                    service: service,
                    sessions: .stub(sessions)
                )(.signUp(), remember: remember)
                if case .signedIn(let opened) = outcome { return opened }
                throw CancellationError()
            case .signIn:
                return try await SignIn(
                    validator: FormValidatorStub(fields: [.id, .password]),
                    service: service,
                    sessions: .stub(sessions)
                )(.signIn(), remember: remember).get()
            }
        }

        /// The expected call of the account service.
        var call: PortCall {
            switch self {
            case .signUp: .register(.stub())
            case .signIn: .authenticate(.stub())
            }
        }

        func isCancellation(_ error: any Error) -> Bool {
            switch self {
            case .signUp: error is CancellationError
            case .signIn: error as? SignInError == .service(.cancelled)
            }
        }

        func isRefusal(_ error: any Error) -> Bool {
            switch self {
            case .signUp: error as? SignUpError == .accountDeleted
            case .signIn: error as? SignInError == .invalidCredentials
            }
        }

        func isFailure(_ error: any Error, of store: StorageError) -> Bool {
            switch self {
            case .signUp: error as? SignUpError == .service(.storage(store))
            case .signIn: error as? SignInError == .service(.storage(store))
            }
        }
    }

    @Test(arguments: Entry.allCases)
    func `a store that cannot be read stops the operation before the service is called`(entry: Entry) async {
        let log = MessageLog<PortCall>()
        let error = StorageError.stub(.session, .corrupt)
        let sessions = SessionRepositorySpy(log: log, load: .failure(error))

        await #expect { try await entry.run(sessions: sessions, log: log) } throws: { entry.isFailure($0, of: error) }
        #expect(log.messages == [.loadSessions])
    }

    @Test(
        arguments: Entry.allCases,
        [(nil, true), (.other, true), (.own, true), (.other, false)] as [(Session?, Bool)]
    )
    func `a cancellation while the session is stored comes too late`(
        entry: Entry,
        stored: (earlier: Session?, remember: Bool)
    ) async throws {
        let gate = Gate()
        let sessions = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(stored.earlier),
            after: waitAfterWriting(gate)
        )
        let task = Task { try await entry.run(sessions: sessions, remember: stored.remember) }
        await gate.open { task.cancel() }

        let opened = try await task.value
        #expect(try await sessions.active() == (stored.remember ? opened.session : nil))
    }

    @Test(arguments: Entry.allCases, [nil, .own, .other] as [Session?])
    func `a user whose account is deleted before the session is stored is not signed in`(
        entry: Entry,
        earlier: Session?
    ) async throws {
        for remember in [true, false] {
            let sessions: any SessionRepository = InMemorySessionRepository(earlier)
            await #expect {
                try await entry.run(sessions: sessions, remember: remember, recognize: .success(false))
            } throws: {
                entry.isRefusal($0)
            }
            #expect(try await sessions.active() == earlier)
        }
    }

    @Test(arguments: Entry.allCases)
    func `after a session that is not remembered, the next launch restores none`(entry: Entry) async throws {
        let sessions = InMemorySessionRepository(.other)
        let opened = try await entry.run(sessions: sessions, remember: false)
        #expect(!opened.session.isRemembered)
        #expect(opened.storageError == nil)
        #expect(try await sessions.active() == nil)
        #expect(await sessions.load().sessions == [.other])
    }

    @Test(arguments: Entry.allCases)
    func `a session that cannot be stored is returned with the storage error`(entry: Entry) async throws {
        let (log, error) = (MessageLog<PortCall>(), StorageError.stub(.session, .full))
        let sessions = SessionRepositorySpy(log: log, update: .failure(error))
        let opened = try await entry.run(sessions: sessions, log: log)
        #expect(opened.storageError == error)
        #expect(
            log.messages == [
                .loadSessions, entry.call, .recognize(.stub()), .changeSessions(StoredSessions(opened.session)),
                .recognize(.stub()),
            ]
        )
    }

    @Test(arguments: Entry.allCases)
    func `an earlier session that cannot be removed is reported with the new one`(entry: Entry) async throws {
        let (log, error) = (MessageLog<PortCall>(), StorageError.stub(.session, .readOnly))
        let sessions = SessionRepositorySpy(log: log, update: .failure(error))
        let opened = try await entry.run(sessions: sessions, remember: false, log: log)
        #expect(opened.storageError == error)
        #expect(
            log.messages == [
                .loadSessions, entry.call, .recognize(.stub()), .changeSessions(StoredSessions()), .recognize(.stub()),
            ]
        )
    }

    @Test(arguments: Entry.allCases)
    func `a service that fails after the authentication does not end the session`(entry: Entry) async throws {
        let sessions: any SessionRepository = InMemorySessionRepository()
        let session = try await entry.run(sessions: sessions, recognize: .failure(.busy)).session
        #expect(try await sessions.active() == session)
    }

    @Test(arguments: Entry.allCases)
    func `a sign-in that is cancelled before its session is stored changes nothing`(entry: Entry) async throws {
        let gate = Gate()
        let sessions = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(.other),
            before: { call in if case .loadSessions = call { await gate.pass() } }
        )
        let task = Task { try await entry.run(sessions: sessions) }
        await gate.open { task.cancel() }
        await #expect { try await task.value } throws: { entry.isCancellation($0) }
        #expect(try await sessions.load() == StoredSessions(.other))
    }

    @Test func `a session is removed if another process deletes its account while it is stored`() async throws {
        let accounts: any AccountRepository = InMemoryAccountRepository([.stub()])
        let sessions = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(.other),
            after: { call throws(StorageError) in
                guard case .changeSessions = call else { return }
                try await accounts.delete(.stub())
            }
        )
        let current = CurrentSession.stub(sessions)
        let sut = SignIn(
            validator: FormValidatorStub(fields: [.id, .password]),
            service: LocalAccountService(
                accounts: accounts,
                hasher: PasswordHasherStub(),
                dates: .constant(.stub),
                identifiers: .sequential()
            ),
            sessions: current
        )
        await #expect(throws: SignInError.invalidCredentials) { try await sut(.signIn()) }
        #expect(current.state == .signedOut(.accountDeleted))
        #expect(try await sessions.load().sessions == [.other])
        #expect(try await sessions.active() == nil)
    }
}

/// Returns a handler that waits at a gate after each change.
private func waitAfterWriting(_ gate: Gate) -> @Sendable (PortCall) async -> Void {
    { call in
        switch call {
        case .changeSessions: await gate.pass()
        default: break
        }
    }
}

extension Session? {
    /// An earlier session of the same account.
    fileprivate static var own: Session? { .stub(token: AccessToken("earlier")) }

    fileprivate static var other: Session? { Session.other }
}

extension Session {
    fileprivate static var other: Session {
        .stub(id: .stub("other"), accountID: .stub("other1@gmail.com"), token: AccessToken("other"))
    }
}
