import Synchronization

/// The messages that doubles have received, in their order across all doubles that share the log.
package final class MessageLog<Message: Sendable>: Sendable {
    private let received = Mutex<[Message]>([])

    package init() {}

    /// Everything received so far.
    package var messages: [Message] { received.withLock { $0 } }

    package func append(_ message: Message) {
        received.withLock { $0.append(message) }
    }
}
