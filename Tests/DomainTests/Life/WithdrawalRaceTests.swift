import AccountFlowTesting
import Domain
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What other use cases do to an account that is being withdrawn, and what a session can do that is left of it.
struct WithdrawalRaceTests {
    private let accounts = AccountRepositoryFake()
    private let sessions = SessionRepositoryFake()
    private let consents = ConsentRepositoryFake()

    private func authority(at date: Date) -> LocalAccountAuthority {
        LocalAccountAuthority(
            accounts: accounts,
            hasher: PasswordHasherStub(),
            dates: .constant(date),
            identifiers: .sequential()
        )
    }

    private func signUp(_ id: String, at date: Date = .stub) async throws -> Session {
        let signUp = SignUp(
            validator: FormValidatorStub(),
            authority: authority(at: date),
            sessions: sessions,
            dates: .constant(date)
        )
        return try await signUp(.signUp(id: id))
    }

    private func signIn(_ id: String, through authority: (any AccountAuthority)? = nil) async throws -> Session {
        let signIn = SignIn(
            validator: FormValidatorStub(fields: [.id, .password]),
            authority: authority ?? self.authority(at: .stub),
            sessions: sessions,
            dates: .constant(.stub)
        )
        return try await signIn(.signIn(id: id))
    }

    private func withdraw(_ session: Session, through authority: (any AccountAuthority)? = nil) async throws {
        let authority = authority ?? self.authority(at: .stub)
        try await WithdrawAccount(authority: authority, sessions: sessions, consents: consents)(session)
    }

    private func agree(_ session: Session, through authority: (any AccountAuthority)? = nil) async throws {
        let authority = authority ?? self.authority(at: .stub)
        try await AgreeToTerms(authority: authority, consents: consents, dates: .constant(.stub))(
            to: [.stub()],
            by: session
        )
    }

    /// The authority, and something that happens behind its back.
    private func meanwhile(
        _ moment: BusyAuthority.Moment,
        _ event: @escaping @Sendable () async throws -> Void
    ) -> BusyAuthority {
        BusyAuthority(base: authority(at: .stub), moment: moment, event: event)
    }

    @Test("S1.10 an account that is withdrawn behind its authentication is not signed in, and who was before is")
    func withdrawnBeforeSaving() async throws {
        for other in ["lee@x.com", nil] {
            let kim = try await signUp("kim@x.com")
            let earlier = if let other { try await signUp(other) } else { nil as Session? }
            let busy = meanwhile(.authenticated) { try await withdraw(kim) }
            await #expect(throws: SignInError.invalidCredentials) { try await signIn("kim@x.com", through: busy) }
            #expect(try await sessions.load() == earlier)
        }
    }

    @Test("S1.10 a session and an agreement that are stored while the account is deleted go with it")
    func storedWhileDeleting() async throws {
        let kim = try await signUp("kim@x.com")
        let busy = meanwhile(.withdrawing) {
            let second = try await signIn("kim@x.com")
            try await agree(second)
            #expect(try await sessions.load() == second)
        }
        try await withdraw(kim, through: busy)
        #expect(try await sessions.load() == nil)
        #expect(try await consents.all() == [])
    }

    @Test("S1.10 the next owner of the ID who signs up while the withdrawal ends stays signed in")
    func nextOwnerStays() async throws {
        let kim = try await signUp("kim@x.com")
        let busy = meanwhile(.withdrawn) { _ = try await signUp("kim@x.com", at: .stub + 1) }
        try await withdraw(kim, through: busy)
        #expect(try await sessions.load()?.startedAt == .stub + 1)
    }

    @Test("S1.10 an agreement that a withdrawal overtakes is not left to the next owner of the ID")
    func overtakenAgreement() async throws {
        let kim = try await signUp("kim@x.com")
        let busy = meanwhile(.recognized) { try await withdraw(kim) }
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await agree(kim, through: busy) }
        #expect(try await consents.all() == [])
    }

    @Test("S1.10 a session of a withdrawn account can do nothing to the next owner of its ID")
    func staleSession() async throws {
        let stale = try await signUp("kim@x.com")
        try await withdraw(stale)
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await agree(stale) }

        let next = try await signUp("kim@x.com", at: .stub + 1)
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await agree(stale) }
        #expect(try await consents.all() == [])
        try await agree(next)
        await #expect(throws: WithdrawAccountError.sessionEnded) { try await withdraw(stale) }
        #expect(try await accounts.count() == 1)
        #expect(try await sessions.load() == next)
        #expect(try await consents.all().count == 1)
    }

    @Test("S1.10 a clock that was set back keeps nobody from withdrawing")
    func clockSetBack() async throws {
        _ = try await signUp("kim@x.com", at: .stub + 3_600)
        try await withdraw(try await signIn("kim@x.com"))
        #expect(try await accounts.count() == 0)
    }
}

/// An authority during whose work something else happens, once.
private final class BusyAuthority: AccountAuthority {
    enum Moment { case authenticated, recognized, withdrawing, withdrawn }

    private let base: any AccountAuthority
    private let moment: Moment
    private let event: @Sendable () async throws -> Void
    private let hasHappened = MessageLog<Moment>()

    init(base: any AccountAuthority, moment: Moment, event: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.moment = moment
        self.event = event
    }

    private func pass(_ moment: Moment) async {
        guard moment == self.moment, hasHappened.messages.isEmpty else { return }
        hasHappened.append(moment)
        await #expect(throws: Never.self) { try await event() }
    }

    func register(_ registration: Registration) async throws(RegistrationError) -> Authentication {
        try await base.register(registration)
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> Authentication {
        let answer = try await base.authenticate(id, password: password)
        await pass(.authenticated)
        return answer
    }

    func recognizes(_ session: Session) async throws(AuthorityFailure) -> Bool {
        let answer = try await base.recognizes(session)
        await pass(.recognized)
        return answer
    }

    func withdraw(_ session: Session) async throws(AuthorityFailure) -> Bool {
        await pass(.withdrawing)
        let answer = try await base.withdraw(session)
        await pass(.withdrawn)
        return answer
    }
}
