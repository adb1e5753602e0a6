import Foundation
import Networking

extension HTTPScenario {
    /// How long it takes to get away from a server that says nothing, or does not stop: what criteria say in
    /// milliseconds, and tests do not measure because they share the machine with each other.
    mutating func escapes(_ transports: [(String, any HTTPTransport)]) async throws {
        table.section("from the reason to the outcome")
        let silent = try HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(port)/silent"))
        let endless = try HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(port)/endless"))
        for (name, transport) in transports where name != "URLSession, bare" {
            var cancels: [Double] = []
            for round in 0..<500 {
                // It ends in an error, of which only the time is of interest.
                cancels.append(await Self.cancel(after: round % 50) { _ = try? await transport.send(silent) })
            }
            report("H5 \(name): a cancel", cancels, atMost: 50)
            var floods: [Double] = []
            for _ in 0..<10 {
                let start = ContinuousClock.now
                // This too can end in nothing but an error.
                _ = try? await transport.send(endless)
                floods.append(start.duration(to: .now) / .milliseconds(1))
            }
            report("H6 \(name): a body beyond the limit", floods, atMost: 100)
            var limited = silent
            limited.handling.timeLimit = .seconds(2)
            let start = ContinuousClock.now
            // And this.
            _ = try? await transport.send(limited)
            report("H7 \(name): two seconds", [start.duration(to: .now) / .milliseconds(1)], atMost: 2_500)
        }
        let retrying = RetryingTransport(
            UnreachableServer(),
            policy: RetryPolicy(firstPause: .seconds(20), budget: 1_000)
        ) { 0.9 }
        var pauses: [Double] = []
        for round in 0..<100 {
            // What is cancelled before any server was reached ends in an error as well.
            pauses.append(await Self.cancel(after: 5 + round % 50) { _ = try? await retrying.send(silent) })
        }
        report("R4 a cancel within a pause", pauses, atMost: 10)
    }

    /// How long it takes from a cancel to the end, in milliseconds.
    private static func cancel(after yields: Int, _ body: @escaping @Sendable () async -> Void) async -> Double {
        let task = Task { () -> ContinuousClock.Instant in
            await body()
            return .now
        }
        for _ in 0..<yields { await Task.yield() }
        let start = ContinuousClock.now
        task.cancel()
        return start.duration(to: await task.value) / .milliseconds(1)
    }

    private mutating func report(_ name: String, _ samples: [Double], atMost most: Double) {
        table.samples(name, samples, "ms")
        // A criterion is about each time, so the longest is judged and not the median.
        table.goal("\(name), at most", [samples.max() ?? .nan], atMost: most, unit: "ms")
    }
}

/// A server that never takes a call.
private struct UnreachableServer: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw .unreachable }
}
