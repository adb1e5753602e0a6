import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of what happens to sessions while a sign-in is under way.
@Suite(.timeLimit(.minutes(5)))
struct SignInRaceTests {
    private let app = SessionApp()

    @Test func `a deletion during a sign-in to its account leaves the session that is shown`() async throws {
        let kim = try await app.signIn("kim")
        let ann = try await app.signIn("ann")
        let deletion = Gate()
        let deleting = Task { [app] in
            try await DeleteAccount(
                service: DeletingService(session: kim.id, gate: deletion),
                sessions: app.current,
                consents: InMemoryConsentRepository()
            )(kim)
        }
        await deletion.arrival()
        let service = WaitingService("kim", await app.server.signIn(), recognizes: false)
        let signingIn = Task { [app] in try await app.signIn("kim", with: service) }
        await service.gate.arrival()
        await deletion.open()
        try await deleting.value
        #expect(try await app.store.active() == ann)
        await service.gate.open()
        await #expect(throws: SignInError.self) { try await signingIn.value }
        #expect(try await app.store.load().sessions == [ann])
        #expect(try await app.store.active() == ann)
        #expect(app.current.state == .signedIn(ann, .fresh))
    }

    @Test func `a sign-out during a cancelled sign-in to the same account ends its session`() async throws {
        _ = try await app.signIn("kim")
        _ = try await app.signIn("lee")
        let service = WaitingService("lee", await app.server.signIn())
        let task = Task { [app] in try await app.signIn("lee", with: service) }
        await service.gate.arrival()
        _ = await app.signOut(try #require(try await app.store.active()).id)
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(app.current.state.session == nil)
        #expect(try await app.store.active() == nil)
        #expect(try await app.list().map(\.accountID) == [.stub("kim")])
    }

    @Test func `tokens that are refreshed during a sign-in to the same account survive its cancellation`() async throws
    {
        let (clock, refresh) = (ManualClock(), Gate())
        let server = SessionServer(dates: clock.dates) { request in
            if case .refresh = request { await refresh.pass() }
        }
        let app = SessionApp(server: server, clock: clock)
        let lee = try await app.signIn("lee")
        let refreshing = Task { try await app.current.session(replacing: lee) }
        await refresh.arrival()
        let service = WaitingService("lee", await server.signIn())
        let task = Task { [app] in try await app.signIn("lee", with: service) }
        await service.gate.arrival()
        await refresh.open()
        let renewed = try await refreshing.value
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(app.current.state.session?.tokens == renewed?.tokens)
        #expect(try await app.store.active()?.tokens == renewed?.tokens)
        #expect(renewed?.tokens != lee.tokens)
    }

    /// A service that recognizes one session, and waits at a gate before it deletes an account.
    private struct DeletingService: AccountService {
        let session: SessionID
        let gate: Gate

        func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
            .signInRequired
        }

        func authenticate(_ id: AccountID, password: Password) async throws(AuthenticationError)
            -> AuthenticationOutcome
        { throw .invalidCredentials }

        func recognizes(_ session: Session) async throws(AccountServiceFailure) -> Bool { session.id == self.session }

        func deleteAccount(of session: Session) async throws(AccountServiceFailure) -> Bool {
            await gate.pass()
            return true
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `a sign-in that is cancelled after the sign-out of all accounts revives no session`(
        remember: Bool,
        isShown: Bool
    ) async throws {
        _ = try await app.signIn("kim", remember: remember)
        if !isShown { _ = try await app.signIn("lee") }
        let service = WaitingService("kim", await app.server.signIn())
        let task = Task { [current = app.current] in
            let validator = FormValidatorStub(fields: [])
            let sut = SignIn(validator: validator, service: service, sessions: current)
            return try await sut(.signIn(id: "kim"))
        }
        await service.gate.arrival()
        _ = await SignOut(sessions: app.current).all()
        #expect(await app.current.deliverSignOuts() == 0)
        task.cancel()
        await service.gate.open()
        await #expect(throws: SignInError.service(.cancelled)) { try await task.value }
        #expect(try await app.list() == [])
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        // Other devices may have the same token as the sign-in, so it stays valid.
        #expect(await app.server.liveCount == 1)
    }
}
