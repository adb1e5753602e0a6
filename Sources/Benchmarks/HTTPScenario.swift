import Foundation
import Networking
import Synchronization

/// The cost of posting 100 bytes and reading the token of the response.
///
/// The cost is compared with that of a bare socket and, if available, URLSession. The server is another process on this
/// machine.
struct HTTPScenario {
    private let port: Int
    private let request: HTTPRequest
    private let bare: [UInt8]
    private let table: Table

    /// The argument that starts the server process.
    static let serverArgument = "http-server"

    private static let floor = "floor: bare socket"
    private static let handover = "floor: socket, awaited"

    static func run(_ table: Table) async throws {
        #if os(macOS) || !canImport(Darwin)
        let output = Pipe()
        let server = try FreshProcess.start([serverArgument], input: Pipe(), output: output)
        defer { server.terminate() }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(said.trimmingCharacters(in: .newlines)) else { throw POSIXError(.EIO) }
        try await HTTPScenario(port: port, table).compare()
        #else
        throw POSIXError(.ENOTSUP)
        #endif
    }

    private init(port: Int, _ table: Table) throws {
        self.port = port
        self.table = table
        let body = Array(repeating: UInt8(ascii: "a"), count: 100)
        var fields = HTTPFields()
        try fields.append(.contentType, "application/json")
        request = try HTTPRequest(.post, HTTPURL("http://127.0.0.1:\(port)/account"), fields: fields, body: body)
        bare =
            Array(
                "POST /account HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
                    .utf8
            ) + body
    }

    private func compare() async throws {
        let transports: [(String, any HTTPTransport)] = try Self.transports()
        var sequential = Rounds<String, Latencies>()
        var concurrent = Rounds<String, Latencies>()
        let handover = try BareHandover(port: port, bare)
        // The first round warms up and does not count.
        for _ in 0...5 {
            sequential.add(Self.floor, bareSocket(connections: 1, each: 2_000))
            sequential.add(Self.handover, try await send(handover, tasks: 1, each: 2_000))
            for (name, transport) in transports {
                sequential.add(name, try await send(transport, tasks: 1, each: 2_000))
            }
            concurrent.add(Self.floor, bareSocket(connections: 32, each: 200))
            for (name, transport) in transports {
                concurrent.add(name, try await send(transport, tasks: 32, each: 200))
            }
        }
        let names = transports.map(\.0)
        report("one after the other", [Self.floor, Self.handover] + names, sequential)
        report("32 at once", [Self.floor] + names, concurrent)
        goals(sequential, concurrent)
        try await escapes(transports)
    }

    private func report(_ title: String, _ names: [String], _ results: Rounds<String, Latencies>) {
        table.section(title)
        for name in names {
            let all = results[name]
            table.samples(name, all.map(\.perSecond), "requests/s")
            table.samples("\(name), p50", all.map(\.p50), "µs")
            table.samples("\(name), p99", all.map(\.p99), "µs")
        }
    }

    private func goals(_ sequential: Rounds<String, Latencies>, _ concurrent: Rounds<String, Latencies>) {
        table.section("goals, each the median of the ratios of the rounds")
        let (ours, peer) = ("CurlTransport", "URLSession, bare")
        var ratios = sequential.ratios(of: Self.floor, to: ours, \.p50)
        table.goal("p50 of the floor, to ours, one at a time", ratios, atLeast: 1 / 1.4)
        ratios = sequential.ratios(of: Self.handover, to: ours, \.p50)
        table.samples("p50 of a socket that tasks wait for, to ours", ratios, "×")
        ratios = concurrent.ratios(of: ours, to: Self.floor, \.perSecond)
        table.samples("requests, to the floor, 32 at once", ratios, "×")
        ratios = sequential.ratios(of: ours, to: peer, \.perSecond)
        table.goal("requests, to URLSession, one at a time", ratios, atLeast: 4)
        ratios = concurrent.ratios(of: ours, to: peer, \.perSecond)
        table.goal("requests, to URLSession, 32 at once", ratios, atLeast: 3)
        ratios = sequential.ratios(of: "URLSessionTransport", to: peer, \.perSecond)
        table.goal("URLSessionTransport, to URLSession", ratios, atLeast: 0.95)
    }

    private static func transports() throws -> [(String, any HTTPTransport)] {
        var transports: [(String, any HTTPTransport)] = []
        #if canImport(Glibc)
        transports.append(("CurlTransport", CurlTransport()))
        #endif
        #if canImport(Darwin) || URLSession
        transports.append(("URLSessionTransport", URLSessionTransport()))
        transports.append(("URLSession, bare", BareURLSession()))
        #endif
        return transports
    }

