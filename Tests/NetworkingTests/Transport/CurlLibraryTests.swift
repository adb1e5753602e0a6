#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
import AccountFlowTesting
import AccountFlowTransportTesting
import Glibc
import Networking
import Synchronization
import TestSupport
import Testing

/// What becomes of a system whose libcurl is missing, older than what is asked of it, or made with services.
struct CurlLibraryTests {
    private typealias SetOption = @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?) -> Int32

    /// The function of the library of this system.
    private static let setOption: SetOption? = dlopen("libcurl.so.4", RTLD_NOW)
        .flatMap { dlsym($0, "curl_easy_setopt") }
        .map { unsafeBitCast($0, to: SetOption.self) }

    /// The same function before 7.80, which does not know `CURLOPT_PREREQFUNCTION`: that is CURLE_UNKNOWN_OPTION.
    private static let oldSetOption: SetOption = { handle, option, value in
        option == 20_312 ? 48 : setOption?(handle, option, value) ?? 2
    }

    @Test(
        "a library that is missing, or lacks a function, is a typed error before anything is sent",
        arguments: [nil, "curl_multi_poll", "curl_multi_wakeup", "curl_easy_init", "curl_global_init"]
    )
    func missing(function: String?) {
        let library = CurlLibrary(names: function == nil ? ["libcurl-of-nobody.so"] : ["libcurl.so.4"]) {
            $1 == function ? nil : dlsym($0, $1)
        }
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
        let old = CurlLibrary(names: ["libcurl.so.4"]) { library, name in
            name == "curl_easy_setopt"
                ? unsafeBitCast(Self.oldSetOption, to: UnsafeMutableRawPointer.self) : dlsym(library, name)
        }
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

    /// The folder of services that the library below was made with.
    private static let systemFolder = Mutex("/nowhere")

    /// The same function of a library with a folder of its own, which is looked at until another is set, or none.
    private static let setOptionBesideFolder: SetOption = { handle, option, value in
        if option == 10_002 {
            systemFolder.withLock { folder in folder.withCString { _ = setOption?(handle, 10_097, $0) } }
        }
        return setOption?(handle, option, value) ?? 2
    }

    @Test(
        "the services of a transport are trusted instead of the system's",
        .enabled(if: TLSServer.isAvailable, "there is no openssl here")
    )
    func services() async throws {
        let (server, other) = try await onOwnThread {
            let server = try TLSServer(name: "DNS:localhost")
            Self.systemFolder.withLock { [folder = try server.makeAuthoritiesFolder()] in $0 = folder }
            return (server, try TLSServer(name: "DNS:localhost", owner: "other"))
        }
        let library = CurlLibrary(names: ["libcurl.so.4"]) { library, name in
            name == "curl_easy_setopt"
                ? unsafeBitCast(Self.setOptionBesideFolder, to: UnsafeMutableRawPointer.self) : dlsym(library, name)
        }
        let request = try HTTPRequest(.get, HTTPURL("https://localhost:\(server.port)/"))
        #expect(try await CurlTransport(library: library).send(request).status == .ok)
        let transport = try CurlTransport(library: library, certificateAuthorities: other.certificate)
        await #expect(throws: TransportError.tlsFailed) { try await transport.send(request) }
    }
}
#endif
