import Domain
import Testing
import Validation

/// Folding has a short way for the scripts that most people write in; here it is held against the tables of Unicode.
struct FoldingTests {
    @Test func `every scalar has the lower case of Unicode's tables, or is left to them`() {
        var known = 0
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), let lower = scalar.simpleLowercase else { continue }
            known += 1
            if String(lower) != scalar.properties.lowercaseMapping { Issue.record("U+\(String(value, radix: 16))") }
        }
        #expect(known > 40_000)
    }

    @Test(
        "a password is found in either case, in every script and composition",
        arguments: [
            "ÀÉÎÕÜ", "ĂĐŨƠƯẤỘ", "ΉΣΥΧΟΣ ΒΡΆΔΥ", "ЁЖИК ТИХИЙ", "ԵՐԵԿՈ", "ǅungla", "ẞtraße", "İstanbul", "ＦＵＬＬ", "ⅫⓍ",
            "Ꭰ", "𐐀𐐁",
            "ค่ำคืน", "مَساء", "\u{212B}ngström", "한국어",
        ]
    )
    func scripts(_ word: String) {
        for typed in [word, word.lowercased(), word.decomposed] {
            #expect(PasswordBlocklist([word]).contains(typed))
            #expect(PasswordBlocklist([typed]).contains(word))
            #expect(!PasswordBlocklist([typed + "!"]).contains(word))
        }
    }
}
