import AccountFlowTesting
import Domain
import Testing

struct AccountSummaryTests {
    @Test func `a summary tells all of an account but its passwordHash`() {
        let account = Account.stub(id: .stub("Abc@x.com"), profile: Profile(nickname: .stub("Lee")))
        let summary = AccountSummary(account)

        #expect(summary.id.text == "Abc@x.com")
        #expect(summary.profile == account.profile)
        #expect(summary.createdAt == account.createdAt)
    }

    @Test func `the passwordHash makes no difference to a summary`() {
        let one = AccountSummary(.stub(passwordHash: PasswordHash("one")))
        let other = AccountSummary(.stub(passwordHash: PasswordHash("other")))
        #expect(one == other)
    }
}
