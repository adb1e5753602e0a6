#if canImport(Glibc)
import AccountFlowTransportTesting
import Glibc
import Networking
import TestSupport
import Testing

/// What becomes of the proxies that the environment names; each test in a process with an environment of its own.
struct CurlProxyTests {
    @Test func `a proxy of the environment is used where that is asked for, and nowhere else`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.respond() }
            let proxy = try FaultServer { request, connection in connection.respond(203, body: request.target.utf8) }
            for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                setenv(name, proxy.origin, 1)
            }
            let request = try HTTPRequest(.get, HTTPURL(server.origin + "/a"))
            #expect(try await CurlTransport().send(request).status == .ok)
            #expect(proxy.connectionCount == 0)
            let answer = try await CurlTransport(usesEnvironmentProxy: true).send(request)
            #expect(answer.status.code == 203 && answer.body == Array(request.url.text.utf8))
            #expect(server.connectionCount == 1)
        }
    }

    @Test(.enabled(if: TLSServer.isAvailable, "there is no openssl here"))
    func `what a proxy says when it connects is not taken for the answer of the server`() async {
        await #expect(processExitsWith: .success) {
            let server = try await onOwnThread { try TLSServer(name: "DNS:localhost") }
            // The thread of a connection outlives the test, and would keep the program alive.
            let port = server.port
            let proxy = try FaultServer { _, connection in
                connection.send("HTTP/1.1 200 Connected\r\naccessToken: of the proxy\r\n\r\n")
                connection.relay(toPort: port)
            }
            let shut = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.respond(403) }
            let request = try HTTPRequest(.get, HTTPURL("https://localhost:\(server.port)/"))
            setenv("https_proxy", proxy.origin, 1)
            let response = try await CurlTransport(
                certificateAuthorities: server.certificate,
                usesEnvironmentProxy: true
            ).send(request)
            #expect(response.fields.map(\.name.canonical) == ["content-type"])
            #expect(response.status == .ok && !response.body.isEmpty)
            setenv("https_proxy", shut.origin, 1)
            await #expect(throws: TransportError.unreachable) {
                try await CurlTransport(usesEnvironmentProxy: true).send(request)
            }
        }
    }
}
#endif
