public import AccountFlowTesting
public import Networking
import Testing

/// The contract of every transport, checked over sockets against a server on this machine.
public struct TransportContract: Sendable {
    private let makeTransport: @Sendable (TransportLimits) throws -> any HTTPTransport
    private let server: ContractServer
    private let listener: FaultServer?

    /// Creates the contract of one kind of transport.
    ///
    /// - Parameter makeTransport: Creates a transport with limits.
    /// - Throws: `POSIXError.EADDRINUSE` if no port is free.
    public init(makeTransport: @escaping @Sendable (TransportLimits) throws -> any HTTPTransport) throws {
        self.makeTransport = makeTransport
        server = ContractServer()
        listener = try server.listen()
    }

    /// Creates the contract of the loopback transport.
    private init(_ server: ContractServer) {
        makeTransport = { server.transport($0) }
        self.server = server
        listener = nil
    }

    /// The contract of ``Networking/LoopbackTransport``, which uses no sockets.
    package static var loopback: TransportContract { TransportContract(ContractServer()) }

    private func make(_ limits: TransportLimits = TransportLimits()) throws -> any HTTPTransport {
        try makeTransport(limits)
    }

    private func request(
        _ method: HTTPMethod = .get,
        _ target: String,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        timeout: Duration? = nil
    ) throws -> HTTPRequest {
        let url = try HTTPURL((listener?.origin ?? "http://localhost") + target)
        return try HTTPRequest(method, url, fields: fields, body: body, options: RequestOptions(timeout: timeout))
    }

