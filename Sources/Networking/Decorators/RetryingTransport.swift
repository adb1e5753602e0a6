public import Domain
import Synchronization

/// Sends a request again where that can help and cannot harm.
///
/// Which requests may be sent again, and after what, is decided by ``Handling/repetition``. There is one deadline over
/// all attempts, a pause that the server asks for wins over a random one, and a budget keeps the clients of a dead
/// server from multiplying its load.
public final class RetryingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let policy: RetryPolicy
    private let time: MonotonicTime
    private let dates: DateGenerator
    private let fraction: @Sendable () -> Double

    /// What is left of the budget, in tenths of a repetition.
    private let budget: Mutex<Int>

    /// Creates a transport that repeats.
    ///
    /// - Parameters:
    ///   - transport: Sends the requests; it has to respect ``Handling/timeLimit``.
    ///   - policy: How often, and after which pauses.
    ///   - time: The clock on which pauses and the deadline pass.
    ///   - dates: Tells the present time, by which a date in `Retry-After` is understood.
    ///   - fraction: Makes random numbers from 0 up to 1; what is outside counts as the nearer of the two.
    public init(
        _ transport: any HTTPTransport,
        policy: RetryPolicy = RetryPolicy(),
        time: MonotonicTime = .system,
        dates: DateGenerator = .system,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        self.transport = transport
        self.policy = policy
        self.time = time
        self.dates = dates
        self.fraction = fraction
        budget = Mutex(policy.budget * 10)
    }

    /// Sends a request, again where that can help and cannot harm.
    ///
    /// - Parameter request: The request; every attempt sends the same bytes.
    /// - Returns: The last response.
    /// - Throws: What the transport throws at last, such as `TransportError.timedOut`, or what it threw before where
    ///   only that leaves open whether the server has acted; `.cancelled` also within a pause.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let deadline = time.now + min(policy.totalTime, request.handling.timeLimit ?? policy.totalTime)
        var ambiguous: TransportError?
        var attempt = 1
        while true {
            var current = request
            current.handling.timeLimit = deadline - time.now
            let pause: Duration?
            do throws(TransportError) {
                let response = try await transport.send(current)
                pause = self.pause(after: response, to: request, attempt: attempt)
                guard let pause, pause < deadline - time.now, spend() else {
                    if response.status.kind == .successful { earn() }
                    return response
                }
            } catch {
                if error.mayHaveReachedServer { ambiguous = ambiguous ?? error }
                pause = self.pause(after: error, to: request, attempt: attempt)
                guard let pause, pause < deadline - time.now, spend() else {
                    throw error.mayHaveReachedServer ? error : ambiguous ?? error
                }
            }
            do {
                try await time.sleep(for: pause ?? .zero)
            } catch {
                throw .cancelled
            }
            attempt += 1
        }
    }

    /// How long to wait before the next attempt, or nil where there is to be none.
    private func pause(after response: HTTPResponse, to request: HTTPRequest, attempt: Int) -> Duration? {
        guard attempt < policy.attempts else { return nil }
        switch (request.handling.repetition, response.status) {
        case (.always, .badGateway), (.always, .serviceUnavailable), (.always, .gatewayTimeout),
            (.unavailable, .badGateway), (.unavailable, .serviceUnavailable), (.unavailable, .gatewayTimeout),
            (.always, .tooManyRequests), (.always, .requestTimeout):
            return RetryAfter.read(response.fields, now: dates.now)
                ?? policy.pause(after: attempt, fraction: fraction())
        case (.always, _), (.unavailable, _), (.unsent, _):
            return nil
        }
    }

    /// How long to wait before the next attempt, or nil where there is to be none.
    private func pause(after error: TransportError, to request: HTTPRequest, attempt: Int) -> Duration? {
        guard attempt < policy.attempts else { return nil }
        switch error {
        case .unreachable, .tlsFailed: break
        case .timedOut, .truncated: guard request.handling.repetition == .always else { return nil }
        case .transportUnavailable, .cancelled, .tooLarge, .unexpectedRedirect, .invalidResponse: return nil
        }
        return policy.pause(after: attempt, fraction: fraction())
    }

    private func spend() -> Bool {
        budget.withLock { budget in
            guard budget >= 10 else { return false }
            budget -= 10
            return true
        }
    }

    private func earn() {
        budget.withLock { $0 = min($0 + 1, policy.budget * 10) }
    }
}
