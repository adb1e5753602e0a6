import Domain
import Testing
import Validation

struct EmailIDRuleTests {
    private static let rule = Rule.emailID(localLength: 6...20)

    private static let requirements: [Requirement] = [
        .emailAddress, .length(minimum: 6, maximum: 20), .lowercaseLettersAndDigits, .noLeadingDigit,
    ]

    @Test("the checklist is the same for every text", arguments: ["", "@", "abcdef@gmail.com", "1A@x", "\u{301}@\n"])
    func stableChecklist(_ text: String) {
        let report = Self.rule.report(on: text)
        #expect(report.requirement == .all)
        #expect(report.checklist == Self.requirements)
    }

    @Test func `every part of a good ID is satisfied`() {
        let report = Self.rule.report(on: "abcdef@gmail.com")
        #expect(report.outcome == .satisfied)
        #expect(report.outcomes == [.satisfied, .satisfied, .satisfied, .satisfied])
    }

    @Test func `every part can be violated, and all are told at once`() {
        let report = Self.rule.report(on: "1A@gmail")
        let issues: [ValidationIssue] = [
            .notAnEmailAddress(.domain), .tooShort(minimum: 6, actual: 2), .forbiddenCharacter(first: "A", at: 1),
            .startsWithDigit,
        ]
        #expect(report.outcomes == issues.map { .violated($0) })
        #expect(report.outcome == .violated(.notAnEmailAddress(.domain)))
        #expect(report.issues == issues)
    }

    @Test(
        "without one @ between two texts, what is before it is not judged",
        arguments: [
            "", "abcdef", "@", "@gmail.com", "abcdef@", "abcdef@@gmail.com", "abc@def@gmail.com", "abcdef@gmail.com@",
            "@abcdef@gmail.com", "1", "A",
        ]
    )
    func shape(_ text: String) {
        #expect(
            Self.rule.report(on: text).outcomes
                == [.violated(.notAnEmailAddress(.shape)), .notEvaluated, .notEvaluated, .notEvaluated]
        )
    }

    @Test(
        "the length before the @",
        arguments: [
            (1, ValidationIssue.tooShort(minimum: 6, actual: 1)), (5, .tooShort(minimum: 6, actual: 5)), (6, nil),
            (7, nil),
            (19, nil), (20, nil), (21, .tooLong(maximum: 20, actual: 21)),
        ]
    )
    func localLength(count: Int, issue: ValidationIssue?) {
        let text = String(repeating: "a", count: count) + "@gmail.com"
        #expect(Self.rule.issues(in: text) == [issue].compactMap(\.self))
    }

    @Test("bounds beyond the 64 bytes of a local part count as 64", arguments: [63, 64, 65, 80])
    func largestLocal(count: Int) {
        let text = String(repeating: "a", count: count) + "@gmail.com"
        let issues: [ValidationIssue] = count <= 64 ? [] : [.tooLong(maximum: 64, actual: count)]
        #expect(Rule.emailID(localLength: 6...100).issues(in: text) == issues)
        #expect(Rule.emailID(localLength: 70...100).report(on: text).isSatisfied == (count == 64))
    }

    @Test("letters and digits are allowed", arguments: Array("abyz0189"))
    func allowedCharacters(_ character: Character) {
        #expect(Self.rule.issues(in: "abc\(character)ef@gmail.com") == [])
    }

    @Test(
        "the first character",
        arguments: [("0", false), ("1", false), ("8", false), ("9", false), ("a", true), ("z", true)]
    )
    func firstCharacter(_ first: String, isAllowed: Bool) {
        #expect(Self.rule.issues(in: first + "bcdef@gmail.com") == (isAllowed ? [] : [.startsWithDigit]))
    }

    @Test(
        "other characters are refused wherever they stand",
        arguments: [
            "`", "{", "/", ":", "A", "Z", "_", ".", "+", "-", " ", "!", "~", "\"", "\u{0}", "\n", "\u{7F}", "é", "е",
            "ß",
            "ı", "ﬀ", "０", "９", "ａ", "٣", "한", "🔑", "👨‍👩‍👧‍👦", "e\u{301}", "\u{1D5BA}",
        ] as [Character],
        [0, 3, 5]
    )
    func forbiddenCharacters(_ character: Character, at place: Int) {
        var local = Array("abcdef")
        local[place] = character
        #expect(
            Self.rule.issues(in: String(local) + "@gmail.com") == [.forbiddenCharacter(first: character, at: place)]
        )
    }

    @Test func `a mark is told with the letter that it stands on`() {
        #expect(
            Self.rule.issues(in: "abcdef\u{301}@gmail.com") == [.forbiddenCharacter(first: "f\u{301}", at: 5)]
        )
    }

    @Test func `a leading digit that is not ASCII is a forbidden character only`() {
        #expect(Self.rule.issues(in: "１bcdef@gmail.com") == [.forbiddenCharacter(first: "１", at: 0)])
    }

    @Test func `characters are counted as people see them where they are forbidden anyway`() {
        #expect(
            Self.rule.issues(in: "👨‍👩‍👧‍👦abcd@gmail.com")
                == [.tooShort(minimum: 6, actual: 5), .forbiddenCharacter(first: "👨‍👩‍👧‍👦", at: 0)]
        )
    }

    private static let label63 = String(repeating: "a", count: 63)

    @Test(
        "domains that are accepted",
        arguments: [
            "gmail.com", "a.b", "x.co.kr", "A.Z", "GMAIL.com", "0.a9", "a-b.c-d", "a--b.com",
            "xn--9n2bp8q.xn--3e0b707e",
            "1a.2b", "géant.com", "한국.kr", label63 + ".com", "a." + label63, "a.b.c.d.e.f.g",
        ]
    )
    func goodDomain(_ domain: String) {
        #expect(Self.rule.issues(in: "abcdef@" + domain) == [])
    }

    @Test(
        "domains that are refused",
        arguments: [
            "gmail", ".", "..", ".com", "gmail.", "gmail..com", "gmail.com.", "-a.com", "a-.com", "a.-com", "a.com-",
            "-.com",
            "a.-", "-", "a_b.com", "a b.com", " gmail.com", "gmail.com ", "gmail.com\n", "gmail.com\r\n", "gmail.com\0",
            "\u{301}gmail.com", "0.9", "127.0.0.1", "gmail．com", "gmail。com", "[127.0.0.1]", "gmail.com/",
            "gmail.com:25",
            "(c)gmail.com", label63 + "a.com", "a." + label63 + "a",
        ]
    )
    func badDomain(_ domain: String) {
        #expect(
            Self.rule.report(on: "abcdef@" + domain).outcomes
                == [.violated(.notAnEmailAddress(.domain)), .satisfied, .satisfied, .satisfied]
        )
    }

    @Test("the whole has at most 254 bytes", arguments: [(253, true), (254, true), (255, false)])
    func wholeLength(bytes: Int, isAllowed: Bool) {
        let head = "abcdef@" + [Self.label63, Self.label63, Self.label63].joined(separator: ".") + "."
        let text = head + String(repeating: "a", count: bytes - head.utf8.count)
        #expect(
            Self.rule.report(on: text).outcomes
                == (isAllowed
                    ? [.satisfied, .satisfied, .satisfied, .satisfied]
                    : [
                        .violated(.tooManyBytes(maximum: 254, actual: bytes)), .notEvaluated, .notEvaluated,
                        .notEvaluated,
                    ])
        )
    }
}
