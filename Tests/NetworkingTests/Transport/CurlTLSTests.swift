#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
import Networking
import TestSupport
import Testing

@Suite(.enabled(if: TLSServer.isAvailable, "there is no openssl here"))
struct CurlTLSTests {
    private func status(_ url: String, trusting certificate: String?) async throws -> Result<Int, TransportError> {
        let request = try HTTPRequest(.get, HTTPURL(url))
        do throws(TransportError) {
            let transport = try CurlTransport(certificateAuthorities: certificate)
            return .success(try await transport.send(request).status.code)
        } catch {
            return .failure(error)
        }
    }

    @Test func `a certificate is accepted if its authority is trusted and its name is right, and refused otherwise`()
        async throws
    {
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
}
#endif
