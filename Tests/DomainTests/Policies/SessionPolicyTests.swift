import AccountFlowTesting
import Domain
import Foundation
import Testing

struct SessionPolicyTests {
    private static let day: TimeInterval = 86_400

    @Test(arguments: [
        (SessionPolicy.untilSignOut, 10_000 * day, SessionPolicy.Validity.valid),
        (.untilSignOut, -10_000 * day, .valid),
        (SessionPolicy(lifetime: 30 * day), 30 * day - 1, .valid),
        (SessionPolicy(lifetime: 30 * day), 30 * day, .expired),
        (SessionPolicy(idleLifetime: 7 * day), 17 * day - 1, .valid),
        (SessionPolicy(idleLifetime: 7 * day), 17 * day, .expired),
        (SessionPolicy(lifetime: 5 * day), 10 * day, .expired),
        // The clock was set back, but not to before the start. A last use on day 10 proves that ten days have passed.
        (SessionPolicy(lifetime: 30 * day), 9 * day, .valid),
        (SessionPolicy(lifetime: 30 * day), 9 * day - 1, .uncertain),
        (SessionPolicy(lifetime: 10 * day), 9 * day, .expired),
        (SessionPolicy(lifetime: 10 * day), 9 * day - 1, .uncertain),
        (SessionPolicy(lifetime: 30 * day, clockTolerance: 300), 10 * day - 300, .valid),
        (SessionPolicy(lifetime: 30 * day, clockTolerance: 300), 10 * day - 301, .uncertain),
        (SessionPolicy(idleLifetime: 7 * day), -10_000 * day, .uncertain),
    ])
    func `T2 a session that was used on day 10 lasts, has ended or is uncertain`(
        policy: SessionPolicy,
        now: TimeInterval,
        expected: SessionPolicy.Validity
    ) {
        let session = Session.stub(lastUsedAt: .stub + 10 * Self.day)
        #expect(policy.validity(of: session, at: .stub + now) == expected)
    }

    @Test func `ASVS 7.5.1 a clock that was set back does not make a used session look new`() {
        let used = Session.stub(lastUsedAt: .stub + Self.day)
        #expect(SessionPolicy.standard.needsPassword(used, at: .stub + 1))
        #expect(SessionPolicy.standard.needsPassword(.stub(lastUsedAt: .stub + 301), at: .stub + 1))
        #expect(!SessionPolicy.standard.needsPassword(.stub(lastUsedAt: .stub + 300), at: .stub + 1))
    }

    @Test(
        arguments: [
            (0, false), (300, false), (300.1, true), (-300, false), (-300.1, true),
        ] as [(TimeInterval, Bool)]
    )
    func `ASVS 7.5.1 an old session, or one from the future, requires the password`(
        seconds: TimeInterval,
        needsPassword: Bool
    ) {
        #expect(SessionPolicy.standard.needsPassword(.stub(), at: .stub + seconds) == needsPassword)
        // For a session without an expiry date, only its age shows that the clock was set back.
        let endless = SessionPolicy(reauthenticationAge: 300)
        #expect(endless.needsPassword(.stub(), at: .stub + seconds) == needsPassword)
        #expect(!SessionPolicy.untilSignOut.needsPassword(.stub(), at: .stub + seconds))
    }

    @Test(
        arguments: [
            (SessionPolicy(lifetime: 30 * day), 30 * day - 1, false),
            (SessionPolicy(lifetime: 30 * day), 30 * day, true),
            (SessionPolicy(idleLifetime: 7 * day), 7 * day - 1, false),
            (SessionPolicy(idleLifetime: 7 * day), 7 * day, true), (SessionPolicy(idleLifetime: 7 * day), -day, false),
            (SessionPolicy(idleLifetime: 7 * day), -day - 1, true),
            (.untilSignOut, 10_000 * day, false),
        ] as [(SessionPolicy, TimeInterval, Bool)]
    )
    func `T2 ASVS 7.3.1 7.3.2 a session that has or may have expired does not allow a deletion`(
        policy: SessionPolicy,
        now: TimeInterval,
        needsPassword: Bool
    ) {
        #expect(policy.needsPassword(.stub(), at: .stub + now) == needsPassword)
        #expect(SessionPolicy.untilSignOut.needsPassword(.stub(expiresAt: .stub + 9), at: .stub + 9))
    }

    @Test func `T2 only the lifetime of the policy sets the expiry date of a session`() {
        #expect(SessionPolicy().expirationDate(startingAt: .stub) == nil)
        #expect(SessionPolicy(idleLifetime: 20).expirationDate(startingAt: .stub) == nil)
        #expect(SessionPolicy(lifetime: 20).expirationDate(startingAt: .stub) == .stub + 20)
    }
}
