#if canImport(Glibc) && (arch(x86_64) || arch(arm64))
import AccountFlowTesting
import AccountFlowTransportTesting
import Glibc
import Networking
import Testing

/// What becomes of a system whose libcurl is missing, or older than what is asked of it.
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
}
#endif
