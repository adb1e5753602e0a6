import Domain
import Testing
import Validation

/// Every rule by itself: a text that satisfies it, and one that violates it, with the report.
struct LeafRuleTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let rule: Rule
        let requirement: Requirement
        let good: String
        let bad: String
        let issue: ValidationIssue

        init(_ rule: Rule, _ requirement: Requirement, _ good: String, _ bad: String, _ issue: ValidationIssue) {
            self.rule = rule
            self.requirement = requirement
            self.good = good
            self.bad = bad
            self.issue = issue
        }

        var testDescription: String { "\(requirement): \(bad.debugDescription)" }
    }

    private static let phone = Requirement.phoneNumber(minimumDigits: 7, maximumDigits: 15)

    static let samples: [Sample] = [
        Sample(.notEmpty, .notEmpty, "a", "", .empty),
        Sample(.notBlank, .notEmpty, "a", "\u{3000}", .empty),
        Sample(.storable(maximumUTF8Length: 3), .storable, "한", "한a", .tooManyBytes(maximum: 3, actual: 4)),
        Sample(
            .length(2...3, in: .unicodeScalars),
            .length(minimum: 2, maximum: 3),
            "ab",
            "a",
            .tooShort(minimum: 2, actual: 1)
        ),
        Sample(
            .length(2...3, in: .graphemeClusters),
            .length(minimum: 2, maximum: 3),
            "abc",
            "abcd",
            .tooLong(maximum: 3, actual: 4)
        ),
        Sample(.noWhitespace, .noWhitespace, "a\u{200B}b", "a b", .containsWhitespace(at: 1)),
        Sample(.noWhitespace, .noWhitespace, "ab", "🔑한\u{3000}b", .containsWhitespace(at: 2)),
        Sample(.noWhitespace, .noWhitespace, "", "ab\n", .containsWhitespace(at: 2)),
        Sample(
            .lowercaseLettersAndDigits,
            .lowercaseLettersAndDigits,
            "az09",
            "azA",
            .forbiddenCharacter(first: "A", at: 2)
        ),
        Sample(
            .lowercaseLettersAndDigits,
            .lowercaseLettersAndDigits,
            "",
            "a\u{301}b",
            .forbiddenCharacter(first: "a\u{301}", at: 0)
        ),
        Sample(.noLeadingDigit, .noLeadingDigit, "a1", "1a", .startsWithDigit),
        Sample(.noLeadingDigit, .noLeadingDigit, "", "9", .startsWithDigit),
        Sample(.email, .emailAddress, "a@b.co", "a@b", .notAnEmailAddress(.domain)),
        Sample(.phoneNumber(digits: 7...15), phone, "+82 10-1234-5678", "123456", .tooFewDigits(minimum: 7, actual: 6)),
        Sample(
            .phoneNumber(digits: 7...15),
            phone,
            "1234567",
            "1234567890123456",
            .tooManyDigits(maximum: 15, actual: 16)
        ),
        Sample(
            .phoneNumber(digits: 7...15),
            phone,
            "(02) 123.4567",
            "1234567x",
            .forbiddenCharacter(first: "x", at: 7)
        ),
        Sample(
            .phoneNumber(digits: 7...15),
            phone,
            "123456789012345",
            "1+234567",
            .forbiddenCharacter(first: "+", at: 1)
        ),
        Sample(.phoneNumber(digits: 7...15), phone, "+1234567", "１２３４５６７", .forbiddenCharacter(first: "１", at: 0)),
        Sample(.uncommon(.common), .uncommon, "korrekt-hest", "PassWord1", .tooCommon),
        Sample(.noContextWords(["Account"]), .noContextWord, "acount", "my account!", .containsContextWord),
    ]

    @Test("the satisfied leaf and the violated one", arguments: samples)
    func leaves(_ sample: Sample) {
        #expect(sample.rule.requirement == sample.requirement)
        #expect(
            sample.rule.report(on: sample.good) == RuleReport(requirement: sample.requirement, outcome: .satisfied)
        )
        #expect(
            sample.rule.report(on: sample.bad)
                == RuleReport(requirement: sample.requirement, outcome: .violated(sample.issue))
        )
    }

    @Test("digits about the bounds of a telephone number", arguments: [6, 7, 8, 14, 15, 16])
    func digits(count: Int) {
        let issues = Rule.phone.issues(in: String(repeating: "7", count: count))
        switch count {
        case ..<7: #expect(issues == [.tooFewDigits(minimum: 7, actual: count)])
        case 16...: #expect(issues == [.tooManyDigits(maximum: 15, actual: count)])
        default: #expect(issues == [])
        }
    }

    @Test(
        "no rule reads more than a field can hold",
        arguments: [
            Rule.notEmpty, .notBlank, .noWhitespace, .lowercaseLettersAndDigits, .noLeadingDigit, .uncommon(.common),
            .noAccountID, .noNickname, .noContextWords(["word"]), .storable(maximumUTF8Length: 8_000),
            .sameAs(.id, maximumUTF8Length: 8_000), .length(0...8_000, in: .graphemeClusters),
        ]
    )
    func size(_ rule: Rule) {
        let largest = String(repeating: "a1b2c", count: 819) + "a"
        #expect(largest.utf8.count == AccountForm.maximumFieldUTF8Length)
        #expect(rule.issues(in: largest) == [])
        #expect(rule.issues(in: largest + "a") == [.tooManyBytes(maximum: 4_096, actual: 4_097)])
    }

    @Test(
        "the leaves of the account ID and the nickname",
        arguments: [(Rule.noAccountID, Requirement.noAccountID), (.noNickname, .noNickname)]
    )
    func context(rule: Rule, requirement: Requirement) {
        let issue: ValidationIssue = requirement == .noAccountID ? .containsAccountID : .containsNickname
        for (password, outcome) in [("violet", RuleReport.Outcome.satisfied), ("my words", .violated(issue))] {
            let form = AccountForm([.id: "Words", .nickname: "wordS", .password: password])
            #expect(
                rule.report(on: form, field: .password) == RuleReport(requirement: requirement, outcome: outcome)
            )
        }
    }

    @Test("names and nicknames are counted as people see them", arguments: [79, 80, 81])
    func personName(count: Int) {
        let name = String(repeating: "e\u{301}", count: count)
        #expect(Rule.personName().issues(in: name) == (count <= 80 ? [] : [.tooLong(maximum: 80, actual: 81)]))
        #expect(Rule.personName().issues(in: " ") == [.empty])
    }

    @Test("something is visible", arguments: ["!", "~", "a", " a", "\u{3000}한", "\u{A1}", "é", "👨‍👩‍👧‍👦", "\u{200B}x"])
    func notBlank(_ text: String) {
        #expect(Rule.notBlank.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .satisfied))
    }

    @Test(
        "nothing is visible",
        arguments: [
            "", " ", "\t", "\n", "\0", "\u{7F}", "\u{A0}", "\u{2003}", "\u{3000}", "\u{200B}", "\u{2060}", "\u{FEFF}",
            "\u{3164}", " \u{3000}\u{200B} ",
        ]
    )
    func blank(_ text: String) {
        #expect(Rule.notBlank.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .violated(.empty)))
    }

    @Test("only the first 64 scalars are searched for something visible", arguments: [(63, true), (64, false)])
    func notBlankIsBounded(spaces: Int, isSatisfied: Bool) {
        #expect(Rule.notBlank.report(on: String(repeating: " ", count: spaces) + "a").isSatisfied == isSatisfied)
    }
}
