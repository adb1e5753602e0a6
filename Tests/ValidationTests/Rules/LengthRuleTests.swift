import Domain
import Testing
import Validation

#if !canImport(Darwin)
@_spi(_Unicode) import Swift
#endif

struct LengthRuleTests {
    private static let password = Rule.length(8...128, in: .unicodeScalars)
    private static let nickname = Rule.length(1...20, in: .graphemeClusters)

    /// Texts of one scalar after NFC; `clusters` adds texts of one grapheme cluster.
    private static let scalars = ["a", "é", "e\u{301}", "\u{212B}", "한", "\u{1112}\u{1161}\u{11AB}", "🔑", "\u{1F82}"]
    private static let clusters = scalars + ["👨‍👩‍👧‍👦", "🇰🇷", "👩🏽‍❤️‍💋‍👨🏿", "q\u{315}\u{316}", "\r\n"]

    @Test(
        arguments: scalars,
        [
            (7, ValidationIssue.tooShort(minimum: 8, actual: 7)), (8, nil), (9, nil), (127, nil), (128, nil),
            (129, .tooLong(maximum: 128, actual: 129)),
        ]
    )
    func `a password is counted in scalars after NFC`(
        character: String,
        expected: (count: Int, issue: ValidationIssue?)
    ) {
        let text = String(repeating: character, count: expected.count)
        #expect(Self.password.issues(in: text) == [expected.issue].compactMap(\.self))
    }

    @Test(
        arguments: clusters,
        [
            (0, ValidationIssue.tooShort(minimum: 1, actual: 0)), (1, nil), (2, nil), (19, nil), (20, nil),
            (21, .tooLong(maximum: 20, actual: 21)),
        ]
    )
    func `a nickname is counted in grapheme clusters`(
        character: String,
        expected: (count: Int, issue: ValidationIssue?)
    ) {
        let text = Array(repeating: character, count: expected.count).joined()
        #expect(Self.nickname.issues(in: text) == [expected.issue].compactMap(\.self))
    }

    @Test func `scalars that make one character are counted one by one in a password`() {
        #expect(Self.password.issues(in: "👨‍👩‍👧‍👦") == [.tooShort(minimum: 8, actual: 7)])
        #expect(Self.password.issues(in: "👨‍👩‍👧‍👦1") == [])
    }

    @Test func `marks that compose with nothing are counted one by one in a password`() {
        #expect(
            Self.password.issues(in: "q\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}") == [
                .tooShort(minimum: 8, actual: 7)
            ]
        )
        #expect(Self.password.issues(in: "q\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}") == [])
    }

    @Test(arguments: [(CharacterUnit.unicodeScalars, 16), (.graphemeClusters, 64)])
    func `the characters of a text above the byte limit are not counted`(unit: CharacterUnit, bytes: Int) {
        let rule = Rule.length(0...10, in: unit)
        #expect(unit.maximumUTF8Length == bytes)
        let largest = String(repeating: "a", count: 10 * bytes)
        #expect(rule.issues(in: largest) == [.tooLong(maximum: 10, actual: 10 * bytes)])
        #expect(rule.issues(in: largest + "a") == [.tooManyBytes(maximum: 10 * bytes, actual: 10 * bytes + 1)])
    }

    // Only on Linux does the standard library provide decompositions; the tables are the same on all platforms.
    #if !canImport(Darwin)
    @Test func `no scalar decomposes into more than four, as the limit on bytes assumes`() {
        var most = 0
        for value in UInt32(0x80)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            var count = 0
            for _ in String(scalar)._nfd { count += 1 }
            most = max(most, count)
        }
        #expect(most == 4)
        #expect(CharacterUnit.unicodeScalars.maximumUTF8Length == most * 4)
    }
    #endif

    @Test(
        arguments: CharacterUnit.allCases,
        [(0...0, ""), (0...Int.max, "abc"), (Int.min...Int.max, "abc"), (Int.min...3, "abc")]
    )
    func `extreme bounds neither trap nor give wrong results`(
        unit: CharacterUnit,
        sample: (bounds: ClosedRange<Int>, text: String)
    ) {
        #expect(Rule.length(sample.bounds, in: unit).report(on: sample.text).isSatisfied)
    }

    @Test func `negative bounds reject every text`() {
        #expect(!Rule.length(Int.min...Int.min, in: .unicodeScalars).report(on: "").isSatisfied)
    }
}
