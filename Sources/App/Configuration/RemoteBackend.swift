public import Networking

/// A server with accounts, and the settings for its requests.
public struct RemoteBackend: Sendable {
    /// The description of the API.
    public var api: AccountAPI

    /// The limits of a request's time and of a response's size.
    public var limits: TransportLimits

    /// The number of attempts of a request, and the pauses between them.
    public var retry: RetryPolicy

    /// The path of a PEM file with the trusted certificates; nil for those of the system.
    public var certificateAuthorities: String?

    /// Called after each attempt with an entry for a log.
    public var log: (@Sendable (HTTPLogEntry) -> Void)?

    /// Creates a backend.
    ///
    /// - Parameters:
    ///   - api: The description of the API.
    ///   - limits: The limits of a request's time and of a response's size.
    ///   - retry: The number of attempts of a request, and the pauses between them.
    ///   - certificateAuthorities: The path of a PEM file with the trusted certificates; nil for those of the system.
    ///   - log: Called after each attempt with an entry for a log.
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

    /// The base URL without its query, which tells the sessions of servers apart.
    var server: String { api.baseURL.origin + api.baseURL.path }

    /// Creates the transport of the system.
    package func systemTransport() -> any HTTPTransport {
        do {
            return try SystemTransport.make(limits: limits, certificateAuthorities: certificateAuthorities)
        } catch {
            // Every request fails with this error.
            return UnavailableTransport(error)
        }
    }
}
