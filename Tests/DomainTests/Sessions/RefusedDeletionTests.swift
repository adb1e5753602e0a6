import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of deletions for which the server refuses the token.
@Suite(.timeLimit(.minutes(5)))
struct RefusedDeletionTests {
    private let app = SessionApp()
    private let refused = AccountServiceFailure.tokenRefused

    @Test func `a sign-out during a deletion whose token the server refuses is told to the server`() async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.tokenRefused), after: gate)
        #expect(await app.signOut() == .pending)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await deletion.value }
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a refused deletion ends a session without a refresh token`() async throws {
        let kim = try await app.signIn(tokens: TokenSet(AccessToken("access")))
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(refused), after: gate)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(refused)) { try await deletion.value }
        #expect(app.current.state == .signedOut(.refused))
        #expect(try await app.store.load().sessions == [])
    }

    /// What the user does while the deletion waits for an answer.
    enum Meanwhile: CaseIterable {
        case nothing, rejection, signIn, signOut
    }

    @Test(arguments: Meanwhile.allCases, [true, false])
    func `a refused deletion keeps the consents, because the account may exist`(
        _ meanwhile: Meanwhile,
        isRefreshed: Bool
    ) async throws {
        let app = SessionApp(isRefreshed: isRefreshed)
        let kim = try await app.signIn("kim")
        let (gate, consents) = (Gate(), InMemoryConsentRepository([.stub(accountID: kim.accountID)]))
        let deletion = await app.delete(kim, answering: .failure(refused), after: gate, consents: consents)
        switch meanwhile {
        case .nothing: break
        case .rejection: await app.current.didReject(kim.token)
        case .signIn: _ = try await app.signIn("kim")
        case .signOut: _ = await app.signOut()
        }
        await gate.open()
        await #expect(throws: DeleteAccountError.service(refused)) { try await deletion.value }
        #expect(await consents.all().count == 1)
    }

    @Test(arguments: [true, false])
    func `a refused deletion ends the session whose token was refused, not a newer one`(isNewer: Bool) async throws {
        let other = SessionApp()
        let kim = try await other.signIn("kim")
        let app = SessionApp(store: other.store, server: other.server, clock: other.clock, isRefreshed: false)
        _ = await app.restore()
        let new = isNewer ? try await other.signIn("kim") : nil
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(refused), after: gate)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(refused)) { try await deletion.value }
        #expect(app.current.state == .signedOut(.refused))
        #expect(try await app.store.load() == StoredSessions(new))
        #expect(await app.current.deliverSignOuts() == 0)
        // The server is not told about tokens that it has refused.
        #expect(await app.server.liveCount == 1)
    }

    @Test func `a refused deletion ends a session that is not remembered`() async throws {
        let app = SessionApp(isRefreshed: false)
        let kim = try await app.signIn("kim", remember: false)
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(refused), after: gate)
        await gate.open()
        await #expect(throws: DeleteAccountError.service(refused)) { try await deletion.value }
        #expect(app.current.state == .signedOut(.refused))
    }

    @Test func `a server that has refused a token during a deletion is not told about the end`() async throws {
        let kim = try await app.signIn("kim")
        let current = CurrentSession(app.store, revoking: app.server, dates: app.clock.dates, clock: app.clock)
        _ = await RestoreSession(sessions: current)()
        let service = AccountServiceSpy(deleteAccount: .failure(.tokenRefused))
        let sut = DeleteAccount(service: service, sessions: current, consents: InMemoryConsentRepository())
        await #expect(throws: DeleteAccountError.service(.tokenRefused)) { try await sut(kim) }
        #expect(current.state == .signedOut(.refused))
        #expect(await current.deliverSignOuts() == 0)
        #expect(app.revocationCount == 0)
    }
}
