import Networking
import Synchronization

/// A transport that the shutdown of the app ends: it cancels the current requests and closes the connections.
final class CancellableTransport: HTTPTransport {
    private struct State {
        /// The wrapped transport; nil after ``end()``, so that its connections are closed.
        var transport: (any HTTPTransport)?

        var sending: [Int: Task<Result<HTTPResponse, TransportError>, Never>] = [:]
        var count = 0
    }

    private let state: Mutex<State>

    init(_ transport: any HTTPTransport) {
        state = Mutex(State(transport: transport))
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let begun = state.withLock { state -> (number: Int, task: Task<Result<HTTPResponse, TransportError>, Never>)? in
            guard let transport = state.transport else { return nil }
            let task = Task {
                do throws(TransportError) {
                    return Result<HTTPResponse, TransportError>.success(try await transport.send(request))
                } catch {
                    return .failure(error)
                }
            }
            state.count += 1
            state.sending[state.count] = task
            return (state.count, task)
        }
        guard let (number, task) = begun else { throw .cancelled }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        state.withLock { $0.sending[number] = nil }
        return try outcome.get()
    }

    /// Cancels the current requests, and rejects later ones.
    func end() {
        let sending = state.withLock { state in
            state.transport = nil
            return Array(state.sending.values)
        }
        for task in sending { task.cancel() }
    }
}
