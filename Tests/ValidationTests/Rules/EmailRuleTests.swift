import Domain
import TestSupport
import Testing
import Validation

/// Tests of the grammar of e-mail addresses in the table of the documentation.
struct EmailRuleTests {
    private static let label63 = String(repeating: "a", count: 63)
    private static let local64 = String(repeating: "a", count: 64)

    @Test(arguments: [
        "a@b.co", "Kim.Lee+news@example.com", "o'neil@example.com", "!#$%&'*+-/=?^_`{|}~@example.com", "1@2.net",
        "a.b.c@sub.example.co.kr", "x@xn--9n2bp8q.xn--3e0b707e", "x@한국.kr", "x@bücher.example",
        "x@bu\u{308}cher.example",
        "x@пример.рф", "x@例え.テスト", "x@उदाहरण.परीक्षा", "x@a--b.com", "x@r3---a.com", "\(local64)@example.com",
        "x@\(label63).com", "x@123.com", "x@1a.2b", "x@A.Z", "x@0.a9", "x@a.\(label63)", "x@a.b.c.d.e.f.g",
    ])
    func `valid addresses are accepted`(_ text: String) {
        let form = AccountForm([.email: text])
        #expect(
            Rule.email.report(on: form, field: .email) == RuleReport(requirement: .emailAddress, outcome: .satisfied)
        )
        #expect(throws: Never.self) { try EmailAddress(text) }
    }

    @Test(
        arguments: [
            (EmailAddressPart.shape, ["", "a", "@", "a@", "@b.co", "a@b@c.de", "a@@b.co", "a@b.co@", "\"a@b\"@c.de"]),
            (
                .local,
                [
                    ".a@b.co", "a.@b.co", "a..b@b.co", ".@b.co", "a b@b.co", " a@b.co", "\ta@b.co", "\"a\"@b.co",
                    "(c)a@b.co", "a,b@c.de", "a:b@c.de", "a;b@c.de", "<a@b.co", "a\\b@c.de", "a[b@c.de", "é@b.co",
                    "한@b.co", "a\u{301}@b.co", "a\0@b.co", "a\u{7F}@b.co", "\(local64)a@example.com",
                ]
            ),
            (
                .domain,
                [
                    "a@b", "a@.", "a@..", "a@-", "a@a.-", "a@-.co", "a@b.co/", "a@b.co:25", "a@.b.co", "a@b..co",
                    "a@b.co.", "a@-b.co", "a@b-.co", "a@b.-co", "a@b.co-", "a@b.co\n",
                    "a@b.co\r\n", "a@b.co ", "a@ b.co", "a@b.co\0", "a@b_c.de", "a@[127.0.0.1]", "a@[IPv6:::1]",
                    "a@127.0.0.1", "a@b.1", "a@b.co>", "a@b.co(c)", "a@xn--", "a@xn--.co", "a@\u{301}b.co",
                    "a@b。co", "a@b．co", "a@☃.co", "a@🔑.co", "a@한국--어.kr", "a@한국-.kr", "a@-한국.kr",
                    "a@b\u{200B}c.de", "a@b\u{AD}c.de", "a@\(label63)a.com",
                    "a@" + String(repeating: "한", count: 22) + ".kr",
                    "a@xn--한.kr", "a@b\u{3164}c.de", "a@b\u{34F}c.de", "a@b\u{FE0F}c.de", "a@한\u{115F}국.kr", "a@b.１",
                    "a@١.٢", "a@한국.١٢3",
                ]
            ),
        ] as [(EmailAddressPart, [String])]
    )
    func `invalid addresses are rejected with the invalid part`(part: EmailAddressPart, texts: [String]) {
        for text in texts {
            let form = AccountForm([.email: text])
            #expect(
                Rule.email.report(on: form, field: .email)
                    == RuleReport(requirement: .emailAddress, outcome: .violated(.notAnEmailAddress(part))),
                "\(text.debugDescription)"
            )
        }
    }

    @Test(arguments: [253, 254, 255])
    func `an address has at most 254 bytes`(bytes: Int) {
        let head = "a@" + [Self.label63, Self.label63, Self.label63].joined(separator: ".") + "."
        let text = head + String(repeating: "b", count: bytes - head.utf8.count)
        #expect(
            Rule.email.issues(in: text) == (bytes <= 254 ? [] : [.tooManyBytes(maximum: 254, actual: 255)])
        )
    }

    @Test(arguments: [62, 63, 64, 65])
    func `a label has at most 63 bytes, and a local part at most 64`(count: Int) {
        let many = String(repeating: "a", count: count)
        #expect(Rule.email.report(on: many + "@b.co").isSatisfied == (count <= 64))
        #expect(Rule.email.report(on: "x@\(many).co").isSatisfied == (count <= 63))
        // A label in another script is measured in the bytes of its UTF-8.
        let wide = String(repeating: "é", count: count / 2) + (count % 2 == 1 ? "a" : "")
        #expect(Rule.email.report(on: "x@\(wide).co").isSatisfied == (count <= 63))
    }

    @Test(arguments: [30, 31, 32])
    func `a domain is measured in Normalization Form C`(count: Int) {
        let label = String(repeating: "é", count: count)
        for text in ["x@\(label).com", "x@\(label).\(label).\(label).com"] {
            #expect(Rule.email.report(on: text) == Rule.email.report(on: text.decomposed))
            #expect(Rule.email.report(on: text).isSatisfied == (count <= 31))
            #expect(
                Rule.emailAddress.report(on: text) == Rule.emailAddress.report(on: text.decomposed)
            )
            let id = "abcde" + text
            #expect(
                Rule.emailID(localLength: 6...20).report(on: id)
                    == Rule.emailID(localLength: 6...20).report(on: id.decomposed)
            )
        }
    }

    @Test(arguments: [("é--x", true), ("éx--", false), ("éx--y", false)])
    func `hyphens of a U-label are counted in Normalization Form C`(label: String, isAccepted: Bool) {
        for text in ["a@\(label).kr", "a@\(label).kr".decomposed] {
            #expect(Rule.email.report(on: text).isSatisfied == isAccepted)
        }
    }

    @Test(arguments: [2, 77] as [UInt64])
    func `a constructed valid address is accepted, and rejected after one mutation`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let atoms = Array("abcXYZ019!#$%&'*+-/=?^_`{|}~")
        for _ in 0..<300 {
            let local = (0..<3).map { _ in random.text(1...8, of: atoms) }.joined(separator: ".")
            let domain = random.domain()
            #expect(Rule.email.issues(in: local + "@" + domain) == [], "seed \(seed): \(local)@\(domain)")
            let bad = String(random.pick(Array(" ,:;<>()[]\"\\한é\n\0")))
            let mutations: [(String, EmailAddressPart)] = [
                (local + bad + "@" + domain, .local), ("." + local + "@" + domain, .local),
                (local + ".@" + domain, .local), (local + domain, .shape), (local + "@" + domain + "\n", .domain),
                (local + "@" + domain + "@", .shape), (local + "@" + domain + "..", .domain),
            ]
            for (text, part) in mutations {
                #expect(Rule.email.issues(in: text) == [.notAnEmailAddress(part)], "seed \(seed): \(text)")
            }
        }
    }
}

