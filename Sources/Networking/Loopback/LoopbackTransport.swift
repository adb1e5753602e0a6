import Synchronization

/// A transport to a server in this process, for demonstrations, previews and tests.
///
/// The caller sets the delay and the fault of each request. A request that is delayed beyond the time limit times out.
public final class LoopbackTransport: HTTPTransport {
    private let limits: TransportLimits
    private let clock: (any Clock<Duration>)?
    private let plan: @Sendable (Int, HTTPRequest) -> LoopbackBehavior
    private let respond: @Sendable (HTTPRequest) async -> HTTPResponse
    private let count = Mutex(0)

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - limits: The time limits of an exchange and the size limits of a response.
    ///   - clock: The clock of delays; nil for delays that take no time.
    ///   - plan: Returns the delay and the fault of each request; requests are counted from 0.
    ///   - respond: The server, called at most once for each request, from several tasks at once.
    public init(
        limits: TransportLimits = TransportLimits(),
        clock: (any Clock<Duration>)? = nil,
        plan: @escaping @Sendable (_ number: Int, _ request: HTTPRequest) -> LoopbackBehavior = { _, _ in .immediate },
        respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
    ) {
        self.limits = limits
        self.clock = clock
        self.plan = plan
        self.respond = respond
    }

    /// Creates a transport to an account server.
    ///
    /// - Parameters:
    ///   - server: The account server, which responds in this process.
    ///   - limits: The time limits of an exchange and the size limits of a response.
    ///   - clock: The clock of delays; nil for delays that take no time.
    ///   - plan: Returns the delay and the fault of each request; requests are counted from 0.
    public convenience init(
        _ server: InMemoryAccountServer,
        limits: TransportLimits = TransportLimits(),
        clock: (any Clock<Duration>)? = nil,
        plan: @escaping @Sendable (_ number: Int, _ request: HTTPRequest) -> LoopbackBehavior = { _, _ in .immediate }
    ) {
        self.init(limits: limits, clock: clock, plan: plan) { server.respond(to: $0) }
    }

    /// The number of sent requests.
    public var requestCount: Int { count.withLock { $0 } }

    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        let behavior = plan(number, request)
        let limit = limits.timeout(for: request)
        var (response, delay): (HTTPResponse?, Duration) = (nil, behavior.delay)
        switch behavior.fault {
        case .unreachable, .tlsFailed: delay = min(delay, limit)
        case .requestLost: delay = limit + .seconds(1)
        case .responseLost:
            _ = await respond(request)
            delay = limit + .seconds(1)
        case .truncated, nil: response = await respond(request)
        case .intercepted(let other): response = other
        }
        do {
            try await clock?.sleep(for: min(delay, limit))
        } catch {
            throw .cancelled
        }
        if behavior.fault == .unreachable { throw .unreachable }
        if behavior.fault == .tlsFailed { throw .tlsFailed }
        guard delay <= limit, let response else { throw .timedOut }
        if behavior.fault == .truncated { throw .truncated }
        return try limits.validate(response)
    }
}

/// The delay and the fault of one request to a server in the process.
public struct LoopbackBehavior: Hashable, Sendable {
    /// A failure that the transport simulates.
    public enum Fault: Hashable, Sendable {
        /// No connection is made.
        case unreachable
        /// No secure connection is made.
        case tlsFailed
        /// The server does not receive the request, and the deadline passes.
        case requestLost
        /// The server executes the request, and the deadline passes before its response arrives.
        case responseLost
        /// The server executes the request, and the connection is closed within its response.
        case truncated
        /// A gateway responds, and the server does not receive the request.
        case intercepted(HTTPResponse)
    }

    /// The delay of the response.
    public var delay: Duration

    /// The fault; nil for none.
    public var fault: Fault?

    /// Creates a behavior.
    ///
    /// - Parameters:
    ///   - delay: The delay of the response.
    ///   - fault: The fault; nil for none.
    public init(delay: Duration = .zero, fault: Fault? = nil) {
        self.delay = delay
        self.fault = fault
    }

    /// No delay and no fault.
    public static let immediate = LoopbackBehavior()
}
