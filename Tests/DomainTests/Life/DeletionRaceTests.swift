import AccountFlowTesting
import Domain
import Persistence
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tests of use cases that run during a deletion, and of sessions of deleted accounts.
struct DeletionRaceTests {
    private let accounts: any AccountRepository = InMemoryAccountRepository()
    private let sessions: any SessionRepository = InMemorySessionRepository()
    private let consents: any ConsentRepository = InMemoryConsentRepository()

    private let identifiers = IDGenerator.sequential()

    private func service(at date: Date) -> LocalAccountService {
        LocalAccountService(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: .constant(date),
            identifiers: identifiers
        )
    }

    private func signUp(_ id: String, at date: Date = .stub) async throws -> Session {
        let signUp = SignUp(
            validator: FormValidatorStub(),
            service: service(at: date),
            sessions: sessions,
            dates: .constant(date)
        )
        return try #require(try await signUp(.signUp(id: id)).session)
    }

    private func signIn(_ id: String, through service: (any AccountService)? = nil) async throws -> Session {
        let signIn = SignIn(
            validator: FormValidatorStub(fields: [.id, .password]),
            service: service ?? self.service(at: .stub),
            sessions: sessions,
            dates: .constant(.stub)
        )
        return try await signIn(.signIn(id: id)).session
    }

    private func deleteAccount(of session: Session, through service: (any AccountService)? = nil) async throws {
        let service = service ?? self.service(at: .stub)
        try await DeleteAccount(service: service, sessions: sessions, consents: consents)(session)
    }

    private func agree(_ session: Session, through service: (any AccountService)? = nil) async throws {
        let service = service ?? self.service(at: .stub)
        try await AgreeToTerms(service: service, consents: consents, dates: .constant(.stub))(
            to: [.stub()],
            by: session
        )
    }

    /// Returns a service that runs an event at one moment of its work.
    private func meanwhile(
        _ moment: BusyAccountService.Moment,
        _ event: @escaping @Sendable () async throws -> Void
    ) -> BusyAccountService {
        BusyAccountService(base: service(at: .stub), moment: moment, event: event)
    }

    @Test
    func `S1.10 an account deleted during its sign-in is not signed in; the earlier session stays`() async throws {
        for other in ["lee@x.com", nil] {
            let kim = try await signUp("kim@x.com")
            let earlier = if let other { try await signUp(other) } else { nil as Session? }
            let busy = meanwhile(.authenticated) { try await deleteAccount(of: kim) }
            await #expect(throws: SignInError.invalidCredentials) { try await signIn("kim@x.com", through: busy) }
            #expect(try await sessions.load() == earlier)
        }
    }

    @Test
    func `S1.10 a session and an agreement stored during the deletion are removed`() async throws {
        let kim = try await signUp("kim@x.com")
        let busy = meanwhile(.deletingAccount) {
            let second = try await signIn("kim@x.com")
            try await agree(second)
            #expect(try await sessions.load() == second)
        }
        try await deleteAccount(of: kim, through: busy)
        #expect(try await sessions.load() == nil)
        #expect(try await consents.all() == [])
    }

    @Test
    func `S1.10 the next owner of the ID, signed up during the deletion, stays signed in`() async throws {
        let kim = try await signUp("kim@x.com")
        let busy = meanwhile(.deleted) { _ = try await signUp("kim@x.com", at: .stub + 1) }
        try await deleteAccount(of: kim, through: busy)
        #expect(try await sessions.load()?.startedAt == .stub + 1)
    }

    @Test
    func `S1.10 an agreement during which the account is deleted is not stored`() async throws {
        let kim = try await signUp("kim@x.com")
        let busy = meanwhile(.recognized) { try await deleteAccount(of: kim) }
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await agree(kim, through: busy) }
        #expect(try await consents.all() == [])
    }

    @Test(
        arguments: [1, 0, -3_600] as [TimeInterval]
    )
    func `S1.10 a session of a deleted account cannot change the next account with its ID`(seconds: TimeInterval)
        async throws
    {
        let stale = try await signUp("kim@x.com")
        try await deleteAccount(of: stale)
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await agree(stale) }

        let next = try await signUp("kim@x.com", at: .stub + seconds)
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await agree(stale) }
        #expect(try await consents.all() == [])
        try await agree(next)
        await #expect(throws: DeleteAccountError.sessionEnded) { try await deleteAccount(of: stale) }
        #expect(try await accounts.count() == 1)
        #expect(try await sessions.load() == next)
        #expect(try await consents.all().count == 1)
    }

    @Test
    func `S1.10 setting the clock back does not prevent a deletion`() async throws {
        _ = try await signUp("kim@x.com", at: .stub + 3_600)
        try await deleteAccount(of: try await signIn("kim@x.com"))
        #expect(try await accounts.count() == 0)
    }
}

/// A service that runs an event once, at one moment of its work.
private final class BusyAccountService: AccountService {
    enum Moment { case authenticated, recognized, deletingAccount, deleted }

    private let base: any AccountService
    private let moment: Moment
    private let event: @Sendable () async throws -> Void
    private let hasHappened = MessageLog<Moment>()

    init(base: any AccountService, moment: Moment, event: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.moment = moment
        self.event = event
    }

    private func pass(_ moment: Moment) async {
        guard moment == self.moment, hasHappened.messages.isEmpty else { return }
        hasHappened.append(moment)
        await #expect(throws: Never.self) { try await event() }
    }

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        try await base.register(registration)
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication {
        let answer = try await base.authenticate(id, password: password)
        await pass(.authenticated)
        return answer
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        let answer = try await base.recognizes(session)
        await pass(.recognized)
        return answer
    }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        await pass(.deletingAccount)
        let answer = try await base.deleteAccount(of: session)
        await pass(.deleted)
        return answer
    }
}
