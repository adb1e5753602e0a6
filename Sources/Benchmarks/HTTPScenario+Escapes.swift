import Foundation
import Networking

extension HTTPScenario {
    /// How long it takes to get away from a server that says nothing, or does not stop: what criteria say in
    /// milliseconds, and tests do not measure because they share the machine with each other.
    mutating func escapes(_ transports: [(String, any HTTPTransport)]) async throws {
        table.section("from the reason to the outcome")
        let silent = try HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(port)/silent"))
        let endless = try HTTPRequest(.get, HTTPURL("http://127.0.0.1:\(port)/endless"))
        var limited = silent
        limited.options.timeout = .seconds(2)
        let clock = ContinuousClock()
        // All of them end in errors, of which only the time is of interest.
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
        let retrying = RetryingTransport(
            UnreachableServer(),
            policy: RetryPolicy(baseDelay: .seconds(20), retryBudget: 1_000)
        ) { 0.9 }
        await report("R4 a cancel within a pause", rounds: 100, atMost: 10) { round in
            await Self.cancel(after: 5 + round % 50) { _ = try? await retrying.send(silent) }
        }
    }

    /// Measures in rounds, with a tenth as many before that do not count.
    ///
    /// A criterion is about each time, so the longest is judged and not the median.
    private mutating func report(
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

    /// How long it takes from a cancel to the end.
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

/// A server that never takes a call.
private struct UnreachableServer: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { throw .unreachable }
}
