import AccountFlowTesting
import AccountFlowTransportTesting
import Domain
import Foundation
import Networking
import Synchronization
import TestSupport
import Testing

struct RetryRuleTests {
    /// A transport that returns the given outcomes in order, each after a delay, and then repeats the last one.
    private final class Script: HTTPTransport {
        private let outcomes: [Result<HTTPResponse, TransportError>]
        private let clock: ManualClock
        private let delay: Duration
        private let sent = Mutex<[HTTPRequest]>([])

        init(_ outcomes: [Result<HTTPResponse, TransportError>], _ clock: ManualClock, delay: Duration = .zero) {
            self.outcomes = outcomes
            self.clock = clock
            self.delay = delay
        }

        var requests: [HTTPRequest] { sent.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let number = sent.withLock { sent in
                sent.append(request)
                return sent.count - 1
            }
            let limit = request.options.timeout ?? .seconds(3_600)
            clock.advance(by: min(delay, limit))
            guard delay <= limit else { throw .timedOut }
            return try outcomes[min(number, outcomes.count - 1)].get()
        }
    }

    private static func run(
        _ outcomes: [Result<HTTPResponse, TransportError>],
        retrySafety: RetrySafety = .always,
        policy: RetryPolicy = RetryPolicy(),
        delay: Duration = .zero,
        fraction: Double = 0.5
    ) async throws -> (outcome: Result<Int, TransportError>, requests: [HTTPRequest], elapsed: Duration) {
        let clock = ManualClock()
        let start = clock.now
        let script = Script(outcomes, clock, delay: delay)
        let transport = RetryingTransport(
            script,
            policy: policy,
            clock: clock.skippingSleeps,
            // 16 November 2025, 12:26:40 UTC.
            dates: .constant(Date(timeIntervalSince1970: 1_763_296_000)),
            fraction: { fraction }
        )
        let request = try HTTPRequest(
            .post,
            HTTPURL("https://example.com"),
            body: [1, 2],
            options: RequestOptions(retrySafety: retrySafety)
        )
        let outcome = await transport.outcome(of: request).map(\.status.code)
        return (outcome, script.requests, start.duration(to: clock.now))
    }

    private static let codes = [200, 201, 400, 401, 403, 404, 408, 409, 410, 422, 429, 500, 501, 502, 503, 504, 505]

    @Test(arguments: RetrySafety.allCases, codes)
    func `R5 a status is retried only if that can help and is safe`(retrySafety: RetrySafety, code: Int) async throws {
        let (outcome, requests, _) = try await Self.run([.success(.json(code))], retrySafety: retrySafety)
        let repeated: Set<Int> =
            switch retrySafety {
            case .ifUnsent: []
            case .ifUnavailable: [502, 503, 504]
            case .always: [408, 429, 502, 503, 504]
            }
        #expect(outcome == .success(code))
        #expect(requests.count == (repeated.contains(code) ? 3 : 1))
        #expect(Set(requests.map(\.body)) == [[1, 2]])
    }

    @Test(
        arguments: RetrySafety.allCases,
        [
            TransportError.unreachable, .tlsFailed, .transportUnavailable, .cancelled, .timedOut, .truncated,
            .tooLarge(maximumBytes: 1), .invalidResponse,
        ]
    )
    func `R5 an error is retried only if that can help and is safe`(retrySafety: RetrySafety, error: TransportError)
        async throws
    {
        let (outcome, requests, _) = try await Self.run([.failure(error)], retrySafety: retrySafety)
        let isRepeated =
            [.unreachable, .tlsFailed].contains(error)
            || (retrySafety == .always && [.timedOut, .truncated].contains(error))
        #expect(outcome == .failure(error))
        #expect(requests.count == (isRepeated ? 3 : 1))
    }

    @Test func `a request that finally succeeds is a success`() async throws {
        let (outcome, requests, elapsed) = try await Self.run([
            .failure(.unreachable), .success(.json(503)), .success(.json(200)),
        ])
        #expect(outcome == .success(200))
        #expect(requests.count == 3)
        #expect(elapsed == .milliseconds(125 + 250))
    }

    @Test func `an attempt that may have reached the server outweighs a later one that did not`() async throws {
        let (outcome, _, _) = try await Self.run([.failure(.timedOut), .failure(.unreachable)])
        #expect(outcome == .failure(.timedOut))
    }

    @Test func `if several attempts may have reached the server, the last error is reported`() async throws {
        let (outcome, requests, _) = try await Self.run([.failure(.timedOut), .failure(.truncated)])
        #expect(outcome == .failure(.truncated))
        #expect(requests.count == 3)
    }

    @Test(
        arguments: [
            ("2", .seconds(4)), ("0", .zero), ("Sun, 16 Nov 2025 12:26:43 GMT", .seconds(6)),
            ("-1", .milliseconds(375)),
            ("1.5", .milliseconds(375)), ("99999999999999999999999", .milliseconds(375)), ("x", .milliseconds(375)),
            ("", .milliseconds(375)),
        ] as [(String, Duration)]
    )
    func `R3 a valid Retry-After determines the pause`(value: String, elapsed: Duration) async throws {
        let result = try await Self.run([.success(.json(503, "", ("Retry-After", value)))])
        #expect(result.requests.count == 3)
        #expect(result.elapsed == elapsed)
    }

