public import Networking
import Synchronization

/// A server that gives its answers by a script and writes down what it was asked.
public final class ScriptedServer: Sendable {
    private let received = Mutex<[HTTPRequest]>([])
    private let answers: [HTTPResponse]

    /// Creates a server that gives one answer after the other, and the last one for ever.
    ///
    /// - Parameter answers: The answers; where there are none, everything is not found.
    public init(_ answers: HTTPResponse...) {
        self.answers = answers
    }

    /// The requests so far.
    public var requests: [HTTPRequest] { received.withLock { $0 } }

    /// Gives the next answer.
    ///
    /// - Parameter request: What is asked.
    /// - Returns: The answer.
    public func respond(to request: HTTPRequest) -> HTTPResponse {
        let number = received.withLock { received in
            received.append(request)
            return received.count - 1
        }
        return answers.isEmpty ? HTTPResponse(.notFound) : answers[min(number, answers.count - 1)]
    }

    /// A transport to this server within the process.
    public var transport: LoopbackTransport { LoopbackTransport { self.respond(to: $0) } }
}
