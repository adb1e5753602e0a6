import Domain
public import Networking
import Presentation

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

    /// Creates the transport for all requests of the app.
    ///
    /// - Parameters:
    ///   - transport: Sends requests.
    ///   - lifetime: Closes the connections at the shutdown.
    ///   - dates: The clock.
    /// - Returns: The transport.
    func sender(
        over transport: any HTTPTransport,
        lifetime: AppLifetime,
        dates: DateGenerator
    ) -> any HTTPTransport {
        var sender = transport
        if let log { sender = LoggingTransport(sender, log: log) }
        return lifetime.endingWithApp(RetryingTransport(sender, policy: retry, dates: dates))
    }

    /// Creates the account service of the server.
    ///
    /// - Parameters:
    ///   - pendingOperations: The store of the requests without a definitive response.
    ///   - transport: Sends the requests.
    ///   - dates: The clock.
    ///   - identifiers: Makes idempotency keys.
    ///   - language: Returns the preferred language of the server's messages.
    /// - Returns: The service.
    func service(
        pendingOperations: any PendingOperationRepository,
        transport: any HTTPTransport,
        dates: DateGenerator,
        identifiers: IDGenerator,
        language: @escaping @Sendable () -> Language
    ) -> RemoteAccountService {
        RemoteAccountService(
            api: api,
            transport: transport,
            pendingOperations: pendingOperations,
            keys: identifiers,
            dates: dates,
            language: { language().rawValue }
        )
    }

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
