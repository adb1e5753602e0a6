import Domain
import Testing
import Validation

struct SameAsRuleTests {
    private static let rule = Rule.sameAs(.password, maximumUTF8Length: 9)

    private func report(_ password: String, _ confirmation: String) -> RuleReport {
        Self.rule.report(on: AccountForm([.password: password, .confirmation: confirmation]), field: .confirmation)
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("é", "e\u{301}"), ("e\u{301}", "é"), ("한", "\u{1112}\u{1161}\u{11AB}"),
        ("123456789", "123456789"),
    ])
    func `canonically equivalent texts match`(password: String, confirmation: String) {
        #expect(report(password, confirmation) == RuleReport(requirement: .sameAs(.password), outcome: .satisfied))
    }

    @Test(arguments: [
        ("a", ""), ("", "a"), ("a", "A"), ("a", "a "), ("a", "b"), ("a", "a\0"), ("a\0a", "a\0b"), ("é", "e"),
        ("1", "１"),
        ("1234567890", "123456789"),
    ])
    func `different texts do not match`(password: String, confirmation: String) {
        #expect(
            report(password, confirmation)
                == RuleReport(requirement: .sameAs(.password), outcome: .violated(.mismatch(with: .password)))
        )
    }

    @Test func `a text that is too large in the other field matches no text`() {
        #expect(report("\u{1112}\u{1161}\u{11AB}\u{1112}\u{1161}\u{11AB}", "한한").issues == [.mismatch(with: .password)])
    }

    @Test func `a text that is too large is rejected, even if it is equal`() {
        #expect(report("1234567890", "1234567890").issues == [.tooManyBytes(maximum: 9, actual: 10)])
    }

    @Test func `a text is compared with the named field`() {
        let form = AccountForm([.password: "a", .confirmation: "b", .nickname: "b"])
        let rule = Rule.sameAs(.nickname, maximumUTF8Length: 8)
        #expect(rule.report(on: form, field: .confirmation).isSatisfied)
        #expect(rule.report(on: form, field: .password).issues == [.mismatch(with: .nickname)])
    }

    @Test(arguments: [1_532, 1_533, 1_534])
    func `a confirmation is compared up to 1,533 bytes`(bytes: Int) {
        let text = String(repeating: "a", count: bytes)
        let form = AccountForm([.password: text, .confirmation: text])
        #expect(
            Rule.confirmation.report(on: form, field: .confirmation).issues
                == (bytes <= 1_533 ? [] : [.tooManyBytes(maximum: 1_533, actual: bytes)])
        )
    }

    @Test(arguments: [(30, true), (31, false)])
    func `texts with stacked marks match only if their bytes are the same`(marks: Int, isEqual: Bool) {
        let rule = Rule.sameAs(.password, maximumUTF8Length: 1_533)
        let one = "e\u{316}" + String(repeating: "\u{301}", count: marks - 1)
        let other = "e\u{301}\u{316}" + String(repeating: "\u{301}", count: marks - 2)
        for (password, confirmation, expected) in [(one, one, true), (one, other, isEqual), (other, one, isEqual)] {
            let form = AccountForm([.password: password, .confirmation: confirmation])
            #expect(rule.report(on: form, field: .confirmation).isSatisfied == expected)
        }
    }
}
