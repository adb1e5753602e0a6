public import Networking

/// A server that keeps the accounts, and how it is spoken to.
public struct RemoteBackend: Sendable {
    /// The description of its API.
    public var api: AccountAPI

    /// How long an exchange may take, and how large a response may be.
    public var limits: TransportLimits

    /// How often, and after which pauses, a request is sent again.
    public var retry: RetryPolicy

    /// The path of a file of certificates in PEM that are trusted instead of the system's; nil for the system's.
    public var certificateAuthorities: String?

    /// Called once an attempt with what a log may know of it; nil where nobody wants to know.
    public var log: (@Sendable (HTTPLogEntry) -> Void)?

    /// Creates the description of a backend.
    ///
    /// - Parameters:
    ///   - api: The description of the server's API.
    ///   - limits: How long an exchange may take, and how large a response may be.
    ///   - retry: How often, and after which pauses, a request is sent again.
    ///   - certificateAuthorities: The path of a file of certificates in PEM that are trusted instead of the system's.
    ///   - log: Called once an attempt with what a log may know of it.
    public init(
        api: AccountAPI,
        limits: TransportLimits = TransportLimits(),
        retry: RetryPolicy = RetryPolicy(),
        certificateAuthorities: String? = nil,
        log: (@Sendable (HTTPLogEntry) -> Void)? = nil
    ) {
        self.api = api
        self.limits = limits
        self.retry = retry
        self.certificateAuthorities = certificateAuthorities
        self.log = log
    }
}
