import AccountFlowTesting
import Domain
import Testing

struct ProfileTests {
    @Test(arguments: Profile.fields.map(\.field))
    func `the text of a field is stored in its place, and in no other`(field: AccountField) throws {
        let full = try Profile.full()
        let profile = try Profile { $0.field == field ? $0.text(in: full) : nil }
        for other in Profile.fields {
            #expect(other.text(in: profile) == (other.field == field ? other.text(in: full) : nil))
        }
        #expect(profile != Profile())
        #expect(profile != full)
    }

    @Test func `a text that is invalid for its field is rejected, and the profile does not change`() throws {
        var profile = try Profile.full()
        let before = profile
        for field in Profile.fields {
            #expect(throws: ValidationIssue.empty) { try field.set("", in: &profile) }
            #expect(profile == before)
        }
        #expect(throws: FieldIssue(field: .email, issue: .notAnEmailAddress(.shape))) {
            try Profile { $0.field == .email ? "x" : nil }
        }
    }

    @Test func `the full profile of the repository tests has a value for every field`() throws {
        let profile = try Profile.full()
        let parts = Mirror(reflecting: profile).children
        for part in parts {
            #expect(!Mirror(reflecting: part.value).children.isEmpty, "\(part.label ?? "") is missing")
        }
        #expect(profile.texts.count == parts.count)
        #expect(!profile.texts.contains(""))
    }
}

struct EmailAddressTests {
    @Test(arguments: [
        "a@b", "kim@example.com", "Kim.Lee+tag@EXAMPLE.co.kr", "김@예시.한국", "a@[127.0.0.1]", "\"q\"@x", "a@\u{301}b",
    ])
    func `a text with two parts is accepted unchanged`(text: String) throws {
        let address = try EmailAddress(text)

        #expect(Array(address.text.utf8) == Array(text.utf8))
        #expect(Array("\(address)".utf8) == Array(text.utf8))
    }

    @Test(arguments: ["@", "a", "a@", "@b", "@@", "a@@b", "a@b@c", "@a@", "a\u{FF20}b", "a@b@\u{301}c", "@\u{200D}b"])
    func `any other shape is rejected`(text: String) {
        #expect(throws: ValidationIssue.notAnEmailAddress(.shape)) { try EmailAddress(text) }
    }

    @Test(arguments: [
        (" a@b", 0), ("a @b", 1), ("a@ b", 2), ("a@b ", 3), ("a@b\u{A0}", 3), ("e\u{301}@\u{3000}b", 3),
        ("a@b\u{2028}", 3),
    ])
    func `white space is rejected with its position`(text: String, place: Int) {
        #expect(throws: ValidationIssue.containsWhitespace(at: place)) { try EmailAddress(text) }
    }
}
