#if canImport(Darwin) || URLSession
import AccountFlowTransportTesting
import Networking
import Testing

/// Tests that a transport stores exchanges only until they end.
struct URLSessionExchangesTests {
    @Test func `no exchange remains of an answered request, even after its deadline`() async throws {
        let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
            if request.path == "/hang" { connection.waitForClose() } else { connection.respond() }
        }
        let transport = URLSessionTransport(limits: TransportLimits(timeout: .milliseconds(300)))
        for _ in 0..<10 { _ = try? await transport.send(HTTPRequest(.get, HTTPURL(server.origin))) }
        // Deadlines pass in order, so the deadlines of the earlier requests have passed too.
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(.get, HTTPURL(server.origin + "/hang")))
        }
        #expect(transport.exchangeCount == 0)
    }
}

/// Tests of the fields that URLSession joins.
struct URLSessionFieldTests {
    @Test func `several cookies are several fields`() async throws {
        let cookies = ["a=1; Path=/; Expires=Mon, 16 Nov 2026 10:00:00 GMT", "b=2; HttpOnly"]
        let server = try FaultServer { (_: FaultRequest, connection: FaultConnection) in
            let fields = cookies.map { "Set-Cookie: \($0)\r\n" }.joined()
            connection.send(Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n".utf8))
            connection.close()
        }
        let response = try await URLSessionTransport().send(HTTPRequest(.get, HTTPURL(server.origin)))
        #expect(response.fields[.setCookie] == cookies)
    }
}
#endif

#if URLSession && canImport(FoundationNetworking)
import AccountFlowTransportTesting
import Foundation
import Glibc
import Networking
import Testing

/// Tests of faulty servers and URLSession of FoundationNetworking 6.3.1, which is why it is not the default on Linux.
struct URLSessionFaultTests {
    /// The faults that crash the process, which code around URLSession cannot prevent.
    private static let fatal: Set<String> = [
        "fields behind the chunks", "an end behind the status line", "an end within a field", "the largest size",
        "a redirect to ‘//%00/’", "a redirect to ‘//exa%20mple/x’",
    ]

    /// A fault that also crashes the process, but only some time after the request has timed out.
    private static let fatalLater = "fields without end"

    /// The complete responses that URLSession rejects.
    private static let refused: Set<String> = ["line feeds alone", "no reason", "a value in Latin-1"]

    /// The faults that URLSession accepts: an unreadable size, a folded field, and fields that it joins before they
    /// are counted.
    private static let unnoticed: Set<String> = ["a size beyond all", "a folded field", "many fields"]

    @Sendable private static func answer(_ name: String) async throws -> Result<HTTPResponse, TransportError> {
        let fault = try #require(FaultCase.all.first { $0.description == name })
        let server = try FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(fault.response)
            switch fault.ending {
            case .keep: connection.waitForClose()
            case .close: connection.close()
            case .reset: connection.reset()
            }
        }
        let transport = URLSessionTransport(limits: FaultCase.limits)
        let request = try HTTPRequest(.post, HTTPURL(server.origin), body: [1])
        return await transport.outcome(of: request)
    }

    @Test(arguments: FaultCase.all.map(\.description).filter { !fatal.contains($0) && $0 != fatalLater })
    func `H1 a fault that URLSession survives is a typed error, a complete response a value`(name: String) async throws
    {
        let fault = try #require(FaultCase.all.first { $0.description == name })
        switch (try await Self.answer(name), fault.expected) {
        case (.success(let response), .value(let code, let body)):
            #expect(response.status.code == code)
            // URLSession drops the body of a response with a challenge.
            #expect(response.body == Array(body.utf8) || (code == 401 && response.body.isEmpty))
        case (.success, .error): #expect(Self.unnoticed.contains(name))
        case (.failure, .value): #expect(Self.refused.contains(name))
        // URLSession does not report which error occurred.
        case (.failure, .error): break
        }
    }

    @Test(arguments: fatal.sorted())
    func `H2 a server can crash a process that uses URLSession`(name: String) async {
        await #expect(processExitsWith: .failure) { [name = name as String] in
            _ = try await Self.answer(name)
        }
    }

    @Test func `on Linux, URLSession always uses the proxy of the environment`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.respond(203) }
            setenv("http_proxy", proxy.origin, 1)
            let request = try HTTPRequest(.get, HTTPURL("http://nowhere.invalid/", plainHTTP: .anywhere))
            #expect(try await URLSessionTransport().send(request).status.code == 203)
        }
    }
}
#endif
