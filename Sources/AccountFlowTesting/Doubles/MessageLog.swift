import Synchronization

/// The messages that doubles have received, in their order across all doubles that share the log.
public final class MessageLog<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Creates a log without messages.
    public init() {}

    /// Everything received so far.
    public var messages: [Message] { state.withLock { $0.messages } }

    /// Writes down a message, and wakes those who have waited for it.
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

    /// Waits until so many messages have been received, and not at all for none or fewer.
    ///
    /// - Parameter count: How many messages since the log was made.
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
