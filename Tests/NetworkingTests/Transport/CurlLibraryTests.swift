#if canImport(Glibc)
import AccountFlowTesting
import AccountFlowTransportTesting
import Networking
import TestSupport
import Testing

/// What becomes of a system whose libcurl is missing, older than what is asked of it, or made with services.
struct CurlLibraryTests {
    @Test(
        "a library that is missing, or lacks a function, is a typed error before anything is sent",
        arguments: [nil, "curl_multi_poll", "curl_multi_wakeup", "curl_easy_init", "curl_global_init"]
    )
    func missing(function: String?) {
        let names = [function == nil ? "libcurl-of-nobody.so" : "libcurl.so.4"]
        let library = CurlLibrary(names: names, hiding: function)
        #expect(library == nil)
        #expect(throws: TransportError.transportUnavailable) { try CurlTransport(library: library) }
    }

    @Test func `R1 a library that cannot be kept from sending again gets a connection of its own each time`()
        async throws
    {
        let log = MessageLog<String>()
        let server = try FaultServer { request, connection in
            log.append(request.path)
            if request.path == "/drop" { connection.close() } else { connection.respond() }
        }
        // Before 7.80 CURLOPT_PREREQFUNCTION is a CURLE_UNKNOWN_OPTION.
        let old = CurlLibrary(names: ["libcurl.so.4"]) { _, _, option in option == 20_312 ? 48 : nil }
        let transport = try CurlTransport(library: old)
        let paths = ["/first", "/drop", "/last"]
        for path in paths {
            let request = try HTTPRequest(.post, HTTPURL(server.origin + path), body: [1])
            do throws(TransportError) {
                #expect(try await transport.send(request).status == .ok && path != "/drop")
            } catch {
                // Whether it was sent is not known with this library, so it may have been heard.
                #expect(path == "/drop" && error == .truncated)
            }
        }
        #expect(log.messages == paths)
        #expect(server.connectionCount == 3)
    }

    @Test(
        "the services of a transport are trusted instead of the system's",
        .enabled(if: TLSServer.isAvailable, "there is no openssl here")
    )
    func services() async throws {
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
        let transport = try CurlTransport(library: library, certificateAuthorities: other.certificate)
        await #expect(throws: TransportError.tlsFailed) { try await transport.send(request) }
    }
}
#endif
