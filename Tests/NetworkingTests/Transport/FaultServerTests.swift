#if canImport(Glibc)
import AccountFlowTesting
import AccountFlowTransportTesting
import Dispatch
import Networking
import Testing

/// Tests of `FaultServer`, which the transport tests connect to.
struct FaultServerTests {
    @Test(arguments: [true, false])
    func `a server that is released closes only its own connection`(isReset: Bool) async throws {
        let (hasEnded, hasBegun) = (DispatchSemaphore(value: 0), MessageLog<Void>())
        // Its connection is closed, so the descriptor's number is free, but its thread is still running.
        var leaving: FaultServer? = try FaultServer { connection in
            _ = connection.readRequest()
            if isReset { connection.reset() } else { connection.close() }
            hasEnded.wait()
        }
        let url = try HTTPURL(#require(leaving?.origin))
        await #expect(throws: TransportError.truncated) { try await CurlTransport().send(HTTPRequest(.get, url)) }

        let servers = try (0..<8).map { _ in
            try FaultServer { connection in
                guard connection.readRequest() != nil else { return }
                hasBegun.append(())
                hasEnded.wait()
                connection.respond(body: [1])
                connection.waitForClose()
            }
        }
        let bodies = try await withThrowingTaskGroup { group in
            for server in servers {
                let url = try HTTPURL(server.origin)
                group.addTask { try await CurlTransport().send(HTTPRequest(.get, url)).body }
            }
            await hasBegun.arrival(of: servers.count)
            leaving = nil
            for _ in 0...servers.count { hasEnded.signal() }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: [1], count: servers.count))
    }
}
#endif
