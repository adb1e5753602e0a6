#if canImport(Glibc)
import AccountFlowTesting
import AccountFlowTransportTesting
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing

/// Tests of cancellations, deadlines, leaks and malformed responses: criteria H5 to H8 and H10.
struct CurlEnduranceTests {
    /// Sends a request and returns the status code or the error.
    @Sendable private static func outcome(
        _ transport: any HTTPTransport,
        _ request: HTTPRequest
    ) async -> Result<Int, TransportError> {
        await transport.outcome(of: request).map(\.status.code)
    }

    @Test func `H5 a cancellation that races the answer has exactly one outcome`() async throws {
        let server = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.respond() }
        let transport = CurlTransport()
        let request = try HTTPRequest(.get, HTTPURL(server.origin))
        var random = SeededGenerator(seed: 5)
        var counts: [Result<Int, TransportError>: Int] = [:]
        let total = Thoroughness.count(10_000, change: 100_000, soak: 1_000_000)
        for round in 0..<(total / 50) {
            let pauses = (0..<50).map { _ in Int.random(in: 0..<40, using: &random) }
            let outcomes = await withTaskGroup { group in
                for pause in pauses {
                    group.addTask {
                        let task = Task { await Self.outcome(transport, request) }
                        for _ in 0..<pause { await Task.yield() }
                        task.cancel()
                        return await task.value
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try #require(outcomes.count == 50, "round \(round)")
            for outcome in outcomes { counts[outcome, default: 0] += 1 }
        }
        #expect(counts.values.reduce(0, +) == total)
        #expect(Set(counts.keys).isSubset(of: [.success(200), .failure(.cancelled)]))
        #expect(await Self.outcome(transport, request) == .success(200))
    }

    @Test func `H5 a cancellation closes the connection`() async throws {
        let arrivals = MessageLog<String>()
        let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
            arrivals.append(request.path)
            if request.path == "/hang" { connection.waitForClose() } else { connection.respond() }
        }
        let transport = CurlTransport(limits: TransportLimits(timeout: .seconds(600)), connections: 1)
        let hanging = try HTTPRequest(.get, HTTPURL(server.origin + "/hang"))
        let task = Task { await Self.outcome(transport, hanging) }
        await arrivals.arrival(of: 1)
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        // The transport has one connection at a time, and the server never closes the first one.
        let options = RequestOptions(timeout: .seconds(10))
        let next = try HTTPRequest(.get, HTTPURL(server.origin + "/next"), options: options)
        #expect(await Self.outcome(transport, next) == .success(200))
        #expect(server.connectionCount == 2)
    }

    @Test func `H7 a request that waits for a connection meets its deadline, even if others hang`() async throws {
        let arrivals = MessageLog<String>()
        let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
            arrivals.append(request.path)
            connection.waitForClose()
        }
        let transport = CurlTransport(limits: TransportLimits(timeout: .seconds(600)), connections: 1)
        let hanging = try HTTPRequest(.get, HTTPURL(server.origin + "/hang"))
        let task = Task { await Self.outcome(transport, hanging) }
        await arrivals.arrival(of: 1)

        let options = RequestOptions(timeout: .milliseconds(150))
        let next = try HTTPRequest(.get, HTTPURL(server.origin + "/next"), options: options)
        #expect(await Self.outcome(transport, next) == .failure(.unreachable))
        // The first request was still waiting, or its outcome would not be a cancellation.
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        #expect(arrivals.messages == ["/hang"])
    }

