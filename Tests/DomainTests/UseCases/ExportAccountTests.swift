import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Testing

/// Tests of the use case with a real local service, and with one that a test decides about.
struct ExportAccountTests {
    private let clock = ManualClock()
    private let accounts: any AccountRepository = InMemoryAccountRepository([.stub(), .stub(id: .stub("lee@x.com"))])
    private let consents = InMemoryConsentRepository([.stub(), .stub(accountID: .stub("lee@x.com"))])
    private let events = InMemorySecurityEvents()

    private var local: LocalAccountService {
        LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: clock.dates,
            identifiers: .sequential(),
            throttle: SignInThrottle(attempts: InMemoryAttemptRepository(), dates: clock.dates)
        )
    }

    private func makeSUT(
        service: (any AccountService & SessionVerifying)? = nil,
        store: any SessionRepository = InMemorySessionRepository(.stub()),
        sessions: CurrentSession? = nil,
        consents: (any ConsentRepository)? = nil,
        events: (any SecurityEventRecorder)? = nil
    ) -> ExportAccount {
        let sessions = sessions ?? .stub(store, dates: clock.dates)
        return ExportAccount(
            service: service ?? local,
            sessions: sessions,
            listSessions: ListSessions(sessions: sessions),
            consents: consents ?? self.consents,
            events: events ?? self.events
        )
    }

    @Test(arguments: [true, false])
    func `events of an earlier owner of the ID, or under an e-mail address, are not exported`(knowsDate: Bool)
        async throws
    {
        let profile = Profile(email: try EmailAddress("lee@x.com"))
        try await accounts.update(.stub()) { $0.profile = profile }
        let (own, other) = (AccountTag(.stub()), AccountTag(.stub("lee@x.com")))
        for event in [.signedUp(own), .totpEnabled(own), .passwordReset(other)] as [SecurityEvent] {
            await events.record(RecordedEvent(event, at: .stub - 9))
        }
        await events.record(RecordedEvent(knowsDate ? .refused(own) : .deleted(own), at: .stub - 8))
        // A log shortens dates to milliseconds.
        let signUp = RecordedEvent(.signedUp(own), at: .stub - 0.0009)
        await events.record(signUp)
        await events.record(RecordedEvent(.passwordReset(other), at: .stub))
        let service = OwnerService { AccountOwner(accountID: $0.accountID, profile: profile) }
        let export = try await makeSUT(service: knowsDate ? nil : service)(.stub(), password: Password("password1"))
        #expect(export.owner.createdAt == (knowsDate ? .stub : nil))
        #expect(export.events == [signUp, RecordedEvent(.exported(own), at: .stub)])
    }

    @Test func `an export has everything about the account, and nothing about others`() async throws {
        let store = InMemorySessionRepository(.stub())
        await store.update { $0.begin(.stub(id: .stub("2"), accountID: .stub("lee@x.com"))) }
        await events.record(RecordedEvent(.signedUp(AccountTag(.stub())), at: .stub))
        await events.record(RecordedEvent(.signedUp(AccountTag(.stub("lee@x.com"))), at: .stub))
        await events.record(RecordedEvent(.storeRecovered(.accounts), at: .stub))
        clock.advance(by: .seconds(5))

        let export = try await makeSUT(store: store)(.stub(), password: Password("password1"))

        #expect(
            export.owner
                == AccountOwner(accountID: .stub(), profile: Profile(nickname: .stub()), createdAt: .stub)
        )
        #expect(export.consents == [.stub()])
        #expect(export.sessions.map(\.id) == [.stub()])
        let tag = AccountTag(.stub())
        #expect(
            export.events
                == [RecordedEvent(.signedUp(tag), at: .stub), RecordedEvent(.exported(tag), at: .stub + 5)]
        )
        #expect(export.exportedAt == .stub + 5)
    }

    @Test func `an export needs the password, and wrong ones are throttled`() async {
        let sut = makeSUT()
        for _ in 0..<4 {
            await #expect(throws: ExportAccountError.wrongPassword) {
                try await sut(.stub(), password: Password("wrong"))
            }
        }
        await #expect(throws: ExportAccountError.throttled(.until(.stub + 1))) {
            try await sut(.stub(), password: Password("password1"))
        }
        #expect(await events.events == [])
    }

    @Test func `the session of an earlier owner of the ID exports nothing`() async throws {
        await #expect(throws: ExportAccountError.sessionEnded) {
            try await makeSUT()(.stub(registrationID: .stub("earlier")), password: Password("password1"))
        }
        #expect(await events.events == [])
    }

    @Test func `a server that cannot be asked for the profile leaves that of the session`() async throws {
        let service = OwnerService { _ throws(AccountServiceFailure) in throw .notOffered }
        let export = try await makeSUT(service: service)(.stub(), password: Password("password1"))
        #expect(export.owner == AccountOwner(accountID: .stub(), profile: Profile(nickname: .stub())))
    }

    @Test func `an expired token is refreshed before the server is asked for the profile`() async throws {
        let (app, asked) = (SessionApp(), MessageLog<AccessToken>())
        let session = try await app.signIn()
        app.clock.advance(by: .seconds(60))
        let service = OwnerService { session in
            asked.append(session.token)
            return AccountOwner(accountID: session.accountID, profile: session.profile)
        }
        _ = try await makeSUT(service: service, sessions: app.current)(session, password: Password("password1"))
        #expect(asked.messages == [AccessToken("access-2")])
    }

    @Test(arguments: [.remote(.serverError), .storage(.stub(.accounts)), .cancelled] as [AccountServiceFailure])
    func `a failure of the service is told`(failure: AccountServiceFailure) async {
        let service = OwnerService { _ throws(AccountServiceFailure) in throw failure }
        await #expect(throws: ExportAccountError.service(failure)) {
            try await makeSUT(service: service)(.stub(), password: Password("password1"))
        }
    }

    @Test func `a store that cannot be read is told, and nothing is exported in part`() async {
        let session = StorageError.stub(.session, .busy)
        await #expect(throws: ExportAccountError.service(.storage(session))) {
            try await makeSUT(store: SessionRepositorySpy(load: .failure(session)))(
                .stub(),
                password: Password("password1")
            )
        }
        let consents = StorageError.stub(.consents, .busy)
        let spy = ConsentRepositorySpy(read: .failure(consents))
        await #expect(throws: ExportAccountError.service(.storage(consents))) {
            try await makeSUT(consents: spy)(.stub(), password: Password("password1"))
        }
        await #expect(
            throws: ExportAccountError.eventsUnreadable(SecurityEventError(.notPermitted, file: "events.log"))
        ) {
            try await makeSUT(events: UnreadableEvents())(.stub(), password: Password("password1"))
        }
    }
}

/// A service that accepts every password, and whose owner a test decides.
private struct OwnerService: AccountService, SessionVerifying {
    let owner: @Sendable (Session) async throws(AccountServiceFailure) -> AccountOwner

    func owner(of session: Session) async throws(AccountServiceFailure) -> AccountOwner { try await owner(session) }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        .signInRequired
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
        .authenticated(.stub(accountID: id))
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { true }
    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool { true }
}

private struct UnreadableEvents: SecurityEventRecorder {
    func record(_ event: RecordedEvent) async {}

    func events(of account: AccountTag) async throws(SecurityEventError) -> [RecordedEvent] {
        throw SecurityEventError(.notPermitted, file: "events.log")
    }
}
