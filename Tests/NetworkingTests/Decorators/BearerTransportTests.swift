import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Networking
import Testing

struct BearerTransportTests {
    private static var origin: HTTPURL { get throws { try HTTPURL("https://example.com") } }

    private func request(_ text: String = "https://example.com/a") throws -> HTTPRequest {
        var fields = HTTPFields()
        try fields.append(.authorization, "old")
        return try HTTPRequest(.get, HTTPURL(text), fields: fields)
    }

    @Test(arguments: [
        (Authorization.bearer, "Authorization", "Bearer t1"),
        (Authorization(scheme: "Token"), "authorization", "Token t1"),
        (Authorization(), "Authorization", "t1"),
    ])
    func `every request has the token in the described form`(authorization: Authorization, name: String, value: String)
        async throws
    {
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        let sut = try BearerTransport(stub, origin: Self.origin, authorization: authorization, token: AccessToken("t1"))
        for _ in 0..<2 { _ = try await sut.send(request()) }
        #expect(try stub.requests.map { $0.fields[try HTTPFieldName(name)] } == [[value], [value]])
    }

    @Test(arguments: ["https://example.com:443", "HTTPS://Example.COM", "https://example.com/b?c"])
    func `an origin matches in any spelling`(origin: String) async throws {
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        let sut = try BearerTransport(stub, origin: HTTPURL(origin), token: AccessToken("t1"))
        _ = try await sut.send(request())
        #expect(stub.requests.map { $0.fields[.authorization] } == [["Bearer t1"]])
    }

    @Test(arguments: [
        "http://localhost/a", "https://example.com:444/a", "https://www.example.com/a", "https://example.org/a",
    ])
    func `a token is not sent to other origins`(url: String) async throws {
        let stub = HTTPTransportStub(.success(HTTPResponse(.unauthorized)))
        let sut = try BearerTransport(stub, origin: Self.origin, token: AccessToken("t1"))
        _ = try await sut.send(request(url))
        #expect(stub.requests == [try request(url)])
        #expect(sut.token == AccessToken("t1"))
    }

    @Test(arguments: [(401, true), (403, false), (500, false), (200, false)])
    func `a token that the server refuses is dropped`(code: Int, isDropped: Bool) async throws {
        let stub = HTTPTransportStub(.success(.json(code)))
        let sut = try BearerTransport(stub, origin: Self.origin, token: AccessToken("t1"))
        #expect(try await sut.send(request()).status.code == code)
        #expect(sut.token == (isDropped ? nil : AccessToken("t1")))
        _ = try await sut.send(request())
        #expect(stub.requests[1].fields[.authorization] == [isDropped ? "old" : "Bearer t1"])
    }

    @Test func `a late refusal of an older token does not drop a newer one`() async throws {
        let gate = Gate()
        let loopback = LoopbackTransport { _ in
            await gate.pass()
            return HTTPResponse(.unauthorized)
        }
        let sut = try BearerTransport(loopback, origin: Self.origin, token: AccessToken("t1"))
        let request = try request()
        let task = Task { () throws(TransportError) in try await sut.send(request) }
        await gate.open { sut.token = AccessToken("t2") }
        _ = try await task.value
        #expect(sut.token == AccessToken("t2"))
    }

    @Test(arguments: [AccessToken("t1\r\nX-Evil: 1"), AccessToken(AccessToken(issuedHere: "t1").digest)])
    func `a token that is not a valid field value, or only a digest, is dropped and not sent`(
        token: AccessToken
    ) async throws {
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok)))
        let sut = try BearerTransport(stub, origin: Self.origin, token: token)
        _ = try await sut.send(request())
        #expect(stub.requests == [try request()])
        #expect(sut.token == nil)
    }
}