    @Test func `H7 the deadline ends every delay that a server can cause`() async {
        // In a process of its own, because other tests could delay the measured times.
        await #expect(processExitsWith: .success) {
            let holdups: [@Sendable (FaultConnection) -> Void] = [
                { $0.waitForClose() },
                { connection in
                    connection.send("HTTP/1.1 200 OK\r\nContent-Le")
                    connection.waitForClose()
                },
                { connection in
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
                    connection.waitForClose()
                },
                { connection in
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n")
                    while connection.send([97]) { connection.pause(.milliseconds(20)) }
                },
                { connection in
                    while connection.send("HTTP/1.1 100 Continue\r\n\r\n") { connection.pause(.milliseconds(20)) }
                },
                { connection in
                    connection.send(
                        "HTTP/1.1 401 U\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 9\r\n\r\n"
                    )
                    connection.waitForClose()
                },
            ]
            let transport = CurlTransport(limits: TransportLimits(timeout: .seconds(2)))
            try await withThrowingTaskGroup { group in
                for holdup in holdups {
                    group.addTask {
                        let server = try FaultServer { connection in
                            _ = connection.readRequest()
                            holdup(connection)
                        }
                        let clock = ContinuousClock()
                        let start = clock.now
                        let outcome = await CurlEnduranceTests.outcome(
                            transport,
                            try HTTPRequest(.get, HTTPURL(server.origin))
                        )
                        #expect(outcome == .failure(.timedOut))
                        // libcurl measures from the start of the current millisecond.
                        let range = Duration.milliseconds(1_990)..<(.milliseconds(2_500))
                        #expect(range.contains(start.duration(to: clock.now)))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `H7 a stalled handshake counts as unreachable, because nothing was sent`() async throws {
        // After two seconds, the server sends a response without TLS.
        let server = try FaultServer { (connection: FaultConnection) in
            connection.pause(.seconds(2))
            connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
            connection.waitForClose()
        }
        let url = try HTTPURL(server.origin.replacing("http:", with: "https:"))
        let transport = CurlTransport(
            limits: TransportLimits(connectTimeout: .milliseconds(200), timeout: .seconds(20))
        )
        #expect(await Self.outcome(transport, try HTTPRequest(.get, url)) == .failure(.unreachable))
    }

    @Test func `H8 many requests and failures leak no memory, threads or descriptors`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
                if request.path == "/bad" {
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel")
                    connection.close()
                } else {
                    connection.respond(200, body: request.bytes)
                }
            }
            let transport = CurlTransport()
            let good = try HTTPRequest(.post, HTTPURL(server.origin + "/good"), body: Array(repeating: 1, count: 100))
            let bad = try HTTPRequest(.post, HTTPURL(server.origin + "/bad"), body: [1])
            for _ in 0..<1_000 { try #require(await CurlEnduranceTests.outcome(transport, good) == .success(200)) }
            for _ in 0..<300 { try #require(await CurlEnduranceTests.outcome(transport, bad) == .failure(.truncated)) }
            let before = try ProcessUsage()
            let rounds = Thoroughness.count(200, change: 1_000, soak: 10_000)
            for _ in 0..<(10 * rounds) {
                try #require(await CurlEnduranceTests.outcome(transport, good) == .success(200))
            }
            for _ in 0..<(3 * rounds) {
                try #require(await CurlEnduranceTests.outcome(transport, bad) == .failure(.truncated))
            }
            let after = try ProcessUsage()
            // The server's last connections may still have threads and descriptors.
            #expect(after.threads <= before.threads + 3)
            #expect(after.descriptors <= before.descriptors + 3)
            #expect(after.residentBytes - before.residentBytes < 5 << 20)
        }
    }

    @Test func `H6 a body that is small only while compressed is an error, and does not fill the memory`() async {
        await #expect(processExitsWith: .success) {
            let server = try FaultServer { (_: FaultRequest, connection: FaultConnection) in
                connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
                connection.send(Bomb.head)
                for _ in 0..<300 { guard connection.send(Bomb.megabyte) else { return connection.close() } }
            }
            let transport = CurlTransport()
            let request = try HTTPRequest(.get, HTTPURL(server.origin))
            let before = try ProcessUsage()
            let outcome = await CurlEnduranceTests.outcome(transport, request)
            #expect(outcome == .failure(.tooLarge(maximumBytes: 1 << 20)))
            #expect(try ProcessUsage().peakBytes - before.residentBytes < 64 << 20)
        }
    }

    @Test func `H10 a response that starts with a folded line is rejected, not joined to another field`() async throws {
        let server = try FaultServer { (request: FaultRequest, connection: FaultConnection) in
            let line = request.path == "/first" ? "X-Long: \(String(repeating: "a", count: 200))" : " folded"
            connection.send("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 0\r\n\r\n")
        }
        let transport = CurlTransport()
        for _ in 0..<20 {
            let first = await Self.outcome(transport, try HTTPRequest(.get, HTTPURL(server.origin + "/first")))
            let second = await Self.outcome(transport, try HTTPRequest(.get, HTTPURL(server.origin + "/second")))
            #expect([first, second] == [.success(200), .failure(.invalidResponse)])
        }
    }

    @Test func `H10 malformed responses neither crash nor delay the client`() async throws {
        let samples = FaultCase.all.map(\.response).filter { $0.count < 1_000 && !$0.isEmpty }
        let next = Mutex(SeededGenerator(seed: 10))
        let server = try FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            let bytes = next.withLock { Self.mutated(samples, &$0) }
            connection.send(bytes)
        }
        let transport = CurlTransport(limits: TransportLimits(timeout: .seconds(20)))
        let request = try HTTPRequest(.post, HTTPURL(server.origin), body: [1])
        var failures: [TransportError: Int] = [:]
        var values = 0
        let total = Thoroughness.count(4_000, change: 20_000, soak: 200_000)
        for _ in 0..<(total / 8) {
            await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { await Self.outcome(transport, request) } }
                for await outcome in group {
                    switch outcome {
                    case .success: values += 1
                    case .failure(let error): failures[error, default: 0] += 1
                    }
                }
            }
        }
        #expect(values + failures.values.reduce(0, +) == total)
        // The server answers every request and then closes the connection.
        #expect(failures[.timedOut] == nil)
        #expect(failures[.unreachable] == nil)
        #expect(failures[.cancelled] == nil)
        #expect(values > total / 20)
        #expect(failures[.truncated] != nil && failures[.invalidResponse] != nil)
    }

    private static func mutated(_ samples: [[UInt8]], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = samples.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0 where place < bytes.count: bytes[place] = .random(in: .min ... .max, using: &random)
            case 1: bytes.removeSubrange(place...)
            case 2: bytes.insert(contentsOf: bytes[..<place], at: place)
            case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default: bytes.insert([0, 10, 13, 32, 58, 255].randomElement(using: &random) ?? 0, at: place)
            }
            bytes = Array(bytes.prefix(4_000))
        }
        return bytes
    }
}

/// The resources that this process uses now, from `/proc`.
struct ProcessUsage {
    /// The memory in use, in bytes.
    let residentBytes: Int

    /// The highest memory use since the start of the process, in bytes.
    let peakBytes: Int

    let threads: Int
    let descriptors: Int

    init() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        func number(_ name: String) -> Int {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
        }
        residentBytes = number("VmRSS") << 10
        peakBytes = number("VmHWM") << 10
        threads = number("Threads")
        descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
#endif
