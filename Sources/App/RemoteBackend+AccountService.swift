import Domain
import Networking

extension RemoteBackend {
    /// Wires the service that asks the server.
    ///
    /// - Parameters:
    ///   - repositories: Where pending operations are kept, and the session that is forgotten once the server refuses its token.
    ///   - transport: What sends; nil takes the system's.
    ///   - life: What the connections end with.
    ///   - dates: Tells the time.
    ///   - identifiers: Makes the keys of pending operations.
    /// - Returns: The service.
    func service(
        repositories: Repositories,
        transport: (any HTTPTransport)?,
        life: AppLife,
        dates: DateGenerator,
        identifiers: IDGenerator
    ) -> RemoteAccountService {
        var sender = transport ?? systemTransport()
        if let log { sender = LoggingTransport(sender, log: log) }
        let sessions = repositories.sessions
        return RemoteAccountService(
            api: api,
            transport: life.endingWithApp(RetryingTransport(sender, policy: retry, dates: dates)),
            pendingOperations: repositories.pendingOperations,
            keys: identifiers,
            dates: dates,
            tokenRefused: { token in
                guard life.begin() else { return }
                defer { life.end() }
                // A session that cannot be removed is asked about again, and refused again, the next time.
                guard let stored = try? await sessions.load(), stored.token == token else { return }
                _ = try? await sessions.replace(stored, with: nil)
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
