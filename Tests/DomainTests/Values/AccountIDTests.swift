import Domain
import TestSupport
import Testing

struct AccountIDTests {
    private static let oneAccount: [(String, String)] = [
        ("Abc@x.com", "abc@x.com"), ("ABC@X.COM", "abc@x.com"), ("KIM@example.com", "kim@EXAMPLE.com"), ("@A", "@a"),
        ("É@x.com", "é@x.com"), ("É@x.com", "e\u{301}@x.com"), ("E\u{301}@x.com", "é@x.com"),
        ("\u{212B}@x.com", "å@x.com"), ("\u{212A}im@x.com", "kim@x.com"), ("ΣΑ@x.com", "σα@x.com"),
        ("ДА@x.com", "да@x.com"), ("İ@x.com", "i\u{307}@x.com"), ("STRAẞE@x.de", "straße@x.de"),
        ("김@x.com", "\u{1100}\u{1175}\u{11B7}@x.com"), ("É", "E\u{301}"), ("\u{212B}", "\u{C5}"),
        ("가", "\u{1100}\u{1161}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
        ("\u{316}\u{F73}", "\u{F71}\u{F72}\u{316}"),
    ]

    private static let twoAccounts: [(String, String)] = [
        ("Kim", "kim"), ("É", "é"), ("kim", "kim "), ("kim@x.com", "kim@x.co"), ("I@x.com", "ı@x.com"),
        ("STRASSE@x.de", "straße@x.de"), ("Σ@x.com", "ς@x.com"),
        // A full-width commercial at is not `@`, so these are plain IDs, which are case-sensitive.
        ("Kim\u{FF20}x.com", "kim\u{FF20}x.com"),
        // Compatibility forms are different IDs.
        ("ﬁ", "fi"), ("ａ@x.com", "a@x.com"),
    ]

    @Test(arguments: oneAccount)
    func `both spellings are one account`(_ left: String, _ right: String) throws {
        let (left, right) = (try AccountID(left), try AccountID(right))

        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(!(left < right))
        #expect(!(right < left))
        #expect(Array(left.canonical.utf8) == Array(right.canonical.utf8))
    }

    @Test(arguments: twoAccounts)
    func `similar IDs are different accounts`(_ left: String, _ right: String) throws {
        let (left, right) = (try AccountID(left), try AccountID(right))

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
