import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of sessions and tokens that could not be stored.
@Suite(.timeLimit(.minutes(5)))
struct UnsavedSessionTests {
    @Test func `after a sign-in that could not be stored, a sign-out leaves none active`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        _ = try await app.signIn("kim")
        isFailing.isOn = true
        _ = try await app.signIn("lee")
        isFailing.isOn = false
        #expect(await app.signOut() == .pending)
        #expect(try await app.store.load().activeID == nil)
        #expect(await app.relaunched().restore() == .none)
    }

    /// An app whose store fails while the switch is on, with a session whose newest tokens are not stored.
    private func appWithUnsavedTokens() async throws -> (SessionApp, Session, Switch) {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let kim = try await app.signIn("kim")
        isFailing.isOn = true
        let renewed = try #require(try await app.current.session(replacing: kim))
        #expect(app.current.state == .signedIn(renewed, .unsaved(.stub())))
        return (app, kim, isFailing)
    }

    @Test func `a second sign-in ends tokens of the first that could not be stored`() async throws {
        let (app, _, isFailing) = try await appWithUnsavedTokens()
        isFailing.isOn = false
        _ = try await app.signIn("kim")
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == 1)
    }

    @Test(arguments: [true, false])
    func `a sign-out that could not be stored ends the newest tokens when it is repeated`(isShown: Bool) async throws {
        let (app, kim, isFailing) = try await appWithUnsavedTokens()
        if !isShown { _ = try await app.signIn("lee") }
        #expect(await app.signOut(kim.id) == .sessionRemains(.stub()))
        isFailing.isOn = false
        _ = await app.signOut(kim.id)
        #expect(await app.current.deliverSignOuts() == 0)
        #expect(await app.server.liveCount == (isShown ? 0 : 1))
    }

    @Test func `tokens that cannot be stored are used, and stored later`() async throws {
        let isFailing = Switch(false)
        let app = SessionApp(failingWhile: isFailing)
        let session = try await app.signIn()
        isFailing.isOn = true
        let refreshed = try #require(try await app.current.session(replacing: session))
        #expect(app.current.state == .signedIn(refreshed, .unsaved(.stub())))
        #expect(try await app.store.active() == session)
        #expect(await app.restore() == .restored(refreshed))
        isFailing.isOn = false
        let again = try #require(try await app.current.session(replacing: refreshed))
        #expect(again.token == AccessToken("access-3"))
        #expect(try await app.store.active() == again)
        #expect(app.current.state == .signedIn(again, .fresh))
    }
}
