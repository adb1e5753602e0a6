import Domain
import Networking

extension RemoteBackend {
    /// Wires the service that asks the server.
    ///
    /// - Parameters:
    ///   - repositories: Where pending operations are kept, and the session that is forgotten once the server refuses its token.
    ///   - transport: What sends; nil takes the system's.
    ///   - lifetime: Ends the connections with the app.
    ///   - dates: Tells the time.
    ///   - identifiers: Makes the keys of pending operations.
    /// - Returns: The service.
    func service(
        repositories: Repositories,
        transport: (any HTTPTransport)?,
        lifetime: AppLifetime,
        dates: DateGenerator,
        identifiers: IDGenerator
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
            tokenRefused: { token in
                await lifetime.run(orReturn: ()) {
                    // A session that cannot be read or removed is refused again the next time.
                    guard let stored = try? await sessions.load(), stored.token == token else { return }
                    _ = try? await sessions.replace(stored, with: nil)
                }
            }
        )
    }

    private func systemTransport() -> any HTTPTransport {
        do {
            return try SystemTransport.make(limits: limits, certificateAuthorities: certificateAuthorities)
        } catch {
            // Whoever asks the server for something is told so.
            return UnavailableTransport(error)
        }
    }
}
