#if canImport(Glibc)
import AccountFlowTesting
import AccountFlowTransportTesting
import Dispatch
import Glibc
import Networking
import TestSupport
import Testing

/// Tests with a libcurl that is missing, too old, or built with its own certificate authorities.
struct CurlLibraryTests {
    @Test(arguments: [nil, "curl_multi_poll", "curl_multi_wakeup", "curl_easy_init", "curl_global_init"])
    func `a library that is missing or lacks a function is a typed error of every request`(function: String?)
        async throws
    {
        let names = [function == nil ? "libcurl-of-nobody.so" : "libcurl.so.4"]
        let library = CurlLibrary(names: names, hiding: function)
        #expect(library == nil)
        let transport = CurlTransport(library: library)
        let request = try HTTPRequest(.get, HTTPURL("http://localhost:1/"))
        for _ in 0..<2 {
            await #expect(throws: TransportError.transportUnavailable) { try await transport.send(request) }
        }
    }

    @Test func `a transport that has sent nothing has not loaded the library`() async {
        await #expect(processExitsWith: .success) {
            let transport = CurlTransport()
            #expect(dlopen("libcurl.so.4", RTLD_NOW | RTLD_NOLOAD) == nil)
            let request = try HTTPRequest(.get, HTTPURL("http://localhost:1/"))
            await #expect(throws: TransportError.unreachable) { try await transport.send(request) }
            #expect(dlopen("libcurl.so.4", RTLD_NOW | RTLD_NOLOAD) != nil)
        }
    }

    @Test @MainActor func `the first request loads the library on another thread, and no caller waits for it`()
        async throws
    {
        let (started, starts) = AsyncStream<Void>.makeStream()
        let (waits, release) = (MessageLog<DispatchTimeoutResult>(), DispatchSemaphore(value: 0))
        @Sendable func load() -> CurlLibrary? {
            starts.yield()
            waits.append(release.wait(timeout: .now() + 300))
            return .system
        }
        let server = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.respond() }
        let request = try HTTPRequest(.get, HTTPURL(server.origin))
        let transport = CurlTransport(library: load())
        let cancelled = Task { try await transport.send(request) }
        for await _ in started { break }
        cancelled.cancel()
        await #expect(throws: TransportError.cancelled) { try await cancelled.value }
        release.signal()
        #expect(try await transport.send(request).status == .ok)
        #expect(waits.messages == [.success])
    }

    @Test func `R1 with a library that cannot disable resending, each request has its own connection`() async throws {
        let log = MessageLog<String>()
        let server = try FaultServer { request, connection in
            log.append(request.path)
            if request.path == "/drop" { connection.close() } else { connection.respond() }
        }
        // Before 7.80 CURLOPT_PREREQFUNCTION is a CURLE_UNKNOWN_OPTION.
        let old = CurlLibrary(names: ["libcurl.so.4"]) { _, _, option in option == 20_312 ? 48 : nil }
        let transport = CurlTransport(library: old)
        let paths = ["/first", "/drop", "/last"]
        for path in paths {
            let request = try HTTPRequest(.post, HTTPURL(server.origin + path), body: [1])
            do throws(TransportError) {
                #expect(try await transport.send(request).status == .ok && path != "/drop")
            } catch {
                // This library does not report whether a request was sent, so the server may have received it.
                #expect(path == "/drop")
                #expect(error == .truncated)
            }
        }
        #expect(log.messages == paths)
        #expect(server.connectionCount == 3)
    }

    @Test(.enabled(if: TLSServer.isAvailable, "openssl is not installed"))
    func `the certificate authorities of a transport replace the system's`() async throws {
        let (server, other, folder) = try await onOwnThread {
            let server = try TLSServer(name: "DNS:localhost")
            return (server, try TLSServer(name: "DNS:localhost", owner: "other"), try server.makeAuthoritiesFolder())
        }
        // A library that is built to trust the authorities in this folder: CURLOPT_CAPATH, before CURLOPT_URL is set.
        let library = CurlLibrary(names: ["libcurl.so.4"]) { library, easy, option in
            if option == 10_002 { folder.withCString { library.set(easy, 10_097, pointer: $0) } }
            return nil
        }
        let request = try HTTPRequest(.get, HTTPURL("https://localhost:\(server.port)/"))
        #expect(try await CurlTransport(library: library).send(request).status == .ok)
        let transport = CurlTransport(library: library, certificateAuthorities: other.certificate)
        await #expect(throws: TransportError.tlsFailed) { try await transport.send(request) }
    }
}

/// Tests of proxies from the environment; each test runs in a process with its own environment.
struct CurlProxyTests {
    @Test func `a proxy of the environment is used only if requested`() async {
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
            #expect(answer.status.code == 203)
            #expect(answer.body == Array(request.url.text.utf8))
            #expect(server.connectionCount == 1)
        }
    }

    @Test(.enabled(if: TLSServer.isAvailable, "openssl is not installed"))
    func `the CONNECT response of a proxy is not part of the server's response`() async {
        await #expect(processExitsWith: .success) {
            let server = try await onOwnThread { try TLSServer(name: "DNS:localhost") }
            // The thread of a connection outlives the test, and a captured server would keep `openssl` running.
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
            #expect(response.status == .ok)
            #expect(!response.body.isEmpty)
            setenv("https_proxy", shut.origin, 1)
            await #expect(throws: TransportError.unreachable) {
                try await CurlTransport(usesEnvironmentProxy: true).send(request)
            }
        }
    }
}
#endif
