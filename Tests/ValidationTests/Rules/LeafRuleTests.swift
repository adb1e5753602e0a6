import Domain
import Testing
import Validation

/// Tests of each rule by itself, with a text that satisfies it and one that violates it.
struct LeafRuleTests {
    private static let scalars = Rule.length(2...3, in: .unicodeScalars)
    private static let clusters = Rule.length(2...3, in: .graphemeClusters)
    private static let plain = Rule.lowercaseLettersAndDigits
    private static let digits = Rule.phoneNumber(digits: 7...15)
    private static let length = Requirement.length(minimum: 2, maximum: 3)
    private static let phone = Requirement.phoneNumber(minimumDigits: 7, maximumDigits: 15)

    private static let samples: [(Rule, Requirement, good: String, bad: String, ValidationIssue)] = [
        (.notEmpty, .notEmpty, "a", "", .empty),
        (.notBlank, .notEmpty, "a", "\u{3000}", .empty),
        (.storable(maximumUTF8Length: 3), .storable, "한", "한a", .tooManyBytes(maximum: 3, actual: 4)),
        (scalars, length, "ab", "a", .tooShort(minimum: 2, actual: 1)),
        (clusters, length, "abc", "abcd", .tooLong(maximum: 3, actual: 4)),
        (.noWhitespace, .noWhitespace, "a\u{200B}b", "a b", .containsWhitespace(at: 1)),
        (.noWhitespace, .noWhitespace, "ab", "🔑한\u{3000}b", .containsWhitespace(at: 2)),
        (.noWhitespace, .noWhitespace, "", "ab\n", .containsWhitespace(at: 2)),
        (plain, .lowercaseLettersAndDigits, "az09", "azA", .forbiddenCharacter(first: "A", at: 2)),
        (plain, .lowercaseLettersAndDigits, "", "a\u{301}b", .forbiddenCharacter(first: "a\u{301}", at: 0)),
        (.noLeadingDigit, .noLeadingDigit, "a1", "1a", .startsWithDigit),
        (.noLeadingDigit, .noLeadingDigit, "", "9", .startsWithDigit),
        (.email, .emailAddress, "a@b.co", "a@b", .notAnEmailAddress(.domain)),
        (digits, phone, "+82 10-1234-5678", "123456", .tooFewDigits(minimum: 7, actual: 6)),
        (digits, phone, "1234567", "1234567890123456", .tooManyDigits(maximum: 15, actual: 16)),
        (digits, phone, "(02) 123.4567", "1234567x", .forbiddenCharacter(first: "x", at: 7)),
        (digits, phone, "123456789012345", "1+234567", .forbiddenCharacter(first: "+", at: 1)),
        (digits, phone, "+1234567", "１２３４５６７", .forbiddenCharacter(first: "１", at: 0)),
        (.uncommon(.common), .uncommon, "korrekt-hest", "PassWord1", .tooCommon),
        (.noContextWords(["Account"]), .noContextWord, "acount", "my account!", .containsContextWord),
    ]

    @Test(arguments: samples)
    func `each rule accepts a good text and rejects a bad one with its issue`(
        rule: Rule,
        requirement: Requirement,
        good: String,
        bad: String,
        issue: ValidationIssue
    ) {
        #expect(rule.requirement == requirement)
        #expect(rule.report(on: good) == RuleReport(requirement: requirement, outcome: .satisfied))
        #expect(rule.report(on: bad) == RuleReport(requirement: requirement, outcome: .violated(issue)))
    }

    /// A text at a bound of the default rule of a field, and one beyond it, while the password is `a`.
    private static func texts(of field: AccountField) -> (good: String, bad: String) {
        switch field {
        case .id, .password, .currentPassword, .code: ("a", "")
        case .confirmation: ("a", "b")
        case .nickname: (String(repeating: "a", count: 20), String(repeating: "a", count: 21))
        case .name: (String(repeating: "a", count: 80), String(repeating: "a", count: 81))
        case .email: ("a@b.co", "a@b")
        case .phone: ("1234567", "123456")
        }
    }

    @Test(arguments: AccountField.allCases)
    func `the default rule of a field accepts a text at a bound and rejects one beyond it`(field: AccountField) {
        let texts = Self.texts(of: field)
        let results = [texts.good, texts.bad].map { text in
            var form = AccountForm([.password: "a"])
            form[field] = text
            return Rule.default(for: field).report(on: form, field: field).isSatisfied
        }
        #expect(results == [true, false])
    }

    @Test(arguments: [6, 7, 8, 14, 15, 16])
    func `a telephone number has 7 to 15 digits`(count: Int) {
        let issues = Rule.phone.issues(in: String(repeating: "7", count: count))
        switch count {
        case ..<7: #expect(issues == [.tooFewDigits(minimum: 7, actual: count)])
        case 16...: #expect(issues == [.tooManyDigits(maximum: 15, actual: count)])
        default: #expect(issues == [])
        }
    }

    @Test(arguments: [
        Rule.notEmpty, .notBlank, .noWhitespace, .lowercaseLettersAndDigits, .noLeadingDigit, .uncommon(.common),
        .noAccountID, .noNickname, .noContextWords(["word"]), .storable(maximumUTF8Length: 8_000),
        .sameAs(.id, maximumUTF8Length: 8_000), .length(0...8_000, in: .graphemeClusters),
    ])
    func `every rule rejects a text that is larger than any field`(_ rule: Rule) {
        let largest = String(repeating: "a1b2c", count: 819) + "a"
        #expect(largest.utf8.count == AccountForm.maximumFieldUTF8Length)
        #expect(rule.issues(in: largest) == [])
        #expect(rule.issues(in: largest + "a") == [.tooManyBytes(maximum: 4_096, actual: 4_097)])
    }

    @Test(arguments: Profile.fields)
    func `the default rule of a profile field accepts the field's example`(field: Profile.Field) {
        #expect(Rule.default(for: field.field).issues(in: field.example) == [])
    }

    @Test(arguments: [79, 80, 81])
    func `a name is counted in grapheme clusters`(count: Int) {
        let name = String(repeating: "e\u{301}", count: count)
        #expect(Rule.personName().issues(in: name) == (count <= 80 ? [] : [.tooLong(maximum: 80, actual: 81)]))
        #expect(Rule.personName().issues(in: " ") == [.empty])
    }

    @Test(arguments: ["!", "~", "a", " a", "\u{3000}한", "\u{A1}", "é", "👨‍👩‍👧‍👦", "\u{200B}x"])
    func `a text with something visible is not blank`(_ text: String) {
        #expect(Rule.notBlank.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .satisfied))
    }

    @Test(arguments: [
        "", " ", "\t", "\n", "\0", "\u{7F}", "\u{A0}", "\u{2003}", "\u{3000}", "\u{200B}", "\u{2060}", "\u{FEFF}",
        "\u{3164}", " \u{3000}\u{200B} ",
    ])
    func `a text with nothing visible is blank`(_ text: String) {
        #expect(Rule.notBlank.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .violated(.empty)))
    }

    @Test(arguments: [(63, true), (64, false)])
    func `only the first 64 scalars are searched for something visible`(spaces: Int, isSatisfied: Bool) {
        #expect(Rule.notBlank.report(on: String(repeating: " ", count: spaces) + "a").isSatisfied == isSatisfied)
    }
}
