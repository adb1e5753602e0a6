import Domain
import Networking
import Presentation
import Synchronization

/// The operations, flows and transports that the shutdown of an app ends, and its session.
final class AppLifetime: Sendable {
    private struct TrackedFlow: Sendable {
        weak var flow: RootFlowViewModel?
    }

    private struct State {
        var isClosed = false
        var operationCount = 0
        var flows: [TrackedFlow] = []
        var transports: [CancellableTransport] = []
        var session: CurrentSession?
        var shutdown: Task<Void, Never>?

        /// The continuation of the shutdown, which the last operation resumes.
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let waitForBackgroundWork: @Sendable () async -> Void

    /// Creates the lifetime of an app.
    ///
    /// - Parameter waitForBackgroundWork: Returns when the background work of the repositories has ended.
    init(waitForBackgroundWork: @escaping @Sendable () async -> Void) {
        self.waitForBackgroundWork = waitForBackgroundWork
    }

    var hasPendingWork: Bool { state.withLock { $0.operationCount > 0 } }

    // MARK: Operations

    /// Runs an operation that the shutdown waits for, or throws after the shutdown.
    func run<Value, Failure>(
        orThrow closed: Failure,
        _ operation: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard begin() else { throw closed }
        defer { end() }
        return try await operation()
    }

    /// Runs an operation that the shutdown waits for, or returns a value after the shutdown.
    func run<Value>(orReturn closed: Value, _ operation: () async -> Value) async -> Value {
        guard begin() else { return closed }
        defer { end() }
        return await operation()
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.operationCount += 1
            return true
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            state.operationCount -= 1
            return state.operationCount == 0 ? state.waiting.take() : nil
        }
        waiting?.resume()
    }

    // MARK: Session, flows and transports

    /// Registers the session of the app, whose tasks the shutdown cancels.
    func register(_ session: CurrentSession) { state.withLock { $0.session = session } }

    /// Registers a flow, which the shutdown ends, or ends it if the app is shutting down.
    func register(_ flow: RootFlowViewModel) {
        let isShuttingDown = state.withLock { state in
            state.flows.removeAll { $0.flow == nil }
            state.flows.append(TrackedFlow(flow: flow))
            return state.shutdown != nil
        }
        // This task runs on the actor of the flow, so that the flow ends before its next call.
        if isShuttingDown { Task { @MainActor in await flow.end() } }
    }

    /// Returns a transport that wraps another one, and that the shutdown ends.
    func endingWithApp(_ transport: any HTTPTransport) -> any HTTPTransport {
        let ending = CancellableTransport(transport)
        state.withLock { $0.transports.append(ending) }
        return ending
    }

    // MARK: Shutdown

    func shutDown() async {
        let shutdown = state.withLock { state in
            // The shutdown has its own task, so that cancelling the caller does not interrupt it.
            let shutdown = state.shutdown ?? Task { await self.endEverything() }
            state.shutdown = shutdown
            return shutdown
        }
        await shutdown.value
    }

    private func endEverything() async {
        let (transports, flows, session) = state.withLock { ($0.transports, $0.flows.compactMap(\.flow), $0.session) }
        await session?.finishRefreshes()
        // This comes next, so that no step below waits for a server.
        for transport in transports { transport.end() }
        // A refresh that waits for another process would delay the operations below.
        async let refreshes: Void? = session?.shutDown()
        // Flows finish or cancel the operations of their screens.
        for flow in flows { await flow.end() }
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.operationCount > 0 { state.waiting = continuation }
                return state.operationCount == 0
            }
            if isIdle { continuation.resume() }
        }
        await refreshes
        // The last operations may have begun a delivery.
        await session?.shutDown()
        await waitForBackgroundWork()
    }
}
