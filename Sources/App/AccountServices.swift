import Domain
import Networking
import Persistence
import Presentation

/// The session of an app, and the services of its accounts, on this device or on a server.
///
/// A service that the backend does not offer is nil.
struct AccountServices: Sendable {
    let session: CurrentSession
    let accounts: any AccountService & SessionVerifying
    let password: (any AccountService & PasswordChanging)?
    let profile: (any ProfileUpdating)?
    let passwordReset: (any PasswordResetting)?
    let recoveryCode: (any RecoveryCodeMaking)?
    let challenge: any AccountService & ChallengeAnswering
    let totp: (any TOTPEnabling)?

    /// Looks up the owner of a session on the server.
    let verifier: (any SessionVerifying)?

    /// Sends the requests to servers; nil for local accounts.
    let sender: (any HTTPTransport)?

    /// The reason why no request can be sent, or nil.
    let transportError: TransportError?

    /// Creates the services for the backend of a configuration; the lifetime ends their requests.
    init(
        _ configuration: AppConfiguration,
        _ repositories: Repositories,
        hasher: (any PasswordHasher)?,
        throttle: SignInThrottle,
        dates: DateGenerator,
        identifiers: IDGenerator,
        clock: any Clock<Duration>,
        transport: (any HTTPTransport)?,
        serverLanguage: LanguageSetting,
        lifetime: AppLifetime
    ) {
        let policy = configuration.sessions
        switch configuration.backend {
        case .local:
            let local = LocalAccountService(
                accounts: repositories.accounts,
                hasher: hasher
                    ?? LocalPasswordHasher(
                        cost: configuration.hashingCost,
                        hidesAlgorithms: configuration.hidesAlgorithms
                    ),
                dates: dates,
                identifiers: identifiers,
                throttle: throttle
            )
            let recording = RecordingAccountService(service: local, events: repositories.events, dates: dates)
            session = CurrentSession(
                repositories.sessions,
                dates: dates,
                policy: policy,
                clock: clock,
                identifiers: identifiers
            )
            (accounts, password, profile, challenge) = (recording, recording, recording, recording)
            (passwordReset, recoveryCode, totp) = (recording, recording, recording)
            (verifier, sender, transportError) = (nil, nil, nil)
        case .remote(let backend):
            let exchanges = transport ?? backend.systemTransport()
            transportError = (exchanges as? UnavailableTransport)?.error
            let logged: any HTTPTransport =
                if let log = backend.log { LoggingTransport(exchanges, log: log) } else { exchanges }
            let transport = lifetime.endingWithApp(RetryingTransport(logged, policy: backend.retry, dates: dates))
            sender = transport
            var remote = RemoteAccountService(
                api: backend.api,
                transport: transport,
                pendingOperations: repositories.pendingOperations,
                keys: identifiers,
                dates: dates,
                language: { serverLanguage.value.rawValue }
            )
            session = CurrentSession(
                repositories.sessions,
                refreshing: remote.offers(.refresh) ? remote : nil,
                revoking: remote.revocableScopes.isEmpty ? nil : remote,
                dates: dates,
                policy: policy,
                clock: clock,
                identifiers: identifiers
            )
            remote.tokenRefused = { [session] token in
                await lifetime.run(orReturn: ()) { await session.didReject(token) }
            }
            let recording = RecordingAccountService(service: remote, events: repositories.events, dates: dates)
            (accounts, challenge) = (recording, recording)
            password = remote.offers(.changePassword) ? recording : nil
            profile = remote.updatableFields.isEmpty ? nil : recording
            let resetsPasswords = remote.offers(.requestPasswordReset) && remote.offers(.confirmPasswordReset)
            passwordReset = resetsPasswords ? recording : nil
            (recoveryCode, totp) = (nil, nil)
            verifier = remote.offers(.whoAmI) ? remote : nil
        }
    }
}
