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
        arguments: [
            "Connection", "Content-Length", "Expect", "Host", "HTTP2-Settings", "Keep-Alive", "Proxy-Authorization",
            "Proxy-Connection", "TE", "Trailer", "Transfer-Encoding", "Upgrade",
        ],
        [{ $0 }, { $0.lowercased() }, { $0.uppercased() }] as [@Sendable (String) -> String]
    )
    func `fields for framing and routing are reserved for the transport`(
        _ name: String,
        spelling: @Sendable (String) -> String
    ) throws {
        let fields = [("Accept", "*/*"), (spelling(name), "1")]
        #expect(try refusalOf(.post, fields) == .reservedField(HTTPFieldName(name)))
    }

    @Test(arguments: ["Authorization", "accessToken", "Cookie", "Content-Type", "Content-Encoding", "Hosts"])
    func `other fields are allowed`(_ name: String) throws {
        #expect(try refusalOf(.post, [(name, "x"), (name, "")]) == nil)
    }

    @Test(arguments: ["é", "값", "\u{80}", "\u{010A}", "a\u{301}"])
    func `a request rejects non-ASCII field values`(_ value: String) throws {
        #expect(try refusalOf(.post, [("X-Name", value)]) == .invalidFieldValue(HTTPFieldName("x-name")))
    }

    @Test(arguments: [(HTTPMethod.get, false), (.head, false), (.trace, false), (.post, true), (.delete, true)])
    func `a body is allowed only if the method allows one`(method: HTTPMethod, isAllowed: Bool) throws {
        #expect(try refusalOf(method, body: []) == nil)
        #expect(try refusalOf(method, body: [1]) == (isAllowed ? nil : .bodyNotAllowed(method)))
    }
}

struct HTTPMethodTests {
    @Test(arguments: [
        (HTTPMethod.get, "GET", true, false), (.head, "HEAD", true, false), (.post, "POST", false, true),
        (.put, "PUT", true, true), (.patch, "PATCH", false, true), (.delete, "DELETE", true, true),
        (.options, "OPTIONS", true, true), (.trace, "TRACE", true, false),
    ])
    func `each known method has the right text, idempotence and rule for a body`(
        method: HTTPMethod,
        text: String,
        isIdempotent: Bool,
        allowsBody: Bool
    ) throws {
        #expect(try HTTPMethod(text) == method)
        #expect(method.text == text)
        #expect(method.description == text)
        #expect(method.isIdempotent == isIdempotent)
        #expect(method.allowsBody == allowsBody)
    }

    @Test func `any other method is accepted, and treated as not idempotent`() throws {
        let method = try HTTPMethod("PURGE")
        #expect(method.text == "PURGE")
        #expect(!method.isIdempotent)
        #expect(method.allowsBody)
    }

    @Test func `methods are case-sensitive`() throws {
        #expect(try HTTPMethod("get") != .get)
    }

    @Test(arguments: Characters.ascii)
    func `a method accepts only the token characters of RFC 9110`(_ scalar: Unicode.Scalar) {
        let expected: HTTPRequestError? = Characters.token.contains(scalar) ? nil : .invalidMethod
        #expect(refusal { () throws(HTTPRequestError) in try HTTPMethod(String(scalar)) } == expected)
        #expect(refusal { () throws(HTTPRequestError) in try HTTPMethod("GET\(scalar)X") } == expected)
    }

    @Test(arguments: ["", " GET", "GET ", "GET / HTTP/1.1\r\nX: y", "GÉT", "ＧＥＴ", "CONNECT", "G\u{301}"])
    func `invalid methods are rejected`(_ text: String) {
        #expect(refusal { () throws(HTTPRequestError) in try HTTPMethod(text) } == .invalidMethod)
    }
}

struct HTTPStatusTests {
    @Test(arguments: [
        (100, HTTPStatus.Kind.informational), (199, .informational), (200, .successful), (299, .successful),
        (300, .redirection), (399, .redirection), (400, .clientError), (499, .clientError), (500, .serverError),
        (599, .serverError), (600, .serverError), (999, .serverError),
    ])
    func `the code of a status determines its kind`(code: Int, kind: HTTPStatus.Kind) throws {
        let status = try #require(HTTPStatus(code))
        #expect(status.code == code)
        #expect(status.kind == kind)
        #expect(status.description == String(code))
    }

    @Test(arguments: [Int.min, -200, -1, 0, 99, 1_000, Int.max])
    func `a code outside 100 to 999 is not a status`(_ code: Int) {
        #expect(HTTPStatus(code) == nil)
    }
}

/// Returns the error that a closure throws, or nil.
func refusal<Value>(_ make: () throws(HTTPRequestError) -> Value) -> HTTPRequestError? {
    do throws(HTTPRequestError) {
        _ = try make()
        return nil
    } catch {
        return error
    }
}
