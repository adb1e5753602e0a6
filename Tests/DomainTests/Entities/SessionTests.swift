import AccountFlowTesting
import Domain
import Foundation
import Testing

struct SessionTests {
    @Test(arguments: [(-3_600, false), (-0.001, false), (0, true), (0.001, true), (3_600, true)])
    func `a session is expired from its expiry date on`(seconds: Double, isExpired: Bool) {
        let end = Date.stub
        let session = Session.stub(startedAt: end.addingTimeInterval(-60), expiresAt: end)
        #expect(session.isExpired(at: end.addingTimeInterval(seconds)) == isExpired)
    }

    @Test(arguments: [true, false])
    func `a new session has the ID, profile and token from the service, and expires by the policy`(
        isRemembered: Bool
    ) {
        let authentication = Authentication(
            accountID: .stub("Abc@x.com"),
            profile: Profile(nickname: .stub("Lee")),
            tokens: TokenSet(AccessToken("t"), accessExpiresAt: .stub + 60),
            serverKey: "7"
        )
        let session = Session(authentication, id: .stub(), startedAt: .stub, isRemembered: isRemembered)
        let limited = SessionPolicy(lifetime: 20)

        #expect(session.accountID.text == "Abc@x.com")
        #expect(session.profile == Profile(nickname: .stub("Lee")))
        #expect(session.tokens == authentication.tokens)
        #expect(session.serverKey == "7")
        #expect(session.startedAt == .stub)
        #expect(session.expiresAt == nil)
        #expect(
            Session(authentication, id: .stub(), startedAt: .stub, isRemembered: true, policy: limited).expiresAt
                == .stub + 20
        )
        #expect(session.isRemembered == isRemembered)
    }
}

struct AccountSummaryTests {
    @Test func `a summary has all of an account except its password hash`() {
        let account = Account.stub(id: .stub("Abc@x.com"), profile: Profile(nickname: .stub("Lee")))
        let summary = AccountSummary(account)

        #expect(summary.id.text == "Abc@x.com")
        #expect(summary.profile == account.profile)
        #expect(summary.createdAt == account.createdAt)
        #expect(
            summary
                == AccountSummary(
                    Account(
                        id: account.id,
                        profile: account.profile,
                        passwordHash: PasswordHash("other"),
                        createdAt: account.createdAt
                    )
                )
        )
    }
}
