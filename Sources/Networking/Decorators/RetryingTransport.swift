public import Domain
import Synchronization

/// A transport that retries a failed request if that is useful and safe.
///
/// ``RequestOptions/retrySafety`` decides which requests may be retried. All attempts share one deadline. A delay from
/// the server replaces a random one. A budget prevents clients from multiplying the load of a failing server.
public final class RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let clock: any Clock<Duration>
    private let dates: DateGenerator
    private let fraction: @Sendable () -> Double

    /// The remaining budget, in tenths of a retry.
    private let budget: Mutex<Int>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport that sends the requests; it must obey ``RequestOptions/timeout``.
    ///   - policy: The number of attempts and the delays between them.
    ///   - clock: The clock of delays and the deadline.
    ///   - dates: The current time, for dates in `Retry-After`.
    ///   - fraction: Returns random numbers from 0 to 1.
    public init(
        _ transport: any HTTPTransport,
        policy: RetryPolicy = RetryPolicy(),
        clock: any Clock<Duration> = ContinuousClock(),
        dates: DateGenerator = .system,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.transport = transport
        self.policy = policy
        self.clock = clock
        self.dates = dates
        self.fraction = fraction
        budget = Mutex(policy.retryBudget * 10)
    }

    /// Sends a request, and retries it if that is useful and safe.
    ///
    /// - Parameter request: The request; every attempt sends the same bytes.
    /// - Returns: The last response.
    /// - Throws: The last `TransportError`, or an earlier one if only that request may have reached the server;
    ///   `.cancelled` also during a delay; `.session(.ended)` if the session for which the request is sent has ended
    ///   before an attempt.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let timeout = min(policy.timeout, request.options.timeout ?? policy.timeout)
        let elapsed = clock.stopwatch()
        var ambiguous: TransportError?
        var attempt = 1
        while true {
            if RequestOwner.hasEnded { throw .session(.ended) }
            var current = request
            current.options.timeout = timeout - elapsed()
            let outcome = await transport.outcome(of: current)
            if case .failure(let error) = outcome, error.mayHaveReachedServer { ambiguous = ambiguous ?? error }
            guard attempt < policy.maximumAttempts, let delay = delay(after: outcome, to: request, attempt: attempt),
                delay < timeout - elapsed(), spend()
            else {
                switch outcome {
                case .success(let response):
                    if response.status.kind == .successful { earn() }
                    return response
                case .failure(let error):
                    throw error.mayHaveReachedServer ? error : ambiguous ?? error
                }
            }
            do {
                try await clock.sleep(for: delay)
            } catch {
                throw .cancelled
            }
            attempt += 1
        }
    }

    /// Returns the delay before the next attempt, or nil if the request must not be sent again.
    private func delay(
        after outcome: Result<HTTPResponse, TransportError>,
        to request: HTTPRequest,
        attempt: Int
    ) -> Duration? {
        let safety = request.options.retrySafety
        switch outcome {
        case .success(let response):
            switch response.status {
            case .badGateway, .serviceUnavailable, .gatewayTimeout: guard safety != .ifUnsent else { return nil }
            case .tooManyRequests, .requestTimeout: guard safety == .always else { return nil }
            default: return nil
            }
            if let delay = RetryAfter.read(response.fields, now: dates.now) { return delay }
        case .failure(.unreachable), .failure(.tlsFailed): break
        case .failure(.timedOut), .failure(.truncated): guard safety == .always else { return nil }
        case .failure: return nil
        }
        return policy.delay(after: attempt, fraction: fraction())
    }

    private func spend() -> Bool {
        budget.withLock { budget in
            guard budget >= 10 else { return false }
            budget -= 10
            return true
        }
    }

    private func earn() {
        budget.withLock { $0 = min($0 + 1, policy.retryBudget * 10) }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that returns the time since this call.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}

/// The number of retries and the delays between them: exponential backoff with jitter.
///
/// A `Retry-After` of the server (RFC 9110 section 10.2.3) replaces the delay.
public struct RetryPolicy: Hashable, Sendable {
    /// The largest number of attempts, including the first one; at least 1.
    public let maximumAttempts: Int

    /// The time limit for all attempts and delays together.
    public let timeout: Duration

    /// The longest delay after the first attempt; it doubles with each further attempt.
    public let baseDelay: Duration

    /// The longest delay, except for those that the server sets.
    public let maximumDelay: Duration

    /// The largest number of retries of all requests together while none succeeds; ten successes earn one.
    public let retryBudget: Int

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - maximumAttempts: The largest number of attempts, at least 1.
    ///   - timeout: The time limit for all attempts and delays together.
    ///   - baseDelay: The longest delay after the first attempt.
    ///   - maximumDelay: The longest delay, except for those that the server sets.
    ///   - retryBudget: The largest number of retries of all requests together while none succeeds.
    public init(
        maximumAttempts: Int = 3,
        timeout: Duration = .seconds(30),
        baseDelay: Duration = .milliseconds(250),
        maximumDelay: Duration = .seconds(20),
        retryBudget: Int = 10
    ) {
        self.maximumAttempts = max(1, maximumAttempts)
        self.timeout = timeout
        self.baseDelay = baseDelay
        self.maximumDelay = maximumDelay
        // The budget is counted in tenths.
        self.retryBudget = min(max(0, retryBudget), .max / 10)
    }

    /// Returns the delay after an attempt, counted from 1: a random part of a limit that doubles each time.
    ///
    /// The delay is random, so that clients that failed together do not retry together.
    package func delay(after attempt: Int, fraction: Double) -> Duration {
        // The limit is reached long before thirty doublings.
        let limit = min(maximumDelay, baseDelay * (1 << min(max(attempt - 1, 0), 30)))
        return limit * min(max(fraction, 0), 1)
    }
}
