import AccountFlowTransportTesting
import Networking
import Testing

struct HTTPTransportTests {
    private func makeRequest() throws -> HTTPRequest { try HTTPRequest(.get, HTTPURL("https://example.com/")) }

    @Test func `a transport of any kind gives a response`() async throws {
        let stub = HTTPTransportStub(.success(HTTPResponse(.ok, body: [1])))
        let transport: any HTTPTransport = stub
        let request = try makeRequest()
        #expect(try await transport.send(request) == HTTPResponse(.ok, body: [1]))
        #expect(stub.requests == [request])
    }

    @Test(
        "or one error, which tells whether the server may have heard the request",
        arguments: [
            (TransportError.unreachable, false), (.tlsFailed, false), (.transportUnavailable, false),
            (.cancelled, true),
            (.timedOut, true), (.truncated, true), (.tooLarge(maximumUTF8Length: 1), true),
            (.unexpectedRedirect(.badRequest), true), (.invalidResponse, true),
        ]
    )
    func errors(error: TransportError, mayHaveReachedServer: Bool) async throws {
        let transport: any HTTPTransport = HTTPTransportStub(.failure(error))
        let request = try makeRequest()
        do throws(TransportError) {
            _ = try await transport.send(request)
            Issue.record("no error")
        } catch {
            #expect(error.mayHaveReachedServer == mayHaveReachedServer)
        }
    }
}