    @Test func `R3 a long Retry-After ends the retries`() async throws {
        let result = try await Self.run([.success(.json(429, "", ("Retry-After", "31")))])
        #expect(result.outcome == .success(429))
        #expect(result.requests.count == 1)
        #expect(result.elapsed == .zero)
    }

    @Test func `R3 pauses are distributed over their whole range`() {
        var random = SeededGenerator(seed: 3)
        let policy = RetryPolicy(maximumAttempts: 20)
        for (attempt, limit) in [(1, 0.25), (2, 0.5), (3, 1.0), (7, 16.0), (8, 20.0), (100, 20.0)] {
            let pauses = (0..<10_000).map { _ in
                policy.delay(after: attempt, fraction: .random(in: 0..<1, using: &random)) / .seconds(1)
            }
            #expect(pauses.allSatisfy { (0...limit).contains($0) })
            let mean = pauses.reduce(0, +) / 10_000
            #expect(abs(mean / (limit / 2) - 1) < 0.05)
        }
    }

    @Test func `R4 cancelling ends a pause`() async throws {
        let clock = ManualClock()
        let stub = HTTPTransportStub(.failure(.unreachable))
        let transport = RetryingTransport(stub, clock: clock, fraction: { 1 })
        let request = try HTTPRequest(.get, HTTPURL("https://example.com"))
        let task = Task { () throws(TransportError) in try await transport.send(request) }
        await clock.sleepBegun()
        task.cancel()
        await #expect(throws: TransportError.cancelled) { try await task.value }
        #expect(stub.requests.count == 1)
    }

    @Test(arguments: [0, 1, 4, 9, 10, 11, 60], [0.0, 0.5, 1.0])
    func `R6 all attempts together finish before the deadline`(delay: Int, fraction: Double) async throws {
        let policy = RetryPolicy(
            maximumAttempts: 50,
            timeout: .seconds(10),
            maximumDelay: .seconds(3),
            retryBudget: 100
        )
        for outcome in [.failure(.unreachable), .failure(.timedOut), .success(.json(503))]
            as [Result<HTTPResponse, TransportError>]
        {
            let result = try await Self.run([outcome], policy: policy, delay: .seconds(delay), fraction: fraction)
            #expect(result.elapsed <= .milliseconds(10_100))
            #expect(result.requests.allSatisfy { ($0.options.timeout ?? .zero) <= .seconds(10) })
        }
    }

    @Test func `R6 a request's own deadline applies to all attempts together`() async throws {
        let clock = ManualClock()
        let start = clock.now
        let script = Script([.failure(.unreachable)], clock, delay: .seconds(2))
        let transport = RetryingTransport(
            script,
            policy: RetryPolicy(maximumAttempts: 9),
            clock: clock.skippingSleeps,
            fraction: { 1 }
        )
        let request = try HTTPRequest(
            .get,
            HTTPURL("https://example.com"),
            options: RequestOptions(timeout: .seconds(5))
        )
        await #expect(throws: TransportError.self) { try await transport.send(request) }
        #expect(start.duration(to: clock.now) <= .seconds(5))
        #expect(
            script.requests.compactMap(\.options.timeout) == [.seconds(5), .milliseconds(2_750), .milliseconds(250)]
        )
    }

    @Test func `R7 retries do not multiply the load on an unreachable server`() async throws {
        let stub = HTTPTransportStub(.failure(.unreachable))
        let transport = RetryingTransport(stub, clock: ManualClock().skippingSleeps)
        let request = try HTTPRequest(.get, HTTPURL("https://example.com"))
        for _ in 0..<100 {
            await #expect(throws: TransportError.unreachable) { try await transport.send(request) }
        }
        #expect(stub.requests.count <= 110)
    }

    @Test func `R7 ten successes earn one retry`() async throws {
        let clock = ManualClock()
        let good = Result<HTTPResponse, TransportError>.success(.json(200))
        let script = Script(
            [.failure(.unreachable)] + Array(repeating: good, count: 10) + [
                .failure(.unreachable), good, .failure(.unreachable),
            ],
            clock
        )
        let transport = RetryingTransport(script, policy: RetryPolicy(retryBudget: 1), clock: clock.skippingSleeps)
        let request = try HTTPRequest(.get, HTTPURL("https://example.com"))
        // The first retry uses up the budget; ten successes refill it for one more retry.
        for _ in 0..<11 { _ = try await transport.send(request) }
        await #expect(throws: TransportError.unreachable) { try await transport.send(request) }
        #expect(script.requests.count == 14)
    }

    @Test(arguments: [404, 500, 503])
    func `R7 an unsuccessful answer earns no retry`(code: Int) async throws {
        let bad = Result<HTTPResponse, TransportError>.success(.json(code))
        let outcomes = [.failure(.unreachable)] + Array(repeating: bad, count: 20) + [.failure(.unreachable), bad]
        let script = Script(outcomes, ManualClock())
        let transport = RetryingTransport(
            script,
            policy: RetryPolicy(retryBudget: 1),
            clock: ManualClock().skippingSleeps
        )
        let request = try HTTPRequest(.get, HTTPURL("https://example.com"))
        for _ in 0..<20 { #expect(try await transport.send(request).status.code == code) }
        await #expect(throws: TransportError.unreachable) { try await transport.send(request) }
    }
}
