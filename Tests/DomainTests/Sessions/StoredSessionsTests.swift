import AccountFlowTesting
import Domain
import Foundation
import Testing

/// Tests of the changes of stored sessions.
struct StoredSessionsTests {
    private static func session(_ number: Int, token: String? = nil) -> Session {
        .stub(
            id: .stub("session-\(number)"),
            accountID: .stub("person\(number)"),
            token: AccessToken(token ?? "token-\(number)")
        )
    }

    private static func sessions(_ count: Int) -> StoredSessions {
        (0..<count).reduce(into: StoredSessions()) { $0.begin(session($1)) }
    }

    @Test(arguments: [true, false])
    func `a sign-out with new tokens keeps the wider scope of the earlier one`(everywhere: Bool) {
        var sessions = StoredSessions()
        sessions.enqueue(PendingSignOut(Self.session(0), everywhere: everywhere, signedOutAt: .stub))
        let newer = Self.session(0, token: "newer")
        sessions.enqueue(PendingSignOut(newer, signedOutAt: .stub))
        #expect(sessions.signOuts == [PendingSignOut(newer, everywhere: everywhere, signedOutAt: .stub)])
    }

    @Test func `a new session is the active one, and the others stay`() {
        let sessions = Self.sessions(3)
        #expect(sessions.sessions == [0, 1, 2].map { Self.session($0) })
        #expect(sessions.active == Self.session(2))
    }

    @Test func `a new session replaces that of its account`() {
        var sessions = Self.sessions(2)
        let new = Session.stub(id: .stub("new"), accountID: .stub("person0"))
        sessions.begin(new)
        #expect(sessions.sessions == [Self.session(1), new])
        #expect(sessions.active == new)
    }

    @Test func `a session that is not remembered is not stored, and leaves none active`() {
        var sessions = Self.sessions(2)
        sessions.begin(.stub(id: .stub("new"), accountID: .stub("person0"), isRemembered: false))
        #expect(sessions.sessions == [Self.session(1)])
        #expect(sessions.active == nil)
    }

    @Test func `a pending sign-out with the token of a new session is dropped`() {
        var sessions = Self.sessions(1)
        sessions.remove(Self.session(0).id)
        sessions.enqueue(PendingSignOut(Self.session(0), signedOutAt: .stub))
        sessions.begin(Self.session(1, token: "other"))
        #expect(sessions.signOuts.count == 1)
        sessions.begin(Self.session(2, token: "token-0"))
        #expect(sessions.signOuts.isEmpty)
        // A refresh token alone is enough.
        let tokens = ["old", "new"].map { TokenSet(AccessToken($0), refresh: RefreshToken("shared")) }
        sessions.enqueue(PendingSignOut(.stub(id: .stub("old"), tokens: tokens[0]), signedOutAt: .stub))
        sessions.begin(.stub(id: .stub("new"), tokens: tokens[1]))
        #expect(sessions.signOuts.isEmpty)
    }

    @Test func `a pending sign-out has no profile`() {
        let signOut = PendingSignOut(.stub(profile: Profile(nickname: .stub())), signedOutAt: .stub)
        #expect(signOut.session.profile == Profile())
    }

    @Test func `a session whose account is being deleted is hidden until the deletion has failed`() {
        let (first, second) = (Self.session(0), Self.session(1))
        var sessions = Self.sessions(2)
        sessions.beginDeletion(of: second.id, at: .zero)
        sessions.beginDeletion(of: .stub("unknown"), at: .zero)
        #expect((sessions.active, sessions.deletions) == (nil, [second.id: .zero]))
        var (left, replaced) = (sessions, sessions)
        #expect({ sessions.endDeletion(of: second.id) }())
        #expect(sessions == Self.sessions(2))
        // Another one has become active since.
        left.activate(first.id)
        #expect({ left.endDeletion(of: second.id) }())
        #expect((left.active, left.deletions) == (first, [:]))
        replaced.begin(.stub(id: .stub("new"), accountID: second.accountID))
        #expect({ !replaced.endDeletion(of: second.id) }())
        #expect((replaced.activeID, replaced.deletions) == (.stub("new"), [:]))
    }

    @Test func `a session is activated and updated only if it is stored`() {
        var sessions = Self.sessions(2)
        #expect({ sessions.activate(Self.session(0).id) }())
        #expect({ !sessions.activate(.stub("unknown")) }())
        #expect(sessions.active == Self.session(0))
        let updated = Self.session(1).with(TokenSet(AccessToken("new")))
        #expect({ sessions.update(updated) }())
        #expect(sessions[updated.id]?.token == AccessToken("new"))
        #expect({ !sessions.update(.stub(id: updated.id, accountID: .stub("person0"))) }())
        #expect({ !sessions.update(.stub(id: .stub("unknown"))) }())
        #expect(sessions.sessions == [Self.session(0), updated])
    }

    @Test(arguments: [(0, 30), (29.9, 0.1), (30, nil), (30.1, nil), (-0.1, nil)] as [(Double, Double?)])
    func `a claim keeps others away for its time; one from a later clock does not`(seconds: Double, left: Double?)
        throws
    {
        var sessions = Self.sessions(1)
        let first = sessions.claim(Self.session(0).id, at: .stub, for: 30)
        #expect(first == nil)
        let wait = sessions.claim(Self.session(0).id, at: .stub + seconds, for: 30)
        #expect((wait == nil) == (left == nil))
        if let left { #expect(abs(try #require(wait) - left) < 0.001) }
        sessions.unclaim(Self.session(0).id)
        #expect(sessions.claims.isEmpty)
    }

    @Test func `the claim of a removed session is removed`() {
        var sessions = Self.sessions(2)
        for session in sessions.sessions { _ = sessions.claim(session.id, at: .stub, for: 30) }
        sessions.remove(Self.session(0).id)
        #expect(Set(sessions.claims.keys) == [Self.session(1).id])
    }

    @Test func `sessions with the same identity or account, or without the active one, are none`() {
        let (first, second) = (Self.session(0), Self.session(1))
        #expect(StoredSessions([first, second], activeID: first.id) != nil)
        #expect(StoredSessions([first, second], activeID: nil) != nil)
        #expect(StoredSessions([first, second], activeID: .stub("unknown")) == nil)
        #expect(StoredSessions([first, second], activeID: first.id, deletions: [first.id: .zero])?.active == nil)
        #expect(StoredSessions([first, second], activeID: first.id, deletions: [second.id: .zero])?.active == first)
        #expect(StoredSessions([first], activeID: nil, deletions: [second.id: .zero])?.deletions == [:])
        #expect(StoredSessions([first, first], activeID: nil) == nil)
        #expect(StoredSessions([first, .stub(id: .stub("x"), accountID: first.accountID)], activeID: nil) == nil)
        let signOut = PendingSignOut(first, signedOutAt: .stub)
        #expect(StoredSessions([first], activeID: nil, signOuts: [signOut]) == nil)
        #expect(StoredSessions([second], activeID: nil, signOuts: [signOut]) != nil)
    }
}
