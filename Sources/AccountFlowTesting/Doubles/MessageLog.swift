import Synchronization

/// A log of the messages that doubles receive, in the order of all doubles that share it.
public final class MessageLog<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Creates an empty log.
    public init() {}

    /// The received messages.
    public var messages: [Message] { state.withLock { $0.messages } }

    /// Appends a message.
    ///
    /// - Parameter message: The message.
    public func append(_ message: Message) {
        let satisfied = state.withLock { state in
            state.messages.append(message)
            let count = state.messages.count
            defer { state.watchers.removeAll { $0.count <= count } }
            return state.watchers.filter { $0.count <= count }
        }
        for watcher in satisfied { watcher.continuation.resume() }
    }

    /// Waits until the log has a number of messages.
    ///
    /// - Parameter count: The number of messages.
    public func arrival(of count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.messages.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
