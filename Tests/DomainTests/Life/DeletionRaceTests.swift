import AccountFlowTesting
import Domain
import Foundation
import Testing

/// Tests of use cases that run during a deletion, and of sessions of deleted accounts.
struct DeletionRaceTests {
    private let device = Device()

    private func signUp(_ id: String = "kim@x.com", at date: Date = .stub) async throws -> Session {
        var device = device
        device.date = date
        return try #require(try await device.signUp(.signUp(id: id)).session)
    }

    /// Returns the device with a service that runs an event at one moment of its work.
    private func meanwhile(
        _ moment: BusyAccountService.Moment,
        _ event: @escaping @Sendable () async throws -> Void
    ) -> Device {
        var busy = device
        busy.replacement = BusyAccountService(base: device.service, moment: moment, event: event)
        return busy
    }

    @Test
    func `S1.10 an account deleted during its sign-in is not signed in; the earlier session stays`() async throws {
        for other in ["lee@x.com", nil] {
            let kim = try await signUp()
            let earlier = if let other { try await signUp(other) } else { nil as Session? }
            let busy = meanwhile(.authenticated) { try await device.deleteAccount(kim) }
            await #expect(throws: SignInError.invalidCredentials) { try await busy.signIn(.signIn(id: "kim@x.com")) }
            #expect(try await device.sessions.active() == earlier)
        }
    }

    @Test func `S1.10 a session and an agreement stored during the deletion are removed`() async throws {
        let kim = try await signUp()
        let busy = meanwhile(.deletingAccount) {
            let second = try await device.signIn(.signIn(id: "kim@x.com")).get().session
            try await device.agree(to: [.stub()], by: second)
            #expect(try await device.sessions.active() == second)
        }
        try await busy.deleteAccount(kim)
        #expect(try await device.sessions.active() == nil)
        #expect(try await device.consents.all() == [])
    }

    @Test func `S1.10 the next owner of the ID, signed up during the deletion, stays signed in`() async throws {
        let kim = try await signUp()
        try await meanwhile(.deleted) { _ = try await signUp(at: .stub + 1) }.deleteAccount(kim)
        #expect(try await device.sessions.active()?.startedAt == .stub + 1)
    }

    @Test func `S1.10 a deletion leaves the session of the next owner, if another one was faster`() async throws {
        let kim = try await signUp()
        let busy = meanwhile(.recognized) {
            try await device.deleteAccount(kim)
            _ = try await signUp(at: .stub + 1)
        }
        try await busy.deleteAccount(kim)
        #expect(try await device.sessions.active()?.startedAt == .stub + 1)
        #expect(try await device.accounts.count() == 1)
    }

    @Test func `S1.10 a second deletion does not store the consents that the first one has removed`() async throws {
        let kim = try await signUp()
        try await device.agree(to: [.stub()], by: kim)
        // Until then, the second one would be refused.
        var other = device
        other.uptime += StoredSessions.deletionTime + .seconds(1)
        var busy = meanwhile(.deletingAccount) { [other] in try await other.deleteAccount(kim) }
        busy.replacement = RefusingService(base: busy.service)
        await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await busy.deleteAccount(kim) }
        #expect(try await device.consents.all() == [])
        #expect(try await device.sessions.load() == StoredSessions())
    }

    @Test func `S1.10 an agreement during which the account is deleted is not stored`() async throws {
        let kim = try await signUp()
        let busy = meanwhile(.recognized) { try await device.deleteAccount(kim) }
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await busy.agree(to: [.stub()], by: kim) }
        #expect(try await device.consents.all() == [])
    }

    @Test(arguments: [1, 0, -3_600] as [TimeInterval])
    func `S1.10 a session of a deleted account cannot change the next account with its ID`(seconds: TimeInterval)
        async throws
    {
        let stale = try await signUp()
        try await device.deleteAccount(stale)
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await device.agree(to: [.stub()], by: stale) }

        let next = try await signUp(at: .stub + seconds)
        await #expect(throws: AgreeToTermsError.sessionEnded) { try await device.agree(to: [.stub()], by: stale) }
        #expect(try await device.consents.all() == [])
        try await device.agree(to: [.stub()], by: next)
        await #expect(throws: DeleteAccountError.sessionEnded) { try await device.deleteAccount(stale) }
        #expect(try await device.accounts.count() == 1)
        #expect(try await device.sessions.active() == next)
        #expect(try await device.consents.all().count == 1)
    }

    @Test func `S1.10 setting the clock back does not prevent a deletion`() async throws {
        _ = try await signUp(at: .stub + 3_600)
        try await device.deleteAccount(try await device.signIn(.signIn(id: "kim@x.com")).get().session)
        #expect(try await device.accounts.count() == 0)
    }
}

/// A service that rejects the token of an account that was deleted before.
private struct RefusingService: AccountService {
    let base: any AccountService

    func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
        try await base.register(registration)
    }

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
        try await base.authenticate(id, password: password)
    }

    func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool {
        try await base.recognizes(session)
    }

    func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
        guard try await base.deleteAccount(of: session) else { throw .tokenRefused }
        return true
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

    func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError) -> AuthenticationOutcome {
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
