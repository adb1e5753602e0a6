import AccountFlowTransportTesting
import Networking
import Testing

struct HTTPRequestTests {
    private func makeURL(_ text: String = "https://example.com/account") throws -> HTTPURL { try HTTPURL(text) }

    private func refusalOf(
        _ method: HTTPMethod = .post,
        _ fields: [(String, String)] = [],
        body: [UInt8] = []
    ) throws -> HTTPRequestError? {
        let url = try makeURL()
        let list = try HTTPFields(fields)
        return refusal { () throws(HTTPRequestError) in try HTTPRequest(method, url, fields: list, body: body) }
    }

    @Test(
        "fields that say where a message ends, or who gets it, are the transport's",
        arguments: [
            "Connection", "Content-Length", "Expect", "Host", "HTTP2-Settings", "Keep-Alive", "Proxy-Authorization",
            "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
        ],
        [{ $0 }, { $0.lowercased() }, { $0.uppercased() }] as [@Sendable (String) -> String]
    )
    func reserved(_ name: String, spelling: @Sendable (String) -> String) throws {
        let fields = [("Accept", "*/*"), (spelling(name), "1")]
        #expect(try refusalOf(.post, fields) == .reservedField(HTTPFieldName(name)))
    }

    @Test(
        "other fields are the sender's",
        arguments: ["Authorization", "accessToken", "Cookie", "Content-Type", "Content-Encoding", "Hosts"]
    )
    func free(_ name: String) throws {
        #expect(try refusalOf(.post, [(name, "x"), (name, "")]) == nil)
    }

    @Test("values that servers read differently are refused", arguments: ["é", "값", "\u{80}", "\u{010A}", "a\u{301}"])
    func nonASCII(_ value: String) throws {
        #expect(try refusalOf(.post, [("X-Name", value)]) == .invalidFieldValue(HTTPFieldName("x-name")))
    }

    @Test(
        "a body goes with the method",
        arguments: [(HTTPMethod.get, false), (.head, false), (.trace, false), (.post, true), (.delete, true)]
    )
    func body(method: HTTPMethod, isAllowed: Bool) throws {
        #expect(try refusalOf(method, body: []) == nil)
        #expect(try refusalOf(method, body: [1]) == (isAllowed ? nil : .bodyNotAllowed(method)))
    }
}

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

struct HTTPStatusTests {
    @Test(
        "the kind of a status",
        arguments: [
            (100, HTTPStatus.Kind.informational), (199, .informational), (200, .successful), (299, .successful),
            (300, .redirection), (399, .redirection), (400, .clientError), (499, .clientError), (500, .serverError),
            (599, .serverError), (600, .serverError), (999, .serverError),
        ]
    )
    func kind(code: Int, kind: HTTPStatus.Kind) throws {
        let status = try #require(HTTPStatus(code))
        #expect(status.code == code)
        #expect(status.kind == kind)
        #expect(status.description == String(code))
    }

    @Test("what is no status", arguments: [Int.min, -200, -1, 0, 99, 1_000, Int.max])
    func refused(_ code: Int) {
        #expect(HTTPStatus(code) == nil)
    }
}

/// Why something was refused, or nil where it was not.
func refusal<Value>(_ make: () throws(HTTPRequestError) -> Value) -> HTTPRequestError? {
    do throws(HTTPRequestError) {
        _ = try make()
        return nil
    } catch {
        return error
    }
}
