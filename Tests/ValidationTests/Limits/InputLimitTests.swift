import Domain
import TestSupport
import Testing
import Validation

struct InputLimitTests {
    private static let limit = InputLimit(16)
    private static let full = "abcdefghijklmnop"

    /// Returns the issue with which a limit rejects a new text, or nil if it accepts the text.
    private static func refusal(_ old: String, _ new: String, by limit: InputLimit = limit) -> ValidationIssue? {
        do throws(ValidationIssue) {
            try limit.validateInput(new, replacing: old)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [15, 16, 17])
    func `S2.4 a 17th character is rejected with the reason`(count: Int) {
        let old = String(repeating: "a", count: count - 1)
        #expect(Self.refusal(old, old + "a") == (count <= 16 ? nil : .tooLong(maximum: 16, actual: 17)))
    }

    @Test(arguments: ["한", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇰🇷", "\r\n"])
    func `S2.4 characters are counted as grapheme clusters`(character: String) {
        let full = String(repeating: character, count: 16)
        #expect(Self.refusal("", full) == nil)
        #expect(Self.refusal(full, full + character) == .tooLong(maximum: 16, actual: 17))
    }

    @Test func `a scalar that extends the last grapheme cluster is not a new character`() {
        let old = String(Self.full.dropLast()) + "하"
        #expect(Self.refusal(old, String(Self.full.dropLast()) + "한") == nil)
        #expect(Self.refusal(Self.full, Self.full + "\u{301}") == nil)
    }

    @Test(arguments: [
        (String(repeating: "한", count: 16), 47), (String(repeating: "한", count: 6), 17), ("👨‍👩‍👧‍👦", 24),
        (String(repeating: "👨‍👩‍👧‍👦", count: 16), 17),
    ])
    func `S2.4 a paste of too many characters is rejected, even if it has fewer bytes`(old: String, count: Int) {
        let pasted = String(repeating: "a", count: count)
        #expect(pasted.utf8.count < old.utf8.count)
        #expect(Self.refusal(old, pasted) == .tooLong(maximum: 16, actual: count))
    }

    @Test func `replacing a part within the limit is accepted`() {
        #expect(Self.refusal(Self.full, "x") == nil)
        #expect(Self.refusal(Self.full, "") == nil)
        #expect(Self.refusal(Self.full, String(Self.full.reversed())) == nil)
    }

    @Test func `a text above the limit can be shortened, but neither lengthened nor replaced`() {
        let long = Self.full + "qrs"
        #expect(Self.refusal(long, String(long.dropLast())) == nil)
        #expect(Self.refusal(long, String(long.reversed())) == .tooLong(maximum: 16, actual: 19))
        #expect(Self.refusal(long, long + "t") == .tooLong(maximum: 16, actual: 20))
    }

    @Test(arguments: [6, 66] as [UInt64])
    func `a random text is accepted if and only if it is within the limit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab한é👨‍👩‍👧‍👦🇰🇷")
        var field = ""
        for _ in 0..<2_000 {
            let text = random.text(0...20, of: alphabet)
            let isWithin = text.count <= 16
            #expect((Self.refusal(field, text) == nil) == isWithin, "seed \(seed): \(field) \(text)")
            if isWithin { field = text }
        }
    }

    @Test func `a password is limited by the number of its scalars in Normalization Form C`() {
        let limit = InputLimit(16, in: .unicodeScalars)
        #expect(Self.refusal("", String(repeating: "e\u{301}", count: 16), by: limit) == nil)
        let family = String(repeating: "a", count: 10) + "👨‍👩‍👧‍👦"
        #expect(Self.refusal("aaaaaaaaaa", family, by: limit) == .tooLong(maximum: 16, actual: 17))
    }

    @Test func `a paste of a megabyte is rejected because of its size`() {
        let accents = "e" + String(repeating: "\u{301}", count: 1 << 19)
        #expect(Self.refusal("ab", accents) == .tooManyBytes(maximum: 16 * 64, actual: accents.utf8.count))
    }

    @Test func `a negative limit accepts no text`() {
        #expect(InputLimit(-1).maximum == 0)
        #expect(Self.refusal("", "a", by: InputLimit(-1)) == .tooManyBytes(maximum: 0, actual: 1))
    }

    @Test func `a policy limits only the fields for which it sets a limit`() throws {
        let policy = AccountPolicy.length(4...16).signUp
        let long = Self.full + "q"
        for field in [AccountField.id, .password, .confirmation] {
            #expect(throws: ValidationIssue.tooLong(maximum: 16, actual: 17)) {
                try policy.validateInput(long, into: field, replacing: Self.full)
            }
            try policy.validateInput(Self.full, into: field, replacing: "")
        }
        try policy.validateInput(long, into: .nickname, replacing: "")
        try AccountPolicy.emailLocalPart.signUp.validateInput(long, into: .id, replacing: "")
    }

    @Test(arguments: AccountField.allCases, [4_096, 4_097])
    func `no field of any policy accepts more than 4,096 bytes`(field: AccountField, bytes: Int) {
        let text = String(repeating: "a", count: bytes)
        for policy in [AccountPolicy.nonEmpty, .emailLocalPart, .compact, .standard] {
            var refusal: ValidationIssue?
            do throws(ValidationIssue) {
                try policy.signUp.validateInput(text, into: field, replacing: "a")
            } catch {
                refusal = error
            }
            #expect(refusal == (bytes > 4_096 ? .tooManyBytes(maximum: 4_096, actual: 4_097) : nil))
        }
    }
}
