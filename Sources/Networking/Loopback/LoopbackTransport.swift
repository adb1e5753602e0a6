import Synchronization

/// A transport to a server within this process: for demonstrations, previews and tests that need no network.
///
/// Delays and faults are programmed, request by request, and pass on a clock of the caller's choice; on a
/// ``VirtualClock`` they take no time.
public final class LoopbackTransport: HTTPTransport {
    private let limits: TransportLimits
    private let time: MonotonicTime
    private let plan: @Sendable (Int, HTTPRequest) -> LoopbackStep
    private let respond: @Sendable (HTTPRequest) async -> HTTPResponse
    private let count = Mutex(0)

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - limits: How long an exchange may take, and how large a response may be.
    ///   - time: The clock on which delays pass; unless said otherwise they take no time.
    ///   - plan: What befalls each request, which are counted from 0 on; unless said otherwise nothing does.
    ///   - respond: The server; it is called once a request, from several tasks at once.
    public init(
        limits: TransportLimits = TransportLimits(),
        time: MonotonicTime = MonotonicTime(VirtualClock()),
        plan: @escaping @Sendable (_ number: Int, _ request: HTTPRequest) -> LoopbackStep = { _, _ in .prompt },
        respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) {
        self.limits = limits
        self.time = time
        self.plan = plan
        self.respond = respond
    }

    /// Creates a transport to a server of accounts.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - limits: How long an exchange may take, and how large a response may be.
    ///   - time: The clock on which delays pass; unless said otherwise they take no time.
    ///   - plan: What befalls each request, which are counted from 0 on; unless said otherwise nothing does.
    public convenience init(
        _ server: AccountServer,
        limits: TransportLimits = TransportLimits(),
        time: MonotonicTime = MonotonicTime(VirtualClock()),
        plan: @escaping @Sendable (_ number: Int, _ request: HTTPRequest) -> LoopbackStep = { _, _ in .prompt }
    ) {
        self.init(limits: limits, time: time, plan: plan) { server.respond(to: $0) }
    }

    /// How many requests there were so far.
    public var requestCount: Int { count.withLock { $0 } }

    /// Hands a request to the server, unless its plan is another.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    /// - Throws: `TransportError.unreachable`, `.tlsFailed`, `.timedOut` or `.truncated` as planned; `.timedOut` also
    ///   where the delay is longer than the limit; `.tooLarge`, `.unexpectedRedirect` or `.invalidResponse` where the
    ///   response is such; `.cancelled` where the task was cancelled.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        let step = plan(number, request)
        let limit = limits.time(for: request)
        switch step.fault {
        case .unreachable:
            try await pass(min(step.delay, limit))
            throw .unreachable
        case .tlsFailed:
            try await pass(min(step.delay, limit))
            throw .tlsFailed
        case .requestLost:
            try await pass(limit)
            throw .timedOut
        case .responseLost:
            _ = await respond(request)
            try await pass(limit)
            throw .timedOut
        case .truncated:
            _ = await respond(request)
            try await pass(step.delay, within: limit)
            throw .truncated
        case .intercepted(let response):
            try await pass(step.delay, within: limit)
            return try limits.judge(response)
        case nil:
            let response = await respond(request)
            try await pass(step.delay, within: limit)
            return try limits.judge(response)
        }
    }

    private func pass(_ delay: Duration, within limit: Duration) async throws(TransportError) {
        try await pass(min(delay, limit))
        guard delay <= limit else { throw .timedOut }
    }

    private func pass(_ delay: Duration) async throws(TransportError) {
        do {
            try await time.sleep(for: delay)
        } catch {
            throw .cancelled
        }
    }
}
