import Domain
import TestSupport
import Testing

/// What sign-up and sign-in have in common: the session that they begin.
@Suite(.timeLimit(.minutes(1)))
struct OpenSessionTests {
    /// Either of the two use cases, and what it says when nobody waits for it any more.
    enum Entry: CaseIterable {
        case signUp
        case signIn

        func run(sessions: any SessionRepository, log: MessageLog<PortMessage> = MessageLog()) async throws -> Session {
            let authority = AccountAuthoritySpy(log: log)
            switch self {
            case .signUp:
                return try await SignUp(
                    validator: FormValidatorStub(),
                    authority: authority,
                    sessions: sessions,
                    dates: .constant(.stub)
                )(.signUp())
            case .signIn:
                return try await SignIn(
                    validator: FormValidatorStub(fields: [.id, .password]),
                    authority: authority,
                    sessions: sessions,
                    dates: .constant(.stub)
                )(.signIn())
            }
        }

        func isCancellation(_ error: any Error) -> Bool {
            switch self {
            case .signUp: error as? SignUpError == .cancelledAfterRegistration
            case .signIn: error as? SignInError == .failed(.cancelled)
            }
        }

        func isFailure(_ error: any Error, of store: StorageError) -> Bool {
            switch self {
            case .signUp: error as? SignUpError == .failed(.storage(store))
            case .signIn: error as? SignInError == .failed(.storage(store))
            }
        }
    }

    @Test(arguments: Entry.allCases)
    func `a store that cannot be read stops everything before anybody is asked`(entry: Entry) async {
        let log = MessageLog<PortMessage>()
        let error = StorageError.stub(.session, .corrupt)
        let sessions = SessionRepositorySpy(log: log, load: .failure(error))

        await #expect { try await entry.run(sessions: sessions, log: log) } throws: { entry.isFailure($0, of: error) }
        #expect(log.messages == [.loadSession])
    }

    @Test(arguments: Entry.allCases)
    func `what is cancelled while the session is stored leaves no session behind`(entry: Entry) async throws {
        let gate = Gate()
        let sessions = SessionRepositoryFake { await gate.pass() }
        let task = Task { try await entry.run(sessions: sessions) }
        await gate.arrival()
        task.cancel()
        await gate.open()

        await #expect { try await task.value } throws: { entry.isCancellation($0) }
        #expect(try await sessions.load() == nil)
    }

    @Test(arguments: Entry.allCases)
    func `what is cancelled leaves the session alone that somebody else began meanwhile`(entry: Entry) async throws {
        let gate = Gate()
        let other = Session.stub(accountID: .stub("other1@gmail.com"), token: AccessToken("other"))
        let sessions = SessionRepositoryFake { await gate.pass() }
        let task = Task { try await entry.run(sessions: sessions) }
        await gate.arrival()
        task.cancel()
        let saving = Task { try await sessions.save(other) }
        await gate.arrival(of: 2)
        await gate.open()

        await #expect { try await task.value } throws: { entry.isCancellation($0) }
        try await saving.value
        #expect(try await sessions.load() == other)
    }
}
