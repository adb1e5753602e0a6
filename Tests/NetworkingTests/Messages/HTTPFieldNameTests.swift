import Networking
import Testing

struct HTTPFieldNameTests {
    @Test("case does not matter", arguments: ["accessToken", "ACCESSTOKEN", "accesstoken", "AccessToken"])
    func caseInsensitive(_ text: String) throws {
        let name = try HTTPFieldName(text)
        #expect(try name == HTTPFieldName("aCCessToKen"))
        #expect(try Set([name]).contains(HTTPFieldName("AccesstokeN")))
        #expect(name.text == text)
        #expect(name.description == text)
        #expect(name.canonical == "accesstoken")
    }

    @Test func `other names differ`() throws {
        #expect(try HTTPFieldName("accessToken") != HTTPFieldName("access-Token"))
    }

    @Test("one character of ASCII in a name", arguments: Characters.ascii)
    func ascii(_ scalar: Unicode.Scalar) {
        let expected: HTTPRequestError? = Characters.token.contains(scalar) ? nil : .invalidFieldName
        #expect(refusal { () throws(HTTPRequestError) in try HTTPFieldName(String(scalar)) } == expected)
        #expect(refusal { () throws(HTTPRequestError) in try HTTPFieldName("X\(scalar)y") } == expected)
    }

    @Test(
        "what is no name",
        arguments: ["", " X", "X ", "X:", "X: y\r\nZ", "토큰", "toKen\u{301}", "to\u{212A}en", "X\u{85}"]
    )
    func refused(_ text: String) {
        #expect(refusal { () throws(HTTPRequestError) in try HTTPFieldName(text) } == .invalidFieldName)
    }

    @Test(
        "known names",
        arguments: [
            (HTTPFieldName.accept, "Accept"), (.authorization, "Authorization"), (.contentLength, "Content-Length"),
            (.contentType, "Content-Type"), (.idempotencyKey, "Idempotency-Key"), (.retryAfter, "Retry-After"),
        ]
    )
    func known(name: HTTPFieldName, text: String) {
        #expect(name.text == text)
        #expect(name.canonical == text.lowercased())
    }
}
