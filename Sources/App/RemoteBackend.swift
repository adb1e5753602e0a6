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

    /// Creates the account service of the server.
    ///
    /// - Parameters:
    ///   - repositories: The stores of pending operations and of the session, which is removed if the server rejects
    ///     its token.
    ///   - transport: Sends requests; nil for the transport of the system.
    ///   - lifetime: Closes the connections at the shutdown.
    ///   - dates: The clock.
    ///   - identifiers: Makes idempotency keys.
    ///   - language: The preferred language of the server's messages.
    /// - Returns: The service.
    func service(
        repositories: Repositories,
        transport: (any HTTPTransport)?,
        lifetime: AppLifetime,
        dates: DateGenerator,
        identifiers: IDGenerator,
        language: Language
    ) -> RemoteAccountService {
        var sender = transport ?? systemTransport()
        if let log { sender = LoggingTransport(sender, log: log) }
        let sessions = repositories.sessions
        return RemoteAccountService(
            api: api,
            transport: lifetime.endingWithApp(RetryingTransport(sender, policy: retry, dates: dates)),
            pendingOperations: repositories.pendingOperations,
            keys: identifiers,
            dates: dates,
            language: { language.rawValue },
            tokenRefused: { token in
                await lifetime.run(orReturn: ()) {
                    // If the session cannot be read or removed, the server rejects its token again the next time.
                    guard let stored = try? await sessions.load(), stored.token == token else { return }
                    _ = try? await sessions.replace(stored, with: nil)
                }
            }
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
