#if canImport(Darwin) || URLSession
import AccountFlowTransportTesting
import Networking
import Testing

/// What is kept of exchanges while they are on their way, and not behind their end.
struct URLSessionExchangesTests {
    @Test func `nothing is left of a request that was answered, also once its deadline has passed`() async throws {
        let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
            if request.path == "/hang" { connection.waitForClose() } else { connection.respond() }
        }
        let transport = URLSessionTransport(limits: TransportLimits(timeout: .milliseconds(300)))
        for _ in 0..<10 { _ = try? await transport.send(HTTPRequest(.get, HTTPURL(server.origin))) }
        // Deadlines pass one behind the other, so those of the others have passed with this one.
        await #expect(throws: TransportError.timedOut) {
            try await transport.send(HTTPRequest(.get, HTTPURL(server.origin + "/hang")))
        }
        #expect(transport.exchangeCount == 0)
    }
}
#endif
