import Domain
import Testing
import Validation

struct InputLimitTests {
    private static let limit = InputLimit(16)
    private static let full = "abcdefghijklmnop"

    @Test("S2.4 a 17th character is refused as it is typed, and the reason told", arguments: [15, 16, 17])
    func typing(count: Int) {
        let old = String(repeating: "a", count: count - 1)
        let decision = Self.limit.apply(old: old, new: old + "a")
        #expect(
            decision
                == (count <= 16 ? .accepted(old + "a") : .refused(kept: old, .tooLong(maximum: 16, actual: 17)))
        )
        #expect(decision.text == (count <= 16 ? old + "a" : old))
        #expect((decision.issue == nil) == (count <= 16))
    }

    @Test("S2.4 characters are whole grapheme clusters", arguments: ["한", "é", "e\u{301}", "👨‍👩‍👧‍👦", "🇰🇷", "\r\n"])
    func clusters(character: String) {
        let full = String(repeating: character, count: 16)
        #expect(Self.limit.apply(old: "", new: full) == .accepted(full))
        #expect(
            Self.limit.apply(old: full, new: full + character)
                == .refused(kept: full, .tooLong(maximum: 16, actual: 17))
        )
    }

    @Test func `a letter that completes the last cluster is no new character`() {
        let old = String(Self.full.dropLast()) + "하"
        let new = String(Self.full.dropLast()) + "한"
        #expect(Self.limit.apply(old: old, new: new) == .accepted(new))
        #expect(Self.limit.apply(old: Self.full, new: Self.full + "\u{301}") == .accepted(Self.full + "\u{301}"))
    }

    @Test func `S2.4 a paste that is too large leaves the field as it was`() {
        let pasted = Self.full + Self.full
        #expect(
            Self.limit.apply(old: "ab", new: "ab" + pasted) == .refused(kept: "ab", .tooLong(maximum: 16, actual: 34))
        )
        #expect(Self.limit.apply(old: "", new: pasted) == .refused(kept: "", .tooLong(maximum: 16, actual: 32)))
    }

    @Test func `replacing a part within the limit is taken`() {
        #expect(Self.limit.apply(old: Self.full, new: "x") == .accepted("x"))
        #expect(Self.limit.apply(old: Self.full, new: "") == .accepted(""))
        let other = String(Self.full.reversed())
        #expect(Self.limit.apply(old: Self.full, new: other) == .accepted(other))
    }

    @Test func `a text that was too long before can be shortened, and not lengthened`() {
        let long = Self.full + "qrs"
        #expect(Self.limit.apply(old: long, new: String(long.dropLast())) == .accepted(String(long.dropLast())))
        #expect(Self.limit.apply(old: long, new: long + "t").text == long)
    }

    @Test func `a password is limited by its scalars in Normalization Form C`() {
        let limit = InputLimit(16, in: .unicodeScalars)
        let full = String(repeating: "e\u{301}", count: 16)
        #expect(limit.apply(old: "", new: full) == .accepted(full))
        let family = String(repeating: "a", count: 10) + "👨‍👩‍👧‍👦"
        #expect(
            limit.apply(old: "aaaaaaaaaa", new: family)
                == .refused(kept: "aaaaaaaaaa", .tooLong(maximum: 16, actual: 17))
        )
    }

    @Test func `a paste of a megabyte is refused by its size`() {
        let accents = "e" + String(repeating: "\u{301}", count: 1 << 19)
        let issue = ValidationIssue.tooManyOctets(maximum: 16 * 64, actual: accents.utf8.count)
        #expect(Self.limit.apply(old: "ab", new: accents) == .refused(kept: "ab", issue))
    }

    @Test func `a limit below zero takes nothing`() {
        #expect(InputLimit(-1).maximum == 0)
        #expect(InputLimit(-1).apply(old: "", new: "a").text == "")
    }

    @Test func `a form limits the fields that its policy names, and no other`() {
        let validator: any FormValidating = FormValidator(AccountPolicy.length(4...16).signUp)
        let long = Self.full + "q"
        for field in [AccountField.id, .password, .confirmation] {
            #expect(validator.admit(long, into: field, replacing: Self.full).text == Self.full)
            #expect(validator.admit(Self.full, into: field, replacing: "").text == Self.full)
        }
        #expect(validator.admit(long, into: .nickname, replacing: "").issue == nil)
        #expect(FormValidator(AccountPolicy.emailLocalPart.signUp).admit(long, into: .id, replacing: "").text == long)
    }
}
