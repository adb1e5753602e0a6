import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of what happens to sessions while a server changes a password.
@Suite(.timeLimit(.minutes(5)))
struct PasswordChangeSessionTests {
    private let app = SessionApp()

    /// What happens while a server changes the password of the session that is shown.
    enum Event: CaseIterable {
        case signOut, signOutOfAll, signInOfAnother, signInAgain, signInForThisRun
    }

    /// Changes the password of a session, and does something before the server answers.
    private func changePassword(
        of session: Session,
        in other: SessionApp? = nil,
        _ event: (_ new: TokenSet) async throws -> Void = { _ in }
    ) async throws -> Result<AccountChangeOutcome, any Error> {
        let (app, gate) = (other ?? app, Gate())
        let tokens = await app.server.signIn()
        let answer = Authentication(accountID: session.accountID, profile: Profile(), tokens: tokens)
        let sut = ChangePassword(
            validator: FormValidatorStub(fields: []),
            service: AccountServiceSpy(changePassword: .success(answer), beforeAnswering: { await gate.pass() }),
            sessions: app.current
        )
        let password = Password("password1")
        let task = Task { try await sut(session, from: password, to: password, confirmation: password) }
        await gate.arrival()
        try await event(tokens)
        await gate.open()
        return await task.result
    }

    @Test func `a password change replaces a token that has expired`() async throws {
        let session = try await app.signIn("kim")
        app.clock.advance(by: .seconds(60))
        _ = try await changePassword(of: session).get()
        #expect(app.refreshCount == 1)
    }

    @Test(arguments: Event.allCases, [true, false])
    func `a password change of a session that has ended meanwhile begins none`(event: Event, remember: Bool)
        async throws
    {
        let kim = try await app.signIn("kim", remember: remember)
        let result = try await changePassword(of: kim) { new in
            switch event {
            case .signOut: _ = await app.signOut()
            case .signOutOfAll: _ = await SignOut(sessions: app.current).all()
            case .signInOfAnother:
                _ = await app.signOut()
                _ = try await app.signIn("ann")
            case .signInAgain, .signInForThisRun:
                _ = await app.signOut()
                // Some servers give every session of an account the same token.
                _ = try await app.signIn("kim", remember: event == .signInAgain, tokens: new)
            }
        }
        #expect(try result.get() == .sessionEnded)
        let user: AccountID? =
            switch event {
            case .signOut, .signOutOfAll: nil
            case .signInOfAnother: .stub("ann")
            case .signInAgain, .signInForThisRun: .stub("kim")
            }
        #expect(app.current.state.session?.accountID == user)
        #expect(try await app.list().map(\.accountID) == [user].compactMap { $0 })
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (user == nil ? 0 : 1))
    }

    @Test(arguments: [Event.signOut, .signOutOfAll])
    func `a password change during a deletion brings back no session that has ended`(event: Event) async throws {
        let kim = try await app.signIn("kim")
        let gate = Gate()
        let deletion = await app.delete(kim, answering: .failure(.busy), after: gate)
        let result = try await changePassword(of: kim) { _ in
            if event == .signOut { _ = await app.signOut() } else { _ = await SignOut(sessions: app.current).all() }
        }
        #expect(try result.get() == .sessionEnded)
        #expect(try await app.list() == [])
        await gate.open()
        await #expect(throws: DeleteAccountError.service(.busy)) { try await deletion.value }
        #expect(try await app.list() == [])
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a password change begins no session after a sign-out that cannot be stored`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        let result = try await changePassword(of: kim, in: app) { _ in
            isFailing.isOn = true
            #expect(await app.signOut() == .sessionRemains(.stub()))
        }
        #expect(try result.get() == .sessionEnded)
        #expect(app.current.state == .signedOut(.signedOut))
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 0)
    }

    @Test func `a password change begins no session after a sign-out and another sign-in`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        let result = try await changePassword(of: kim, in: app) { _ in
            _ = await app.signOut()
            _ = try await app.signIn("lee")
            isFailing.isOn = true
        }
        #expect(try result.get() == .sessionEnded)
        #expect(app.current.state.session?.accountID == .stub("lee"))
    }

    @Test(arguments: [true, false], [true, false])
    func `a password change leaves the account shown to which the user has switched`(
        remember: Bool,
        other: Bool
    ) async throws {
        let lee = try await app.signIn("lee", remember: other)
        let kim = try await app.signIn("kim", remember: remember)
        let result = try await changePassword(of: kim) { _ in _ = try await app.switchAccount(to: lee.id) }
        let changed = try #require(try result.get().session)
        #expect(await app.restore() == .restored(lee))
        #expect(app.current.state == .signedIn(lee, .fresh))
        #expect(try await app.store.active() == (other ? lee : nil))
        #expect(Set(try await app.list().map(\.id)) == [lee.id, changed.id])
        #expect(try await app.switchAccount(to: changed.id) == .restored(changed))
    }

    @Test func `a password change of a session that has just expired leaves the user signed in`() async throws {
        let app = SessionApp(policy: SessionPolicy(idleLifetime: 100))
        let kim = try await app.signIn("kim", remember: false)
        let result = try await changePassword(of: kim, in: app) { _ in app.clock.advance(by: .seconds(100)) }
        let changed = try #require(try result.get().session)
        #expect(app.current.state == .signedIn(changed, .fresh))
    }

    @Test(arguments: [true, false])
    func `an unsaved session becomes the active one once a password change has stored it`(
        isShown: Bool
    ) async throws {
        let isFull = Switch(false)
        let app = SessionApp(failingWhile: isFull)
        let ann = try await app.signIn("ann")
        isFull.isOn = true
        let kim = try await app.signIn("kim")
        isFull.isOn = false
        let changed = try await changePassword(of: kim, in: app) { _ in
            if !isShown { _ = try await app.switchAccount(to: ann.id) }
        }.get()
        let session = try #require(changed.session)
        #expect(changed == .signedIn(OpenedSession(session)))
        #expect(await app.relaunched().restore() == .restored(isShown ? session : ann))
    }

    @Test func `a request that is rejected during a password change ends no session`() async throws {
        let app = SessionApp()
        let kim = try await app.signIn("kim")
        let result = try await changePassword(of: kim, in: app) { _ in
            // The server has changed the password, and ended the earlier tokens; its answer is on the way.
            try await app.server.revoke(kim, scope: .thisDevice)
            _ = try? await app.current.session(replacing: kim)
        }
        #expect(try result.get().session != nil)
        #expect(app.current.state.session?.accountID == kim.accountID)
        #expect(await app.server.liveCount == 1)
    }
}
