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
        var list = HTTPFields()
        for (name, value) in fields { try list.append(HTTPFieldName(name), value) }
        return refusal { [list] () throws(HTTPRequestError) in try HTTPRequest(method, url, fields: list, body: body) }
    }

    @Test func `a request holds what it was made of`() throws {
        var fields = HTTPFields()
        try fields.append(.contentType, "application/json")
        let request = try HTTPRequest(.post, makeURL(), fields: fields, body: [0, 13, 10, 255])
        #expect(request.method == .post)
        #expect(try request.url == makeURL())
        #expect(request.fields == fields)
        #expect(request.body == [0, 13, 10, 255])
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
        #expect(
            try refusalOf(.post, [("Accept", "*/*"), (spelling(name), "1")]) == .reservedField(HTTPFieldName(name))
        )
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
