/// Why there was no reply from a server.
public enum NetworkFailure: Error, Hashable, Sendable, CaseIterable {
    /// The server cannot be reached.
    case unreachable

    /// No secure connection came about.
    case notSecure

    /// The server took too long.
    case timedOut

    /// The connection ended too early, or the reply was no proper one.
    case broken

    /// The system has no means to reach servers.
    case unavailable
}