/// Tests of e-mail addresses as account IDs.
struct EmailIDRuleTests {
    private static let rule = Rule.emailID(localLength: 6...20)

    private static let requirements: [Requirement] = [
        .emailAddress, .local(.length(minimum: 6, maximum: 20)), .local(.lowercaseLettersAndDigits),
        .local(.noLeadingDigit),
    ]

    @Test(arguments: ["", "@", "abcdef@gmail.com", "1A@x", "\u{301}@\n"])
    func `the checklist is the same for every text`(_ text: String) {
        let report = Self.rule.report(on: text)
        #expect(report.requirement == .all)
        #expect(report.checklist == Self.requirements)
    }

    @Test func `every part can be violated, and all are reported at once`() {
        let report = Self.rule.report(on: "1A@gmail")
        let issues: [ValidationIssue] = [
            .notAnEmailAddress(.domain), .local(.tooShort(minimum: 6, actual: 2)),
            .local(.forbiddenCharacter(first: "A", at: 1)),
            .local(.startsWithDigit),
        ]
        #expect(report.outcomes == issues.map { .violated($0) })
        #expect(report.outcome == .violated(.notAnEmailAddress(.domain)))
        #expect(report.issues == issues)
    }

    @Test(arguments: [
        "", "abcdef", "@", "@gmail.com", "abcdef@", "abcdef@@gmail.com", "abc@def@gmail.com", "abcdef@gmail.com@",
        "@abcdef@gmail.com", "1", "A",
    ])
    func `without one @ between two texts, the part before it is not evaluated`(_ text: String) {
        #expect(
            Self.rule.report(on: text).outcomes
                == [.violated(.notAnEmailAddress(.shape)), .notEvaluated, .notEvaluated, .notEvaluated]
        )
    }

    @Test(arguments: [63, 64, 65, 80])
    func `limits above the 64 bytes of a local part count as 64`(count: Int) {
        let text = String(repeating: "a", count: count) + "@gmail.com"
        let issues: [ValidationIssue] = count <= 64 ? [] : [.local(.tooLong(maximum: 64, actual: count))]
        #expect(Rule.emailID(localLength: 6...100).issues(in: text) == issues)
        #expect(Rule.emailID(localLength: 70...100).report(on: text).isSatisfied == (count == 64))
    }

    @Test(
        arguments: [
            "`", "{", "/", ":", "A", "Z", "_", ".", "+", "-", " ", "!", "~", "\"", "\u{0}", "\n", "\u{7F}", "é", "е",
            "ß",
            "ı", "ﬀ", "０", "９", "ａ", "٣", "한", "🔑", "👨‍👩‍👧‍👦", "e\u{301}", "\u{1D5BA}",
        ] as [Character],
        [0, 3, 5]
    )
    func `other characters are rejected at any position`(_ character: Character, at place: Int) {
        var local = Array("abcdef")
        local[place] = character
        #expect(
            Self.rule.issues(in: String(local) + "@gmail.com") == [
                .local(.forbiddenCharacter(first: character, at: place))
            ]
        )
    }

    @Test func `forbidden characters are counted as grapheme clusters`() {
        #expect(
            Self.rule.issues(in: "👨‍👩‍👧‍👦abcd@gmail.com")
                == [.local(.tooShort(minimum: 6, actual: 5)), .local(.forbiddenCharacter(first: "👨‍👩‍👧‍👦", at: 0))]
        )
    }

    private static let label63 = String(repeating: "a", count: 63)

    @Test(arguments: ["a.b", "x.co.kr", "GMAIL.com", "a-b.c-d", "1a.2b", "한국.kr"])
    func `valid domains are accepted`(_ domain: String) {
        #expect(Self.rule.issues(in: "abcdef@" + domain) == [])
    }

    @Test(arguments: [
        "gmail", ".", "..", "gmail..com", "-a.com", "a_b.com", "gmail.com\n", "\u{301}gmail.com", "127.0.0.1",
    ])
    func `an invalid domain violates only the rule of the address`(_ domain: String) {
        #expect(
            Self.rule.report(on: "abcdef@" + domain).outcomes
                == [.violated(.notAnEmailAddress(.domain)), .satisfied, .satisfied, .satisfied]
        )
    }

    @Test(arguments: [(253, true), (254, true), (255, false)])
    func `the whole ID has at most 254 bytes`(bytes: Int, isAllowed: Bool) {
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
