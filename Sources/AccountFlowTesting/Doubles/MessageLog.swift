import Synchronization

/// A log of the messages that doubles receive, in the order of all doubles that share it.
public final class MessageLog<Message: Sendable>: Sendable {
    private struct State {
        var messages: [Message] = []
        var watchers: [(count: Int, waiting: AsyncStream<Never>.Continuation)] = []
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
        for watcher in satisfied { watcher.waiting.finish() }
    }

    /// Waits until the log has a number of messages, or the task is cancelled, as by the time limit of a test.
    ///
    /// - Parameter count: The number of messages.
    public func arrival(of count: Int) async {
        let (end, waiting) = AsyncStream.makeStream(of: Never.self)
        state.withLock { state in
            if state.messages.count < count { state.watchers.append((count, waiting)) } else { waiting.finish() }
        }
        for await _ in end {}
    }
}
