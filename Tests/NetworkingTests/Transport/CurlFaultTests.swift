#if canImport(Glibc)
import AccountFlowTesting
import AccountFlowTransportTesting
import Networking
import Testing

/// Tests of faulty servers and their outcomes: criteria H1 to H4.
struct CurlFaultTests {
    /// Sends one request to a server that runs a closure for each connection.
    private static func answer(
        _ limits: TransportLimits = FaultCase.limits,
        to serve: @escaping @Sendable (FaultConnection) -> Void
    ) async throws -> Result<HTTPResponse, TransportError> {
        let server = try FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            serve(connection)
        }
        let request = try HTTPRequest(.post, HTTPURL(server.origin), body: [1])
        let transport = CurlTransport(limits: limits)
        return await transport.outcome(of: request)
    }

    @Test(arguments: FaultCase.all)
    func `H1 every fault is a typed error, and every complete response a value`(fault: FaultCase) async throws {
        let result = try await Self.answer { connection in
            connection.send(fault.response)
            switch fault.ending {
            case .keep: connection.waitForClose()
            case .close: connection.close()
            case .reset: connection.reset()
            }
        }
        switch result {
        case .success(let response):
            #expect(.value(response.status.code, String(decoding: response.body, as: UTF8.self)) == fault.expected)
        case .failure(let error):
            #expect(.error(error) == fault.expected)
        }
    }

    @Test func `the transport sends the request and nothing else`() async throws {
        let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
            connection.respond(body: request.bytes)
        }
        let fields = try HTTPFields([("X-One", "a"), ("x-one", ""), ("X-ONE", "b")])
        let url = try HTTPURL(server.origin + "/p/a;b?c=%20")
        let transport = CurlTransport()
        let posted = try await transport.send(HTTPRequest(.post, url, fields: fields, body: [97, 98]))
        let host = "Host: 127.0.0.1:\(server.port)\r\nAccept-Encoding: gzip\r\n"
        #expect(
            String(decoding: posted.body, as: UTF8.self)
                == "POST /p/a;b?c=%20 HTTP/1.1\r\n\(host)X-One: a\r\nx-one:\r\n"
                + "X-ONE: b\r\nContent-Length: 2\r\n\r\nab"
        )
        let read = try await transport.send(HTTPRequest(.get, HTTPURL(server.origin)))
        #expect(String(decoding: read.body, as: UTF8.self) == "GET / HTTP/1.1\r\n\(host)\r\n")
    }

    @Test(arguments: [HTTPMethod.get, .post, .put, .delete])
    func `R1 a request is not sent again if its connection closes without an answer`(method: HTTPMethod) async throws {
        let log = MessageLog<String>()
        let server = try FaultServer { request, connection in
            log.append(request.path)
            if request.path == "/drop" { connection.close() } else { connection.respond() }
        }
        let transport = CurlTransport()
        // Opens a connection that the next request can reuse.
        _ = try await transport.send(HTTPRequest(.get, HTTPURL(server.origin + "/first")))
        let request = try HTTPRequest(method, HTTPURL(server.origin + "/drop"), body: method.allowsBody ? [1] : [])
        await #expect(throws: TransportError.truncated) { try await transport.send(request) }
        _ = try await transport.send(HTTPRequest(.get, HTTPURL(server.origin + "/last")))
        #expect(log.messages == ["/first", "/drop", "/last"])
    }

    @Test func `R1 a sent request is not reported as unreachable if reconnecting fails`() async throws {
        let log = MessageLog<String>()
        // On a busy machine, the connection may have been idle for too long to be reused.
        for _ in 0..<5 where !log.messages.contains("/drop") {
            let server = try FaultServer { request, connection in
                log.append(request.path)
                if request.path == "/drop" { connection.close() } else { connection.respond() }
            }
            let transport = CurlTransport()
            // Opens a connection that the next request can reuse.
            _ = try await transport.send(HTTPRequest(.get, HTTPURL(server.origin + "/first")))
            server.stopListening()
            let request = try HTTPRequest(.post, HTTPURL(server.origin + "/drop"), body: [1])
            let error = await #expect(throws: TransportError.self) { try await transport.send(request) }
            #expect(error == (log.messages.last == "/drop" ? .truncated : .unreachable))
            // From here on, no connection can be made.
            await #expect(throws: TransportError.unreachable) { try await transport.send(request) }
        }
        #expect(log.messages.filter { $0 == "/drop" } == ["/drop"])
    }

    /// The same response with each way to mark the end of its body.
    private static let whole = [
        "HTTP/1.1 200 OK\r\nContent-Length: 17\r\naccessToken: t1\r\n\r\n{\"success\": true}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"suc\r\nC\r\ncess\": true}\r\n0\r\n\r\n",
    ]

    @Test(arguments: whole)
    func `H2 a response that is cut at any byte is an error, and a complete one a value`(response: String) async throws
    {
        let bytes = Array(response.utf8)
        for place in bytes.indices {
            let result = try await Self.answer { connection in
                connection.send(bytes[..<place])
                connection.close()
            }
            // The response is complete without its last line break.
            if place == bytes.count - 1, result.map(\.body.count) == .success(17) { continue }
            #expect(result == .failure(.truncated), "cut at \(place)")
        }
        let result = try await Self.answer { $0.send(bytes) }
        #expect(result.map { String(decoding: $0.body, as: UTF8.self) } == .success("{\"success\": true}"))
    }

    @Test(arguments: whole)
    func `H3 a response in two pieces gives the same result for every cut`(response: String) async throws {
        let bytes = Array(response.utf8)
        let expected = try await Self.answer { $0.send(bytes) }
        #expect(expected.map(\.body.count) == .success(17))
        for place in bytes.indices {
            let result = try await Self.answer { connection in
                connection.send(bytes[..<place])
                connection.pause(.milliseconds(1))
                connection.send(bytes[place...])
                connection.waitForClose()
            }
            #expect(result == expected, "cut at \(place)")
        }
    }

    @Test func `H3 a response that arrives byte by byte gives the same result`() async throws {
        let bytes = Array(Self.whole[0].utf8)
        let expected = try await Self.answer { $0.send(bytes) }
        let result = try await Self.answer { connection in
            for byte in bytes {
                connection.send([byte])
                connection.pause(.milliseconds(1))
            }
            connection.waitForClose()
        }
        #expect(result == expected)
    }

    @Test func `H3 H7 a slow response gives the same result, unless its deadline passes`() async throws {
        let body = (0..<6_000).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 6000\r\n\r\n".utf8) + body
        let result = try await Self.answer { connection in
            connection.send(bytes, inPiecesOf: 500, each: .milliseconds(2))
            connection.waitForClose()
        }
        #expect(result.map(\.body) == .success(body))
        let late = try await Self.answer(TransportLimits(timeout: .milliseconds(150))) { connection in
            connection.send(bytes, inPiecesOf: 1, each: .milliseconds(20))
        }
        #expect(late == .failure(.timedOut))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `H4 no redirect is followed, regardless of its target`(code: Int) async throws {
        let second = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.respond() }
        let first = try FaultServer { request, connection in
            let places = ["same": "/elsewhere", "port": second.origin, "host": "http://localhost:\(second.port)/"]
            connection.respond(code, fields: [("Location", places[request["X-Place"] ?? ""] ?? "/")])
        }
        let transport = CurlTransport()
        for method in [HTTPMethod.get, .post, .put, .delete] {
            for place in ["same", "port", "host"] {
                let fields = try HTTPFields([("X-Place", place), ("Authorization", "Bearer t1")])
                let request = try HTTPRequest(
                    method,
                    HTTPURL(first.origin),
                    fields: fields,
                    body: method.allowsBody ? [1, 2, 3] : []
                )
                #expect(try await transport.send(request).status.code == code)
            }
        }
        #expect(second.connectionCount == 0)
    }

    @Test func `H6 an endless body is an error`() async throws {
        let endless = try await Self.answer(TransportLimits(timeout: .seconds(30))) { connection in
            connection.send("HTTP/1.1 200 OK\r\n\r\n")
            let chunk = [UInt8](repeating: 97, count: 65_536)
            while connection.send(chunk) {}
        }
        #expect(endless == .failure(.tooLarge(maximumBytes: 1 << 20)))
    }
}
#endif
