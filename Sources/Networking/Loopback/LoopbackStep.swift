/// What befalls one request on its way to a server within the process, and back.
public struct LoopbackStep: Hashable, Sendable {
    /// The kinds of trouble.
    public enum Fault: Hashable, Sendable {
        /// There is nobody to take the call.
        case unreachable

        /// No secure connection comes about.
        case tlsFailed

        /// The request is lost on its way, and the deadline passes.
        case requestLost

        /// The server has done its work, and the deadline passes before its response is there.
        case responseLost

        /// The server has done its work, and the connection ends within its response.
        case truncated

        /// Somebody on the way answers, and the server hears of nothing.
        case intercepted(HTTPResponse)
    }

    /// How long the response takes; no time where it is not positive.
    public var delay: Duration

    /// What goes wrong; nil for nothing.
    public var fault: Fault?

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - delay: How long the response takes; no time where it is not positive.
    ///   - fault: What goes wrong; nil for nothing.
    public init(delay: Duration = .zero, fault: Fault? = nil) {
        self.delay = delay
        self.fault = fault
    }

    /// All is well, and at once.
    public static let prompt = LoopbackStep()
}
