import AccountFlowTransportTesting
import Networking
import Testing

/// Tests that printed requests and responses show no value of a field, a query or a body.
struct RedactionTests {
    private static let secret = "s3cr3t"

    private static func fields() throws -> HTTPFields {
        let names = ["Authorization", "accessToken", "X-Api-Key", "Cookie", "Content-Type", "Retry-After"]
        return try HTTPFields(names.map { ($0, secret) })
    }

    private static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            String(describing: value), String(reflecting: value), "\(value)", "\([value])",
            "\(Optional.some(value) as Any)",
            dumped, Mirror(reflecting: value).children.map { String(reflecting: $0) }.joined(),
        ]
    }

    @Test func `descriptions and dumps show no secret`() throws {
        let fields = try Self.fields()
        let url = try HTTPURL("https://example.com/account?token=\(Self.secret)")
        let body = Array(Self.secret.utf8)
        let request = try HTTPRequest(.post, url, fields: fields, body: body)
        let response = HTTPResponse(.ok, fields: fields, body: body)
        let values: [Any] = [fields, try #require(fields.first), url, request, response]
        for text in values.flatMap(Self.texts) {
            #expect(!text.contains(Self.secret))
            #expect(!text.contains("\(body)".dropFirst().dropLast()))
        }
    }

    @Test func `no error shows the rejected text`() throws {
        let errors: [HTTPRequestError?] = [
            refusal { () throws(HTTPRequestError) in try HTTPMethod(Self.secret + "\n") },
            refusal { () throws(HTTPRequestError) in try HTTPFieldName(Self.secret + "\n") },
            refusal { () throws(HTTPRequestError) in try HTTPField(.authorization, Self.secret + "\n") },
            refusal { () throws(HTTPRequestError) in try HTTPURL("https://user:\(Self.secret)@example.com") },
            refusal { () throws(HTTPRequestError) in try HTTPURL("http://example.com/\(Self.secret)") },
            refusal { () throws(HTTPRequestError) in try HTTPURL(Self.secret) },
        ]
        for error in errors {
            let error = try #require(error)
            for text in Self.texts(of: error) { #expect(!text.contains(Self.secret)) }
        }
    }

    @Test func `descriptions show field names, sizes, and a URL without its query`() throws {
        let fields = try HTTPFields([("Authorization", Self.secret), ("Accept", "*/*")])
        let url = try HTTPURL("https://example.com/account?token=\(Self.secret)")
        let request = try HTTPRequest(.post, url, fields: fields, body: [1, 2, 3])
        let response = HTTPResponse(.created, fields: fields, body: [1])
        #expect(fields.description == "[Authorization, Accept]")
        #expect(fields.first?.description == "Authorization: ‹redacted›")
        #expect(url.description == "https://example.com/account?‹redacted›")
        #expect(try HTTPURL("https://example.com/account").description == "https://example.com/account")
        #expect(request.description == "POST https://example.com/account?‹redacted› [Authorization, Accept] 3 bytes")
        #expect(response.description == "201 [Authorization, Accept] 1 bytes")
    }
}
