import Foundation
import Networking

/// What it costs to post 100 octets and to read the token of the answer, beside a bare socket and, in a build that has
/// it, URLSession; the server is a process of its own on this machine.
struct HTTPScenario {
    let port: Int
    private let request: HTTPRequest
    private let bare: [UInt8]
    var table = Table()

    /// What the process of the server is started with.
    static let serverArgument = "http-server"

    private static let handover = "floor: socket, awaited"

    static func run() async throws -> Table {
        let server = Process()
        let output = Pipe()
        server.executableURL = URL(filePath: CommandLine.arguments[0])
        server.arguments = [serverArgument]
        server.standardInput = Pipe()
        server.standardOutput = output
        try server.run()
        defer { server.terminate() }
        let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(said.trimmingCharacters(in: .newlines)) else { throw POSIXError(.EIO) }
        var scenario = try HTTPScenario(port: port)
        try await scenario.compare()
        return scenario.table
    }

    private init(port: Int) throws {
        self.port = port
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

    private mutating func compare() async throws {
        let transports: [(String, any HTTPTransport)] = try Self.transports()
        var sequential: [String: [Latencies]] = [:]
        var concurrent: [String: [Latencies]] = [:]
        let handover = try BareHandover(port: port, bare)
        // Every round has all of them, so that a disturbance of the machine is shared by those that are compared.
        // The first one does not count.
        for _ in 0...5 {
            sequential["floor: bare socket", default: []].append(bareSocket(connections: 1, each: 2_000))
            sequential[Self.handover, default: []].append(try await send(handover, tasks: 1, each: 2_000))
            for (name, transport) in transports {
                sequential[name, default: []].append(try await send(transport, tasks: 1, each: 2_000))
            }
            concurrent["floor: bare socket", default: []].append(bareSocket(connections: 32, each: 200))
            for (name, transport) in transports {
                concurrent[name, default: []].append(try await send(transport, tasks: 32, each: 200))
            }
        }
        sequential = sequential.mapValues { Array($0.dropFirst()) }
        concurrent = concurrent.mapValues { Array($0.dropFirst()) }
        let names = ["floor: bare socket"] + transports.map(\.0)
        report("one after the other", ["floor: bare socket", Self.handover] + transports.map(\.0), sequential)
        report("32 at once", names, concurrent)
        goals(sequential, concurrent)
        try await escapes(transports)
    }

    private mutating func report(_ title: String, _ names: [String], _ results: [String: [Latencies]]) {
        table.section(title)
        for name in names {
            let all = results[name, default: []]
            table.samples(name, all.map(\.perSecond), "requests/s")
            table.samples("\(name), p50", all.map { $0.quantile(0.5) }, "µs")
            table.samples("\(name), p99", all.map { $0.quantile(0.99) }, "µs")
        }
    }

    private mutating func goals(_ sequential: [String: [Latencies]], _ concurrent: [String: [Latencies]]) {
        table.section("goals, each the median of the ratios of the rounds")
        func ratio(_ results: [String: [Latencies]], _ one: String, _ other: String, _ value: (Latencies) -> Double)
            -> Double?
        {
            guard let left = results[one], let right = results[other] else { return nil }
            return Latencies.median(zip(left, right).map { value($0) / value($1) })
        }
        let floor = "floor: bare socket"
        if let value = ratio(sequential, floor, "CurlTransport", { $0.quantile(0.5) }) {
            table.goal("p50 of the floor, to ours, one at a time", value, atLeast: 1 / 1.4)
        }
        if let value = ratio(sequential, Self.handover, "CurlTransport", { $0.quantile(0.5) }) {
            table.note("p50 of a socket that tasks wait for, to ours", value, "×")
        }
        if let value = ratio(sequential, "CurlTransport", "URLSession, bare", \.perSecond) {
            table.goal("requests, to URLSession, one at a time", value, atLeast: 4)
        }
        if let value = ratio(concurrent, "CurlTransport", "URLSession, bare", \.perSecond) {
            table.goal("requests, to URLSession, 32 at once", value, atLeast: 3)
        }
        if let value = ratio(sequential, "URLSessionTransport", "URLSession, bare", \.perSecond) {
            table.goal("URLSessionTransport, to URLSession", value, atLeast: 0.95)
        }
    }

    private static func transports() throws -> [(String, any HTTPTransport)] {
        var transports: [(String, any HTTPTransport)] = []
        #if canImport(Glibc) && (arch(x86_64) || arch(arm64))
        transports.append(("CurlTransport", try CurlTransport()))
        #endif
        #if canImport(Darwin) || URLSESSION
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
        return Latencies(samples, elapsed: start.duration(to: .now) / .seconds(1))
    }

    private func bareSocket(connections: Int, each: Int) -> Latencies {
        let start = ContinuousClock.now
        let (port, bare) = (port, bare)
        let results = (0..<connections).map { _ in Results() }
        let group = DispatchGroup()
        for result in results {
            group.enter()
            Thread.detachNewThread {
                let descriptor = BareHTTP.connect(port: port)
                for _ in 0..<each {
                    let start = ContinuousClock.now
                    guard BareHTTP.exchange(descriptor, bare) else { break }
                    result.append(start.duration(to: .now) / .microseconds(1))
                }
                close(descriptor)
                group.leave()
            }
        }
        group.wait()
        return Latencies(results.flatMap(\.all), elapsed: start.duration(to: .now) / .seconds(1))
    }
}