    /// The promises, as the arguments of a test.
    public static let promises: [ContractPromise<Self>] = [
        ContractPromise("a request arrives unchanged") { contract in
            let fields = try HTTPFields([("X-One", "a"), ("Content-Type", "text/x"), ("Accept", "text/y")])
            let body: [UInt8] = [0, 13, 10, 255, 0]
            let request = try contract.request(.post, "/echo/a%20b?q=1&r=%2F", fields: fields, body: body)
            let response = try await contract.make().send(request)
            let lines = ["POST", "/echo/a%20b?q=1&r=%2F", "accept: text/y", "content-type: text/x", "x-one: a"]
            #expect(response.body == Array(lines.joined(separator: "\n").utf8) + body)
            #expect(response.status == .ok)
        },
        ContractPromise("every method is sent") { contract in
            let transport = try contract.make()
            let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
            for method in methods {
                let response = try await transport.send(contract.request(method, "/echo"))
                #expect(response.body == (method == .head ? [] : Array("\(method)\n/echo".utf8)))
            }
            let deletion = try await transport.send(contract.request(.delete, "/echo", body: [1]))
            #expect(deletion.body == Array("DELETE\n/echo".utf8) + [1])
            #expect(contract.server.requests == (methods + [.delete]).map { "\($0) /echo" })
        },
        ContractPromise("fields are returned in order") { contract in
            let fields = try await contract.make().send(contract.request(.get, "/fields")).fields
            // By RFC 9110 section 5.2, several fields equal one with commas, which URLSession returns.
            #expect(try fields[HTTPFieldName("x-two")].joined(separator: ", ") == "b, c, a")
            #expect(try fields[HTTPFieldName("X-ONE")] == ["é"])
            #expect(try fields[HTTPFieldName("empty")] == [""])
        },
        ContractPromise("any status is an outcome, without a retry") { contract in
            let transport = try contract.make()
            let codes = [200, 201, 299, 400, 401, 404, 418, 429, 499, 500, 502, 503, 504, 599]
            for code in codes {
                #expect(try await transport.send(contract.request(.get, "/status/\(code)")).status.code == code)
            }
            #expect(contract.server.requests == codes.map { "GET /status/\($0)" })
        },
        ContractPromise("H4 a redirect is an outcome with its fields, and is not followed") { contract in
            let transport = try contract.make()
            let codes = [301, 302, 303, 307, 308]
            for code in codes {
                let response = try await transport.send(contract.request(.post, "/status/\(code)"))
                #expect(response.status.code == code)
                #expect(try !response.fields[HTTPFieldName("Location")].isEmpty)
            }
            #expect(contract.server.requests == codes.map { "POST /status/\($0)" })
        },
        ContractPromise("H6 a body may be as large as the limit and no larger") { contract in
            let transport = try contract.make(TransportLimits(bodyBytes: 5_000))
            #expect(try await transport.send(contract.request(.get, "/body/5000")).body.count == 5_000)
            let error = TransportError.tooLarge(maximumBytes: 5_000)
            #expect(try await transport.outcome(of: contract.request(.get, "/body/5001")) == .failure(error))
            #expect(try await transport.outcome(of: contract.request(.get, "/body/3000000")) == .failure(error))
            #expect(try await transport.send(contract.request(.get, "/body/0")).body == [])
        },
        ContractPromise("there may be as many fields as the limit and no more") { contract in
            let transport = try contract.make(TransportLimits(fieldBytes: 3_000, fieldCount: 20))
            // Over sockets there is also a Content-Length.
            #expect(try await transport.send(contract.request(.get, "/many/19")).fields.count >= 19)
            let error = TransportError.tooLarge(maximumBytes: 3_000)
            #expect(try await transport.outcome(of: contract.request(.get, "/many/21")) == .failure(error))
            let smallError = TransportError.tooLarge(maximumBytes: 300)
            let small = try contract.make(TransportLimits(fieldBytes: 300))
            #expect(try await small.outcome(of: contract.request(.get, "/many/60")) == .failure(smallError))
        },
        ContractPromise("H7 the earlier deadline of transport and request ends the wait") { contract in
            let clock = ContinuousClock()
            for (total, own) in [(Duration.milliseconds(150), nil), (.seconds(60), Duration.milliseconds(150))] {
                let start = clock.now
                let transport = try contract.make(TransportLimits(timeout: total))
                // A transport that waits much longer than the deadline gets the response.
                let request = try contract.request(.get, "/late", timeout: own)
                #expect(await transport.outcome(of: request) == .failure(.timedOut))
                #expect(start.duration(to: clock.now) >= .milliseconds(150))
            }
        },
        ContractPromise("cancelling ends the wait") { contract in
            let transport = try contract.make(TransportLimits(timeout: .seconds(600)))
            let request = try contract.request(.get, "/hang")
            let task = Task { await transport.outcome(of: request) }
            await Task.yield()
            task.cancel()
            #expect(await task.value == .failure(.cancelled))
            #expect(try await transport.send(contract.request(.get, "/next")).body == Array("/next".utf8))
        },
        ContractPromise("a task that is already cancelled sends nothing") { contract in
            let transport = try contract.make()
            let request = try contract.request(.get, "/next")
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await transport.outcome(of: request)
            }
            #expect(await task.value == .failure(.cancelled))
            #expect(contract.server.requests == [])
        },
        ContractPromise("a server that does not accept connections is unreachable") { contract in
            let transport = try contract.make()
            guard contract.listener != nil else {
                #expect(
                    try await transport.outcome(of: contract.request(.get, "/unreachable")) == .failure(.unreachable)
                )
                return
            }
            // The URL has the port of a server that has stopped, so no server uses it.
            let url: HTTPURL
            do {
                let gone = try FaultServer { _ in }
                url = try HTTPURL(gone.origin)
            }
            for _ in 0..<100 {
                // The thread of the server closes its socket with a delay.
                if case .failure(.unreachable) = await transport.outcome(of: try HTTPRequest(.get, url)) { return }
            }
            Issue.record("the server still listens")
        },
        ContractPromise("H2 a response that ends early is an error, and nothing is sent again") { contract in
            let transport = try contract.make()
            // This opens a connection that can be reused.
            _ = try await transport.send(contract.request(.get, "/next"))
            #expect(
                try await transport.outcome(of: contract.request(.post, "/truncated", body: [1]))
                    == .failure(.truncated)
            )
            #expect(contract.server.requests == ["GET /next", "POST /truncated"])
        },
        ContractPromise("no cookie is stored") { contract in
            let transport = try contract.make()
            _ = try await transport.send(contract.request(.get, "/cookie"))
            #expect(try await transport.send(contract.request(.get, "/echo")).body == Array("GET\n/echo".utf8))
        },
        ContractPromise("simultaneous requests each get their own response") { contract in
            let transport = try contract.make()
            let requests = try (0..<100).map { try contract.request(.get, "/number/\($0)") }
            await withTaskGroup { group in
                for request in requests {
                    group.addTask {
                        #expect(
                            await transport.outcome(of: request).map(\.body) == .success(Array(request.url.path.utf8))
                        )
                    }
                }
            }
        },
    ]
}
