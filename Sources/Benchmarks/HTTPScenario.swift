import Foundation
import Networking

/// What it costs to post 100 bytes and to read the token of the answer, beside a bare socket and, in a build that has
/// it, URLSession; the server is a process of its own on this machine.
struct HTTPScenario {
    let port: Int
    private let request: HTTPRequest
    private let bare: [UInt8]
    var table = Table()

    /// What the process of the server is started with.
    static let serverArgument = "http-server"

    private static let floor = "floor: bare socket"
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
        var sequential = Rounds<String, Latencies>()
        var concurrent = Rounds<String, Latencies>()
        let handover = try BareHandover(port: port, bare)
        // The first round does not count.
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

    private mutating func report(_ title: String, _ names: [String], _ results: Rounds<String, Latencies>) {
        table.section(title)
        for name in names {
            let all = results[name]
            table.samples(name, all.map(\.perSecond), "requests/s")
            table.samples("\(name), p50", all.map(\.p50), "µs")
            table.samples("\(name), p99", all.map(\.p99), "µs")
        }
    }

    private mutating func goals(_ sequential: Rounds<String, Latencies>, _ concurrent: Rounds<String, Latencies>) {
        table.section("goals, each the median of the ratios of the rounds")
        // Nil where the platform or the build has not both.
        func ratios(
            _ results: Rounds<String, Latencies>,
            _ one: String,
            _ other: String,
            _ value: (Latencies) -> Double
        ) -> [Double]? {
            let ratios = results[one].map(value).ratios(to: results[other].map(value))
            return ratios.isEmpty ? nil : ratios
        }
        if let ratios = ratios(sequential, Self.floor, "CurlTransport", \.p50) {
            table.goal("p50 of the floor, to ours, one at a time", ratios, atLeast: 1 / 1.4)
        }
        if let ratios = ratios(sequential, Self.handover, "CurlTransport", \.p50) {
            table.samples("p50 of a socket that tasks wait for, to ours", ratios, "×")
        }
        if let ratios = ratios(concurrent, "CurlTransport", Self.floor, \.perSecond) {
            table.samples("requests, to the floor, 32 at once", ratios, "×")
        }
        if let ratios = ratios(sequential, "CurlTransport", "URLSession, bare", \.perSecond) {
            table.goal("requests, to URLSession, one at a time", ratios, atLeast: 4)
        }
        if let ratios = ratios(concurrent, "CurlTransport", "URLSession, bare", \.perSecond) {
            table.goal("requests, to URLSession, 32 at once", ratios, atLeast: 3)
        }
        if let ratios = ratios(sequential, "URLSessionTransport", "URLSession, bare", \.perSecond) {
            table.goal("URLSessionTransport, to URLSession", ratios, atLeast: 0.95)
        }
    }

    private static func transports() throws -> [(String, any HTTPTransport)] {
        var transports: [(String, any HTTPTransport)] = []
        #if canImport(Glibc)
        transports.append(("CurlTransport", try CurlTransport()))
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
        return Latencies(samples, elapsed: start.duration(to: .now))
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
        return Latencies(results.flatMap(\.all), elapsed: start.duration(to: .now))
    }
}
