import Domain
import Networking
import Presentation
import Synchronization

/// What is under way in an app, from its composition until it is shut down.
final class AppLife: WorkAdmitting {
    private struct TrackedFlow: Sendable {
        weak var flow: RootFlowViewModel?
    }

    private struct State {
        var isOver = false
        var workCount = 0
        var flows: [TrackedFlow] = []
        var transports: [EndingTransport] = []
        var ending: Task<Void, Never>?

        /// Whoever waits until no work is under way.
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let settle: @Sendable () async -> Void

    /// Begins a life.
    ///
    /// - Parameter settle: Waits until what goes on in the background of the repositories has ended.
    init(settle: @escaping @Sendable () async -> Void) {
        self.settle = settle
    }

    var hasPendingWork: Bool { state.withLock { $0.workCount > 0 } }

    // MARK: What is under way

    func begin() -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.workCount += 1
            return true
        }
    }

    func end() {
        let waiting = state.withLock { state in
            state.workCount -= 1
            return state.workCount == 0 ? state.waiting.take() : nil
        }
        waiting?.resume()
    }

    /// Ends a flow with the app, unless it has gone by then; at once where the end has begun.
    func register(_ flow: RootFlowViewModel) {
        let isEnding = state.withLock { state in
            state.flows.removeAll { $0.flow == nil }
            state.flows.append(TrackedFlow(flow: flow))
            return state.ending != nil
        }
        // On the actor of the flow, so that this comes before whatever is asked of the flow next.
        if isEnding { Task { @MainActor in await flow.end() } }
    }

    /// Sends by a transport until the app ends.
    func endingWithApp(_ transport: any HTTPTransport) -> any HTTPTransport {
        let ending = EndingTransport(transport)
        state.withLock { $0.transports.append(ending) }
        return ending
    }

    // MARK: The end

    func shutDown() async {
        let ending = state.withLock { state in
            // Not the caller's task: who is cancelled must not leave half an end behind.
            let ending = state.ending ?? Task { await self.endEverything() }
            state.ending = ending
            return ending
        }
        await ending.value
    }

    private func endEverything() async {
        let (transports, flows) = state.withLock { ($0.transports, $0.flows.compactMap(\.flow)) }
        // Nothing below is to wait for a server.
        for transport in transports { transport.end() }
        // Before the gate is closed: who is signed in already may still have an agreement to be stored.
        for flow in flows { await flow.end() }
        state.withLock { $0.isOver = true }
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.workCount > 0 { state.waiting = continuation }
                return state.workCount == 0
            }
            if isIdle { continuation.resume() }
        }
        await settle()
    }
}
