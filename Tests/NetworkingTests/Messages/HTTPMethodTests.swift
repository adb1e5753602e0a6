import Networking
import Testing

struct HTTPMethodTests {
    @Test(
        "known methods",
        arguments: [
            (HTTPMethod.get, "GET", true, false), (.head, "HEAD", true, false), (.post, "POST", false, true),
            (.put, "PUT", true, true), (.patch, "PATCH", false, true), (.delete, "DELETE", true, true),
            (.options, "OPTIONS", true, true), (.trace, "TRACE", true, false),
        ]
    )
    func known(method: HTTPMethod, text: String, isIdempotent: Bool, allowsBody: Bool) throws {
        #expect(try HTTPMethod(text) == method)
        #expect(method.text == text)
        #expect(method.description == text)
        #expect(method.isIdempotent == isIdempotent)
        #expect(method.allowsBody == allowsBody)
    }

    @Test func `another method is taken as it is, and for one that cannot be repeated`() throws {
        let method = try HTTPMethod("PURGE")
        #expect(method.text == "PURGE")
        #expect(!method.isIdempotent)
        #expect(method.allowsBody)
    }

    @Test func `case matters`() throws {
        #expect(try HTTPMethod("get") != .get)
    }

    @Test("one character of ASCII in a method", arguments: Characters.ascii)
    func ascii(_ scalar: Unicode.Scalar) {
        let expected: HTTPRequestError? = Characters.token.contains(scalar) ? nil : .invalidMethod
        #expect(refusal { () throws(HTTPRequestError) in try HTTPMethod(String(scalar)) } == expected)
        #expect(refusal { () throws(HTTPRequestError) in try HTTPMethod("GET\(scalar)X") } == expected)
    }

    @Test(
        "what is no method",
        arguments: ["", " GET", "GET ", "GET / HTTP/1.1\r\nX: y", "GÉT", "ＧＥＴ", "CONNECT", "G\u{301}"]
    )
    func refused(_ text: String) {
        #expect(refusal { () throws(HTTPRequestError) in try HTTPMethod(text) } == .invalidMethod)
    }
}
