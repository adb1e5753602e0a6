import Domain
import TestSupport
import Testing

struct AccountIDTests {
    /// Two typed texts.
    struct Pair: Sendable, CustomTestStringConvertible {
        let left: String
        let right: String

        init(_ left: String, _ right: String) {
            self.left = left
            self.right = right
        }

        var testDescription: String {
            [left, right]
                .map { $0.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
                .joined(separator: " | ")
        }
    }

    static let oneAccount = [
        Pair("Abc@x.com", "abc@x.com"),
        Pair("ABC@X.COM", "abc@x.com"),
        Pair("KIM@example.com", "kim@EXAMPLE.com"),
        Pair("@A", "@a"),
        Pair("É@x.com", "é@x.com"),
        Pair("É@x.com", "e\u{301}@x.com"),
        Pair("E\u{301}@x.com", "é@x.com"),
        Pair("\u{212B}@x.com", "å@x.com"),
        Pair("\u{212A}im@x.com", "kim@x.com"),
        Pair("ΣΑ@x.com", "σα@x.com"),
        Pair("ДА@x.com", "да@x.com"),
        Pair("İ@x.com", "i\u{307}@x.com"),
        Pair("STRAẞE@x.de", "straße@x.de"),
        Pair("김@x.com", "\u{1100}\u{1175}\u{11B7}@x.com"),
        Pair("É", "E\u{301}"),
        Pair("\u{212B}", "\u{C5}"),
        Pair("가", "\u{1100}\u{1161}"),
        Pair("a\u{301}\u{323}", "a\u{323}\u{301}"),
        Pair("\u{316}\u{F73}", "\u{F71}\u{F72}\u{316}"),
    ]

    static let twoAccounts = [
        Pair("Kim", "kim"),
        Pair("É", "é"),
        Pair("kim", "kim "),
        Pair("kim@x.com", "kim@x.co"),
        Pair("I@x.com", "ı@x.com"),
        Pair("STRASSE@x.de", "straße@x.de"),
        Pair("Σ@x.com", "ς@x.com"),
        // A full-width commercial at is not `@`, so these are plain IDs, which are case-sensitive.
        Pair("Kim\u{FF20}x.com", "kim\u{FF20}x.com"),
        // Compatibility forms are different IDs.
        Pair("ﬁ", "fi"),
        Pair("ａ@x.com", "a@x.com"),
    ]

    @Test(arguments: oneAccount)
    func `both spellings are one account`(pair: Pair) throws {
        let (left, right) = (try AccountID(pair.left), try AccountID(pair.right))

        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right))
        #expect(!(right < left))
        #expect(Array(left.canonical.utf8) == Array(right.canonical.utf8))
    }

    @Test(arguments: twoAccounts)
    func `similar IDs are different accounts`(pair: Pair) throws {
        let (left, right) = (try AccountID(pair.left), try AccountID(pair.right))

        #expect(left != right)
        #expect((left < right) != (right < left))
        #expect(left.canonical != right.canonical)
    }

    @Test(arguments: [
        ("Abc@X.com", "abc@x.com"), ("Kim", "Kim"), ("E\u{301}", "\u{C9}"), ("E\u{301}@X", "\u{E9}@x"),
        ("\u{212B}", "\u{C5}"), ("İ@x", "i\u{307}@x"), (" a ", " a "),
    ])
    func `the canonical form has these exact bytes`(typed: String, canonical: String) throws {
        #expect(try Array(AccountID(typed).canonical.utf8) == Array(canonical.utf8))
    }

    @Test func `the text and the description of an ID are the typed text`() throws {
        let id = try AccountID("Abc@X.com")

        #expect(id.text == "Abc@X.com")
        #expect("\(id)" == "Abc@X.com")
    }

    @Test func `a set has one element for all spellings of an ID`() throws {
        let spellings = ["Abc@x.com", "abc@x.com", "ABC@X.COM", "Abc", "abc"]
        #expect(try Set(spellings.map { text in try AccountID(text) }).count == 3)
    }

    @Test func `IDs are ordered by their canonical form`() throws {
        // Ordered by the typed text, capital letters would precede all small letters.
        let ids = try ["b@x", "C@x", "a@x", "B", "a", "É", "e\u{301}z"].map { text in try AccountID(text) }
        #expect(ids.sorted().map(\.text) == ["B", "a", "a@x", "b@x", "C@x", "É", "e\u{301}z"])
    }

    @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
    func `the canonical form of a canonical form is itself`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let text = "@" + String.random(using: &generator, count: 1...8)
            let canonical = try AccountID(text).canonical
            #expect(
                try Array(AccountID(canonical).canonical.utf8) == Array(canonical.utf8),
                "seed \(seed), \(text.unicodeScalars.map(\.value))"
            )
        }
    }

    @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
    func `IDs that are equal strings are one account`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let text = String.random(using: &generator, count: 1...8) + (Bool.random(using: &generator) ? "@" : "")
            let other = text.respelt(using: &generator)
            let comment: Comment = "seed \(seed), \(text.unicodeScalars.map(\.value))"
            try #require(text == other, comment)
            #expect(try AccountID(text) == AccountID(other), comment)
        }
    }
}
