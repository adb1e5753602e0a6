import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of one-time passwords in the composed app, over relaunches.
struct TOTPLifeTests {
    private let folder = TemporaryFolder()
    private let clock = ManualClock()

    private func launch() -> AppComposition {
        AppComposition(
            .quick(),
            repositories: Repositories(folder: StorageDirectory(path: folder.path + "/data")),
            dates: clock.dates
        )
    }

    private func challenge(_ app: AppComposition) async throws -> Challenge {
        guard case .challenge(let challenge) = try await app.signIn(.signIn(id: "abcdef@gmail.com")) else {
            throw SignInError.invalidCredentials
        }
        return challenge
    }

    @Test func `a sign-in that is killed between password and code begins again`() async throws {
        let app = launch()
        let session = try #require(try await app.signUp(.signUp(id: "abcdef@gmail.com")).session)
        let setup = try await app.beginTOTP(for: session, password: Password("password1"))
        let totp = TOTP(setup.secret)
        let code = { totp.revealedPassword(ofStep: totp.step(at: clock.date)) }
        _ = try await app.confirmTOTP(for: session, code: code())
        #expect(await app.signOut() == .complete)
        clock.advance(by: .seconds(30))

        let challenge = try await challenge(app)
        #expect(await app.restoreSession() == .none)
        // The app is killed.
        let next = launch()
        #expect(await next.restoreSession() == .none)
        await #expect(throws: AnswerChallengeError.unknown) {
            try await next.answer(challenge, with: AccountConfirmation(code: code()))
        }
        let again = try await self.challenge(next)
        await #expect(throws: AnswerChallengeError.wrong(attemptsLeft: 4)) {
            try await next.answer(again, with: AccountConfirmation(code: "000000"))
        }
        let events = try await next.securityEvents.events(of: AccountTag(session.accountID)).map(\.event)
        #expect(events.last == .refused(AccountTag(session.accountID)))
        guard case .done(let opened) = try await next.answer(again, with: AccountConfirmation(code: code())) else {
            Issue.record("the code starts no session")
            return
        }
        #expect(opened.session.accountID == session.accountID)
        #expect(await launch().restoreSession() == .restored(opened.session))
    }

    @Test func `a sign-in with the recovery code turns one-time passwords off, and both are recorded`() async throws {
        let app = launch()
        let session = try #require(try await app.signUp(.signUp(id: "abcdef@gmail.com")).session)
        let totp = TOTP(try await app.beginTOTP(for: session, password: Password("password1")).secret)
        let password = totp.revealedPassword(ofStep: totp.step(at: clock.date))
        let code = try #require(try await app.confirmTOTP(for: session, code: password))
        #expect(await app.signOut() == .complete)

        let confirmation = AccountConfirmation(code: code.revealed)
        guard case .done = try await app.answer(try await challenge(app), with: confirmation) else {
            Issue.record("the recovery code starts no session")
            return
        }
        let tag = AccountTag(session.accountID)
        let events = try await app.securityEvents.events(of: tag).map(\.event)
        #expect(events.suffix(2) == [.signedIn(tag), .totpDisabled(tag)])
    }
}
