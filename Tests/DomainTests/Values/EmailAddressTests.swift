import Domain
import Testing

struct EmailAddressTests {
    @Test(arguments: [
        "a@b", "kim@example.com", "Kim.Lee+tag@EXAMPLE.co.kr", "김@예시.한국", "a@[127.0.0.1]", "\"q\"@x", "a@\u{301}b",
    ])
    func `a text with two parts is taken as it is`(text: String) throws {
        let address = try EmailAddress(text)

        #expect(Array(address.text.utf8) == Array(text.utf8))
        #expect(Array("\(address)".utf8) == Array(text.utf8))
    }

    @Test(arguments: ["@", "a", "a@", "@b", "@@", "a@@b", "a@b@c", "@a@", "a\u{FF20}b", "a@b@\u{301}c", "@\u{200D}b"])
    func `any other shape is refused`(text: String) {
        #expect(throws: ValidationIssue.notAnEmailAddress(.shape)) { try EmailAddress(text) }
    }

    @Test(arguments: [
        (" a@b", 0), ("a @b", 1), ("a@ b", 2), ("a@b ", 3), ("a@b\u{A0}", 3), ("e\u{301}@\u{3000}b", 3),
        ("a@b\u{2028}", 3),
    ])
    func `white space is refused with its place`(text: String, place: Int) {
        #expect(throws: ValidationIssue.containsWhitespace(at: place)) { try EmailAddress(text) }
    }

    @Test func `addresses that are canonically equivalent are equal, those in another case are not`() throws {
        #expect(try EmailAddress("\u{E9}@x") == EmailAddress("e\u{301}@x"))
        #expect(try EmailAddress("A@x") != EmailAddress("a@x"))
    }
}