    private func send(_ transport: any HTTPTransport, tasks: Int, each: Int) async throws -> Latencies {
        let start = ContinuousClock.now
        let samples = try await withThrowingTaskGroup(of: [Double].self) { [request] group in
            for _ in 0..<tasks {
                group.addTask {
                    var samples: [Double] = []
                    for _ in 0..<each {
                        let start = ContinuousClock.now
                        let response = try await transport.send(request)
                        guard response.fields[.accessToken].first?.utf8.count == 32 else { throw POSIXError(.EIO) }
                        samples.append(start.duration(to: .now) / .microseconds(1))
                    }
                    return samples
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Latencies(samples: samples, elapsed: start.duration(to: .now))
    }

    private func bareSocket(connections: Int, each: Int) -> Latencies {
        let start = ContinuousClock.now
        let (port, bare) = (port, bare)
        let samples = Mutex<[Double]>([])
        let group = DispatchGroup()
        for _ in 0..<connections {
            group.enter()
            Thread.detachNewThread {
                let descriptor = BareHTTP.open(port: port)
                var own: [Double] = []
                for _ in 0..<each {
                    let start = ContinuousClock.now
                    guard BareHTTP.exchange(descriptor, bare) else { break }
                    own.append(start.duration(to: .now) / .microseconds(1))
                }
                close(descriptor)
                samples.withLock { [own] in $0 += own }
                group.leave()
            }
        }
        group.wait()
        return Latencies(samples: samples.withLock { $0 }, elapsed: start.duration(to: .now))
    }
}

extension HTTPScenario {
    /// Measures the time from a cancellation, an endless body or a deadline to the outcome.
    ///
    /// The criteria are in milliseconds, which parallel tests cannot measure.
    private func escapes(_ transports: [(String, any HTTPTransport)]) async throws {
        table.section("from the reason to the outcome")
        let silent = try HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(port)/silent"))
        let endless = try HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(port)/endless"))
        var limited = silent
        limited.options.timeout = .seconds(2)
        let clock = ContinuousClock()
        // All requests fail; only the time is measured.
        for (name, transport) in transports where name != "URLSession, bare" {
            await report("H5 \(name): a cancel", rounds: 500, atMost: 50) { round in
                await Self.cancel(after: round % 50) { _ = try? await transport.send(silent) }
            }
            await report("H6 \(name): a body beyond the limit", rounds: 10, atMost: 100) { _ in
                await clock.measure { _ = try? await transport.send(endless) }
            }
            await report("H7 \(name): two seconds", rounds: 5, atMost: 2_500) { [limited] _ in
                await clock.measure { _ = try? await transport.send(limited) }
            }
        }
        let policy = RetryPolicy(baseDelay: .seconds(20), retryBudget: 1_000)
        let retrying = RetryingTransport(UnavailableTransport(.unreachable), policy: policy) { 0.9 }
        await report("R4 a cancel within a pause", rounds: 100, atMost: 10) { round in
            await Self.cancel(after: 5 + round % 50) { _ = try? await retrying.send(silent) }
        }
    }

    /// Measures in rounds, after a tenth as many for warm-up, and reports the longest, because a criterion applies to
    /// each.
    private func report(
        _ name: String,
        rounds: Int,
        atMost most: Double,
        _ measure: (_ round: Int) async -> Duration
    ) async {
        var samples: [Double] = []
        for round in -max(1, rounds / 10)..<rounds {
            let elapsed = await measure(abs(round))
            if round >= 0 { samples.append(elapsed / .milliseconds(1)) }
        }
        table.samples(name, samples, "ms")
        table.goal("\(name), at most", [samples.max() ?? .nan], atMost: most, unit: "ms")
    }

    /// Returns the time from a cancellation to the end of the task.
    private static func cancel(after yields: Int, _ body: @escaping @Sendable () async -> Void) async -> Duration {
        let task = Task { () -> ContinuousClock.Instant in
            await body()
            return .now
        }
        for _ in 0..<yields { await Task.yield() }
        let start = ContinuousClock.now
        task.cancel()
        return start.duration(to: await task.value)
    }
}

/// The durations of many exchanges, in microseconds.
struct Latencies {
    let samples: [Double]
    let elapsed: Duration

    /// The number of exchanges per second.
    var perSecond: Double { Double(samples.count) / elapsed.seconds }
    var p50: Double { samples.median }
    var p99: Double { samples.quantile(0.99) }
}
