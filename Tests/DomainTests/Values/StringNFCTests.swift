import Domain
import TestSupport
import Testing

struct StringNFCTests {
    private static let samples: [(name: String, text: String, composed: String)] = [
        ("empty", "", ""),
        ("ASCII", "Abc@x.com \n\0", "Abc@x.com \n\0"),
        ("composed already", "\u{E9}", "\u{E9}"),
        ("letter and mark", "e\u{301}", "\u{E9}"),
        ("letter and two marks of one class", "a\u{302}\u{301}", "\u{1EA5}"),
        ("marks of one class keep their order", "a\u{301}\u{302}", "\u{E1}\u{302}"),
        ("marks of two classes, in order", "s\u{323}\u{307}", "\u{1E69}"),
        ("marks of two classes, out of order", "s\u{307}\u{323}", "\u{1E69}"),
        ("mark behind a composed letter", "\u{1E0B}\u{323}", "\u{1E0D}\u{307}"),
        (
            "a mark of the same class blocks the next", "a\u{315}\u{300}\u{5AE}\u{300}\u{62}",
            "\u{E0}\u{5AE}\u{300}\u{315}\u{62}"
        ),
        ("mark without a letter", "\u{301}e", "\u{301}e"),
        ("a joiner keeps letter and mark apart", "e\u{34F}\u{301}", "e\u{34F}\u{301}"),
        ("Hangul of two jamo", "\u{1100}\u{1161}", "\u{AC00}"),
        ("Hangul of three jamo", "\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
        ("Hangul syllable and a final", "\u{AC00}\u{11A8}", "\u{AC01}"),
        ("the last Hangul syllable", "\u{1112}\u{1175}\u{11C2}", "\u{D7A3}"),
        ("a syllable with a final takes no other", "\u{AC01}\u{11A8}", "\u{AC01}\u{11A8}"),
        ("the scalar before the first final is none", "\u{AC00}\u{11A7}", "\u{AC00}\u{11A7}"),
        ("compatibility jamo stay", "\u{3131}\u{314F}", "\u{3131}\u{314F}"),
        ("singleton ångström", "\u{212B}", "\u{C5}"),
        ("singleton kelvin", "\u{212A}", "K"),
        ("singleton ohm", "\u{2126}", "\u{3A9}"),
        ("singleton mark", "\u{340}", "\u{300}"),
        ("singleton that decomposes into two marks", "\u{344}", "\u{308}\u{301}"),
        ("singleton ideograph", "\u{F900}", "\u{8C48}"),
        ("ideograph beyond the basic plane", "\u{2F800}", "\u{4E3D}"),
        ("excluded from composition", "\u{958}", "\u{915}\u{93C}"),
        ("musical symbol, excluded", "\u{1D15E}", "\u{1D157}\u{1D165}"),
        ("four scalars from one", "\u{1D160}", "\u{1D158}\u{1D165}\u{1D16E}"),
        ("Greek with three marks", "\u{3B1}\u{345}\u{313}\u{301}", "\u{1F84}"),
        ("Tibetan vowel after a mark", "\u{316}\u{F73}", "\u{F71}\u{F72}\u{316}"),
        ("Tibetan vowel before a mark", "\u{F40}\u{F75}\u{F71}", "\u{F40}\u{F71}\u{F71}\u{F74}"),
        ("Tibetan vowel of the third kind", "\u{F40}\u{F80}\u{F81}", "\u{F40}\u{F71}\u{F80}\u{F80}"),
        ("compatibility forms stay", "\u{FB01}\u{FF21}\u{B2}", "\u{FB01}\u{FF21}\u{B2}"),
        ("emoji with joiner and tone", "👩🏽‍💻", "👩🏽‍💻"),
        ("ASCII on both sides", "ae\u{301}b", "a\u{E9}b"),
        ("line break", "e\u{301}\r\ne\u{301}", "\u{E9}\r\n\u{E9}"),
    ]

    @Test(arguments: samples)
    func `composition follows the Unicode standard, and changes no composed text`(
        name: String,
        text: String,
        composed: String
    ) {
        #expect(text.nfc.unicodeScalars.map(\.value) == composed.unicodeScalars.map(\.value), "\(name)")
        #expect(Array(composed.nfc.utf8) == Array(composed.utf8), "\(name)")
    }

    @Test func `short texts have the same composed bytes if and only if they are equal`() {
        let alphabet: [Unicode.Scalar] = [
            "e", "A", "\u{301}", "\u{30A}", "\u{323}", "\u{E9}", "\u{1EB9}", "\u{C5}", "\u{212B}", "\u{1100}",
            "\u{1161}", "\u{11A8}", "\u{AC00}", "\u{AC01}",
        ]
        var texts = [""]
        var longest = [""]
        for _ in 0..<3 {
            longest = longest.flatMap { text in alphabet.map { text + String(Character($0)) } }
            texts += longest
        }
        var bytes: [String: [UInt8]] = [:]
        for text in texts {
            let normal = Array(text.nfc.utf8)
            #expect(bytes[text] ?? normal == normal, "\(text.unicodeScalars.map(\.value))")
            bytes[text] = normal
        }

        #expect(bytes.count < texts.count)
        #expect(Set(bytes.values).count == bytes.count)
    }

    @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
    func `a random text equals its normal form, and two spellings of it have the same bytes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var respelt = 0
        for _ in 0..<3_000 {
            let text = String.random(using: &generator, count: 0...12)
            let other = text.respelt(using: &generator)
            let comment: Comment = "seed \(seed), \(text.unicodeScalars.map(\.value))"
            try #require(text == other, comment)
            #expect(text.nfc == text, comment)
            #expect(Array(text.nfc.utf8) == Array(other.nfc.utf8), comment)
            #expect(Array(text.nfc.nfc.utf8) == Array(text.nfc.utf8), comment)
            if Array(text.utf8) != Array(other.utf8) { respelt += 1 }
        }
        // Enough pairs must have different bytes for the test to be meaningful.
        #expect(respelt > 1_000)
    }

    @Test(arguments: [1, 2, 3, UInt64.random(in: 4 ... .max)])
    func `a text of arbitrary scalars equals its normal form`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator))
                // Surrogates are not scalars, and Swift's equality of three Tibetan vowels differs from Unicode's.
                if let scalar, !["\u{F73}", "\u{F75}", "\u{F81}"].contains(scalar) { scalars.append(scalar) }
            }
            let text = String(scalars)
            #expect(text.nfc == text, "seed \(seed), \(text.unicodeScalars.map(\.value))")
        }
    }
}
