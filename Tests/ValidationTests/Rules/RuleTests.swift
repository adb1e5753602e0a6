import Domain
import Testing
import Validation

struct RuleTests {
    private static let short = Rule.length(0...1, in: .unicodeScalars)
    private static let long = Rule.length(3...9, in: .unicodeScalars)

    @Test func `a rule of no rules is satisfied`() {
        let nothing = RuleReport(requirement: .all, outcome: .satisfied)
        #expect(Rule.all().report(on: "") == nothing)
        #expect(Rule.inOrder().report(on: "") == nothing)
    }

    @Test func `independent rules are all evaluated`() {
        let report = Rule.all(Self.short, .notEmpty, Self.long).report(on: "ab")
        #expect(report.outcome == .violated(.tooLong(maximum: 1, actual: 2)))
        #expect(
            report.outcomes
                == [
                    .violated(.tooLong(maximum: 1, actual: 2)), .satisfied, .violated(.tooShort(minimum: 3, actual: 2)),
                ]
        )
        #expect(report.issues == [.tooLong(maximum: 1, actual: 2), .tooShort(minimum: 3, actual: 2)])
    }

    @Test(arguments: ["", "ab", "a", "abc\n", "abcd"])
    func `rules in order are evaluated up to the first violation`(_ text: String) {
        let report = Rule.inOrder(.notEmpty, .storable(maximumUTF8Length: 9), Self.long).report(on: text)
        let expected: [RuleReport.Outcome] =
            switch text {
            case "": [.violated(.empty), .notEvaluated, .notEvaluated]
            case "abc\n": [.satisfied, .violated(.containsControlCharacter(at: 3)), .notEvaluated]
            case "abcd": [.satisfied, .satisfied, .satisfied]
            default: [.satisfied, .satisfied, .violated(.tooShort(minimum: 3, actual: text.count))]
            }
        #expect(report.outcomes == expected)
        #expect(report.checklist == [.notEmpty, .storable, .length(minimum: 3, maximum: 9)])
        #expect(report.issues.count == (text == "abcd" ? 0 : 1))
    }

    @Test func `a rule that is not evaluated has the same tree`() {
        let rule = Rule.inOrder(
            .notEmpty,
            .all(Self.short, .inOrder(Self.long, .notBlank)),
            .emailID(localLength: 6...20)
        )
        let satisfied = Rule.inOrder(.notEmpty, .all(Self.short, .inOrder(.notEmpty, .notBlank))).report(on: "a")
        #expect(satisfied.isSatisfied)
        #expect(satisfied.outcomes == [.satisfied, .satisfied, .satisfied, .satisfied])

        let empty = rule.report(on: "")
        #expect(empty.outcomes == [.violated(.empty)] + Array(repeating: .notEvaluated, count: 7))
        #expect(empty.checklist == rule.report(on: "a").checklist)
        #expect(empty.parts.map(\.outcome) == [.violated(.empty), .notEvaluated, .notEvaluated])
        #expect(empty.parts[1].parts.map(\.outcome) == [.notEvaluated, .notEvaluated])
    }

    @Test func `a nested violation is the outcome of all rules around it`() {
        let report = Rule.all(.notEmpty, .inOrder(.notBlank, .all(Self.long))).report(on: "ab")
        #expect(report.outcome == .violated(.tooShort(minimum: 3, actual: 2)))
        #expect(report.parts[1].outcome == report.outcome)
        #expect(report.issues == [.tooShort(minimum: 3, actual: 2)])
    }

    @Test(arguments: [("", true), ("ab", true), ("ABCD", false)])
    func `an optional rule accepts an empty text, or a text that the rule accepts`(text: String, isSatisfied: Bool) {
        let report = Rule.optional(.lowercaseLettersAndDigits).report(on: text)
        let inner = Rule.lowercaseLettersAndDigits.report(on: text)
        #expect(report.isSatisfied == isSatisfied)
        #expect(report.parts.map(\.outcome) == [text.isEmpty ? .notEvaluated : inner.outcome])
        #expect(report.issues == inner.issues)
    }

    @Test func `a part that is not evaluated does not change the tree or the outcome of the rest`() {
        let rule = Rule.all(.optional(Self.short), .notEmpty)
        #expect(rule.report(on: "").outcomes == [.notEvaluated, .violated(.empty)])
        #expect(rule.report(on: "a").outcomes == [.satisfied, .satisfied])
        let open = Rule.all(.noWhitespace, .optional(Self.short))
        #expect(open.report(on: "").outcomes == [.satisfied, .notEvaluated])
        #expect(open.report(on: "").isSatisfied)
    }

    @Test(arguments: [("abc", false), ("ab!", true)])
    func `a custom rule is combined and reported like any other`(text: String, isSatisfied: Bool) {
        let symbol = Rule(.custom("a symbol")) { text, _ in text.contains("!") ? nil : .custom("symbol missing") }
        let report = Rule.all(.notEmpty, symbol).report(on: text)
        #expect(report.checklist == [.notEmpty, .custom("a symbol")])
        #expect(report.issues == (isSatisfied ? [] : [.custom("symbol missing")]))
    }

    @Test func `a custom rule reads other fields`() {
        let rule = Rule(.custom("not the e-mail address")) { text, form in
            text == form[.email] ? .custom("the e-mail address") : nil
        }
        let form = AccountForm([.id: "a@b.co", .nickname: "Kim", .email: "a@b.co"])
        #expect(rule.report(on: form, field: .id).issues == [.custom("the e-mail address")])
        #expect(rule.report(on: form, field: .nickname).issues == [])
    }

    @Test(arguments: [4_096, 4_097])
    func `a custom check is not called with a text that is larger than any field`(bytes: Int) {
        let rule = Rule(.custom("read")) { _, _ in .custom("read") }
        #expect(
            rule.issues(in: String(repeating: "a", count: bytes))
                == [bytes == 4_096 ? .custom("read") : .tooManyBytes(maximum: 4_096, actual: 4_097)]
        )
    }

    @Test(arguments: [AccountField.password, .confirmation])
    func `no issue has a character of a secret field`(_ field: AccountField) {
        let form = AccountForm([.password: "aB+c", .confirmation: "aB+c"])
        let custom = Rule(.custom("no plus")) { _, _ in .forbiddenCharacter(first: "+", at: 2) }
        let expected: [(Rule, Int)] = [(.lowercaseLettersAndDigits, 1), (.phoneNumber(digits: 1...2), 0), (custom, 2)]
        for (rule, position) in expected {
            #expect(rule.report(on: form, field: field).issues == [.forbiddenCharacter(first: nil, at: position)])
        }
        let address = AccountForm([.password: "aBcdef@x.com", .confirmation: "aBcdef@x.com"])
        #expect(
            Rule.emailID(localLength: 6...20).report(on: address, field: field).issues
                == [.local(.forbiddenCharacter(first: nil, at: 1))]
        )
        let part = Rule(.custom("no plus")) { _, _ in .local(.forbiddenCharacter(first: "+", at: 2)) }
        #expect(part.report(on: form, field: field).issues == [.local(.forbiddenCharacter(first: nil, at: 2))])
    }
}
