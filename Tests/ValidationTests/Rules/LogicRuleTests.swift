import Domain
import Testing
import Validation

struct LogicRuleTests {
    private static let short = Rule.length(0...3, in: .unicodeScalars)
    private static let plain = Rule.lowercaseLettersAndDigits
    private static let tight = Rule.noWhitespace

    private static func missing(_ minimum: Int, _ actual: Int, of count: Int) -> RuleReport.Outcome {
        .violated(.tooFewMet(minimum: minimum, actual: actual, of: count))
    }

    @Test("any: one of them is enough", arguments: [("ab", true), ("abcd", true), ("AB", true), ("ABCD", false)])
    func any(text: String, isSatisfied: Bool) {
        let report = Rule.any(Self.short, Self.plain).report(on: text)
        #expect(report.requirement == .atLeast(1))
        #expect(report.outcome == (isSatisfied ? .satisfied : Self.missing(1, 0, of: 2)))
        #expect(report.issues == (isSatisfied ? [] : [.tooFewMet(minimum: 1, actual: 0, of: 2)]))
        #expect(report.parts == [Self.short.report(on: text), Self.plain.report(on: text)])
    }

    @Test(
        "at least two of three",
        arguments: [("ab", 3), ("abcd", 2), ("a b", 1), ("AB", 2), ("A B C", 0), ("a b c", 0), ("ABCD", 1)]
    )
    func atLeast(text: String, met: Int) {
        let report = Rule.atLeast(2, of: Self.short, Self.plain, Self.tight).report(on: text)
        #expect(report.outcome == (met >= 2 ? .satisfied : Self.missing(2, met, of: 3)))
        #expect(report.parts.count { $0.isSatisfied } == met)
        #expect(report.checklist == [.length(minimum: 0, maximum: 3), .lowercaseLettersAndDigits, .noWhitespace])
    }

    @Test func `at least as many as there are, more, and none`() {
        #expect(Rule.atLeast(2, of: .notEmpty, Self.plain).report(on: "a").isSatisfied)
        #expect(Rule.atLeast(3, of: .notEmpty, Self.plain).report(on: "a").outcome == Self.missing(3, 2, of: 2))
        #expect(Rule.atLeast(0, of: .notEmpty).report(on: "").isSatisfied)
        #expect(Rule.any().report(on: "").outcome == Self.missing(1, 0, of: 0))
    }

    @Test("not: the opposite, as a leaf", arguments: ["ab", "AB"])
    func not(_ text: String) {
        let report = Rule.not(Self.plain, reporting: .tooCommon).report(on: text)
        #expect(
            report
                == RuleReport(
                    requirement: .not(.lowercaseLettersAndDigits),
                    outcome: text == "ab" ? .violated(.tooCommon) : .satisfied
                )
        )
    }

    @Test func `not: what is too large to be judged is not accepted for it`() {
        let text = String(repeating: "A", count: 4_097)
        #expect(
            Rule.not(Self.plain, reporting: .tooCommon).issues(in: text)
                == [.tooManyBytes(maximum: 4_096, actual: 4_097)]
        )
        #expect(!Rule.not(Self.plain, reporting: .tooCommon).accepts(AccountForm([.id: text]), field: .id))
    }

    @Test func `not: the size is looked for in the leaves of any combinator`() {
        let text = String(repeating: "A", count: 321)
        let length = Rule.length(1...5, in: .graphemeClusters)
        for rule in [Rule.any(.email, length), .atLeast(2, of: .email, length), .all(.notEmpty, .any(length))] {
            #expect(!Rule.not(rule, reporting: .tooCommon).accepts(AccountForm([.id: text]), field: .id))
        }
        #expect(
            Rule.not(.any(.inOrder(.noWhitespace, length)), reporting: .tooCommon).issues(in: text)
                == [.tooManyBytes(maximum: 320, actual: 321)]
        )
    }

    @Test("optional: nothing, or what the rule asks", arguments: [("", true), ("ab", true), ("AB", false)])
    func optional(text: String, isSatisfied: Bool) {
        let report = Rule.optional(Self.plain).report(on: text)
        #expect(report.isSatisfied == isSatisfied)
        #expect(report.parts.map(\.outcome) == [text.isEmpty ? .notEvaluated : Self.plain.report(on: text).outcome])
        #expect(report.issues == Self.plain.report(on: text).issues)
    }

    @Test(
        "when: only while the condition holds",
        arguments: [("", ""), ("x", ""), ("x", "AB"), ("x", "ab"), ("", "AB")]
    )
    func when(nickname: String, text: String) {
        let form = AccountForm([.nickname: nickname, .name: text])
        let rule = Rule.inOrder(.when(.hasText(in: .nickname), .notEmpty), .optional(Self.plain))
        let report = rule.report(on: form, field: .name)
        let missing = !nickname.isEmpty && text.isEmpty
        #expect(report.isSatisfied == !(missing || text == "AB"))
        #expect(report.checklist == [.notEmpty, .lowercaseLettersAndDigits])
        #expect(
            report.leaves[0].outcome == (nickname.isEmpty ? .notEvaluated : missing ? .violated(.empty) : .satisfied)
        )
        #expect(rule.accepts(form, field: .name) == report.isSatisfied)
    }

    @Test func `conditions look at other fields, by rules too, and can be turned round`() {
        let form = AccountForm([.id: "kim", .email: "no address"])
        let always = [FormCondition.hasText(in: .id), .satisfies(.id, .notEmpty), .not(.satisfies(.email, .email))]
        let never = [FormCondition.hasText(in: .phone), .satisfies(.email, .email), .not(.hasText(in: .id)), .isFilled]
        for condition in always {
            #expect(!Rule.when(condition, .notEmpty).report(on: form, field: .phone).isSatisfied)
        }
        for condition in never {
            #expect(Rule.when(condition, .notEmpty).report(on: form, field: .phone).isSatisfied)
        }
        #expect(FormCondition.not(.not(.isFilled)) != .isFilled)
    }

    @Test func `what does not apply keeps the shape of the tree and the outcome of the rest`() {
        let rule = Rule.all(.optional(Self.short), .notEmpty)
        #expect(rule.report(on: "").outcomes == [.notEvaluated, .violated(.empty)])
        #expect(rule.report(on: "a").outcomes == [.satisfied, .satisfied])
        let open = Rule.all(.noWhitespace, .optional(Self.short))
        #expect(open.report(on: "").outcomes == [.satisfied, .notEvaluated])
        #expect(open.report(on: "").isSatisfied)
    }

    @Test("a secret field's characters are in no issue", arguments: [AccountField.password, .confirmation])
    func secrets(_ field: AccountField) {
        let form = AccountForm([.password: "aB+c", .confirmation: "aB+c"])
        let expected: [(Rule, ValidationIssue)] = [
            (.lowercaseLettersAndDigits, .forbiddenCharacter(first: nil, at: 1)),
            (.phoneNumber(digits: 1...2), .forbiddenCharacter(first: nil, at: 0)),
        ]
        for (rule, issue) in expected { #expect(rule.report(on: form, field: field).issues == [issue]) }
        let address = AccountForm([.password: "aBcdef@x.com", .confirmation: "aBcdef@x.com"])
        #expect(
            Rule.emailID(localLength: 6...20).report(on: address, field: field).issues
                == [.forbiddenCharacter(first: nil, at: 1)]
        )
    }
}
