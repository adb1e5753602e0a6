#if canImport(Glibc)
import AccountFlowTransportTesting
import Networking
import TestSupport
import Testing

@Suite(.enabled(if: TLSServer.isAvailable, "openssl is not installed"))
struct CurlTLSTests {
    private func status(_ url: String, trusting certificate: String?) async throws -> Result<Int, TransportError> {
        let transport = CurlTransport(certificateAuthorities: certificate)
        return try await transport.outcome(of: HTTPRequest(.get, HTTPURL(url))).map(\.status.code)
    }

    @Test func `a certificate is accepted only if its authority is trusted and its name matches`() async throws {
        let server = try await onOwnThread { try TLSServer(name: "DNS:localhost") }
        let url = "https://localhost:\(server.port)/"
        #expect(try await status(url, trusting: nil) == .failure(.tlsFailed))
        #expect(try await status(url, trusting: server.certificate) == .success(200))
        #expect(
            try await status("https://127.0.0.1:\(server.port)/", trusting: server.certificate) == .failure(.tlsFailed)
        )
        #expect(try await status(url, trusting: "/nowhere/at/all.pem") == .failure(.tlsFailed))
        let other = try await onOwnThread { try TLSServer(name: "DNS:localhost") }
        #expect(try await status(url, trusting: other.certificate) == .failure(.tlsFailed))
    }

    /// A response of an HTTP/2 server, whether the server exits after it, and the expected result.
    struct Answer: Sendable, CustomStringConvertible {
        let description: String
        let frames: [HTTP2Server.Frame]
        var ends = false
        let expected: Result<String, TransportError>
    }

    private static let fields = [("accesstoken", "t1"), ("x", "é")]
    private static let hello = Array("hello".utf8)

    private static let answers = [
        Answer(description: "a whole response", frames: [.head(fields), .data(hello)], expected: .success("t1 hello")),
        Answer(description: "without a body", frames: [.head(fields, isLast: true)], expected: .success("t1 ")),
        Answer(
            description: "in pieces",
            frames: [.head(fields)] + hello.map { .data([$0], isLast: false) } + [.data([])],
            expected: .success("t1 hello")
        ),
        Answer(
            description: "closed within the body",
            frames: [.head(fields), .data(hello, isLast: false)],
            ends: true,
            expected: .failure(.truncated)
        ),
        Answer(description: "closed before the response", frames: [], ends: true, expected: .failure(.truncated)),
        Answer(
            description: "a reset within the body",
            frames: [.head(fields), .data(hello, isLast: false), .reset(2)],
            expected: .failure(.truncated)
        ),
        // RFC 9113, section 8.7, allows sending this request again, but the transport does not.
        Answer(description: "a refused stream", frames: [.reset(7)], expected: .failure(.truncated)),
        Answer(
            description: "a body shorter than its content length",
            frames: [.head(fields + [("content-length", "9")]), .data(hello)],
            expected: .failure(.truncated)
        ),
        Answer(
            description: "two content lengths",
            frames: [.head([("content-length", "5"), ("content-length", "6")]), .data(hello)],
            expected: .failure(.truncated)
        ),
        Answer(
            description: "a body beyond the limit",
            frames: [.head(fields)]
                + Array(repeating: .data(Array(repeating: 0, count: 16_384), isLast: false), count: 3),
            expected: .failure(.tooLarge(maximumBytes: 20_000))
        ),
        Answer(
            description: "GOAWAY with the response",
            frames: [.goAway(last: 1), .head(fields), .data(hello)],
            expected: .success("t1 hello")
        ),
    ]

    @Test(arguments: answers)
    func `H1 H2 HTTP/2 also gives a complete response or a typed error, with one request`(answer: Answer) async throws {
        let server = try await onOwnThread { try HTTP2Server(answer.frames, ends: answer.ends) }
        let transport = CurlTransport(
            limits: TransportLimits(bodyBytes: 20_000),
            certificateAuthorities: server.tls.certificate
        )
        let request = try HTTPRequest(.post, HTTPURL("https://localhost:\(server.tls.port)/"), body: [1])
        let outcome = await transport.outcome(of: request).map { response in
            response.fields[.accessToken].joined() + " " + String(decoding: response.body, as: UTF8.self)
        }
        #expect(outcome == answer.expected)
        #expect(server.requestCount == 1)
    }
}
#endif
