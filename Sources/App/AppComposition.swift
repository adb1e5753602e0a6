public import Domain
public import Networking
public import Persistence
public import Presentation
import Validation

/// The composition root: it creates the objects of an app from a configuration.
///
/// All dependencies are passed to initializers, so two compositions in one process share nothing. After ``shutDown()``, no
/// method does anything: one that throws fails with `.closed` for a store, otherwise with `.cancelled`, and any other one
/// returns nil or an outcome with `.closed`.
public struct AppComposition: Sendable {
    /// The configuration.
    public let configuration: AppConfiguration

    private let services: AccountServices
    private let policies: FormPolicies

    /// The use cases; private, so that the shutdown waits for every call of another file.
    private let useCases: UseCases

    /// The log of security events on this device.
    public let securityEvents: any SecurityEventRecorder

    /// A function that makes the check of IDs for a sign-up screen; it returns nil if the configuration has no check,
    /// or the accounts are on a server.
    public let makeLiveAvailabilityCheck: @Sendable () -> (any LiveAvailabilityChecking)?

    /// The store of the accounts, for an export or an import.
    package let accounts: any AccountRepository

    /// The database of the accounts, whose tables it can prepare; nil if they are in files, in memory or on a server.
    public let database: PostgreSQLDatabase?

    /// The preferred language of the server's messages, at first that of the configuration.
    package let serverLanguage: LanguageSetting

    /// The operations, flows and transports that the shutdown ends.
    let lifetime: AppLifetime

    /// Creates the objects of an app.
    ///
    /// - Parameter configuration: The configuration.
    public init(_ configuration: AppConfiguration) {
        self.init(configuration, repositories: Repositories(configuration))
    }

    /// Creates the objects of an app with its own repositories, hasher, clocks and transport.
    ///
    /// - Parameters:
    ///   - configuration: The configuration, whose storage and session storage are ignored.
    ///   - repositories: The stores.
    ///   - hasher: Hashes and compares passwords; nil for the best hasher of the system at the configured cost.
    ///   - dates: The clock of dates.
    ///   - identifiers: Makes access tokens, identities of sessions and idempotency keys.
    ///   - clock: The clock of durations, such as pauses in typing.
    ///   - transport: Sends requests to the server; nil for the transport of the system.
    public init(
        _ configuration: AppConfiguration,
        repositories: Repositories,
        hasher: (any PasswordHasher)? = nil,
        dates: DateGenerator = .system,
        identifiers: IDGenerator = .random,
        clock: any Clock<Duration> = ContinuousClock(),
        transport: (any HTTPTransport)? = nil
    ) {
        let throttle = SignInThrottle(attempts: repositories.attempts, policy: configuration.throttle, dates: dates)
        self.configuration = configuration
        lifetime = AppLifetime(waitForBackgroundWork: repositories.waitForBackgroundWork)
        serverLanguage = LanguageSetting(configuration.language)
        accounts = repositories.accounts
        database = repositories.database
        securityEvents = repositories.events
        services = AccountServices(
            configuration,
            repositories,
            hasher: hasher,
            throttle: throttle,
            dates: dates,
            identifiers: identifiers,
            clock: clock,
            transport: transport,
            serverLanguage: serverLanguage,
            lifetime: lifetime
        )
        lifetime.register(services.session)
        policies = FormPolicies(configuration, updatableFields: services.profile?.updatableFields ?? [])
        // A check would reveal what the sign-up hides. The local store does not know the accounts of a server.
        let isLocal = if case .local = configuration.backend { true } else { false }
        let isChecked = isLocal && !configuration.hidesAccountExistence
        let pause = isChecked ? configuration.availabilityPause : nil
        let isTaken = { @Sendable [accounts] (id: AccountID) async throws(AccountServiceFailure) in
            do throws(StorageError) { return try await accounts.contains(id) } catch { throw .storage(error) }
        }
        makeLiveAvailabilityCheck = { pause.map { LiveAvailabilityCheck(asking: isTaken, after: $0, clock: clock) } }
        useCases = UseCases(
            configuration,
            repositories,
            services: services,
            policies: policies,
            throttle: throttle,
            makeAvailabilityCheck: makeLiveAvailabilityCheck,
            dates: dates,
            identifiers: identifiers,
            clock: clock
        )
    }

    /// The session of the user, whose states an app observes.
    public var session: CurrentSession { services.session }

    /// The validator of the sign-up form, for the screen; that of the use case also checks the other profile fields.
    public var signUpValidator: any FormValidating { policies.signUp }

    /// The validator of the sign-in form, for the screen and for the use case.
    public var signInValidator: any FormValidating { policies.signIn }

    /// The validator of the profile's form, for the screen and for the use case.
    ///
    /// It has the fields that can be changed, with the rules of sign-up; a field that sign-up lacks is optional.
    public var profileValidator: any FormValidating { policies.profile }

    /// The service that looks up the owner of a session on the server; nil for local accounts, and if the API has no
    /// such endpoint.
    public var sessionVerifier: (any SessionVerifying)? { services.verifier }

    /// The reason why no request can be sent, or nil; a platform without a transport, such as Android, is told here at
    /// once, and a missing libcurl by the first request.
    public var transportError: TransportError? { services.transportError }

    /// Whether the account service can change passwords.
    public var canChangePassword: Bool { useCases.changePassword != nil }

    /// How a user who has forgotten the password proves to be the account owner; nil if the service offers no reset.
    public var resetProof: ResetProof? { useCases.passwordReset?.request.proof }

    /// The field with which a user who has forgotten the password names the account: the ID or the e-mail address.
    public var resetField: AccountField { useCases.passwordReset?.request.field ?? .id }

    /// Whether the account service has recovery codes.
    public var canMakeRecoveryCode: Bool { useCases.makeRecoveryCode != nil }

    /// Whether the account service can require one-time passwords.
    public var canEnableTOTP: Bool { useCases.totp != nil }

    /// Returns a transport for an app's own requests, which adds the token of the user's session.
    ///
    /// - Parameter servers: Any URLs of the servers that may receive the token; only their origins count.
    /// - Returns: The transport, which ends with the shutdown; nil for local accounts, whose tokens no server knows.
    public func transport(to servers: [HTTPURL]) -> (any HTTPTransport)? {
        guard let sender = services.sender, case .remote(let backend) = configuration.backend else { return nil }
        return SessionTransport(
            sender,
            session: session,
            origins: servers,
            authorization: backend.api.authorization
        )
    }

    /// Makes the flow of the screens, which makes their view models.
    ///
    /// - Returns: A flow that begins with the configured launch style.
    @MainActor
    public func makeRootFlow() -> RootFlowViewModel {
        let flow = RootFlowViewModel(launchStyle: configuration.launchStyle, dependencies: useCases.screens)
        lifetime.register(flow)
        return flow
    }
}

// The only ways to the use cases, except for the screens, which end with their flow.
extension AppComposition {
    /// Runs an operation that the shutdown waits for, or throws after the shutdown.
    func run<Value, Failure>(
        orThrow closed: Failure,
        _ operation: (UseCases) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await lifetime.run(orThrow: closed) { () async throws(Failure) in try await operation(useCases) }
    }

    /// Runs an operation of a store, which fails with `.closed` after the shutdown.
    func run<Value>(
        _ store: StorageError.Store,
        _ operation: (UseCases) async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await run(orThrow: .closed(store), operation)
    }

    /// Runs an operation of a use case that the account service may not offer.
    func run<UseCase, Value, Failure>(
        _ useCase: KeyPath<UseCases, UseCase?>,
        orThrow error: (AccountServiceFailure) -> Failure,
        _ operation: (UseCase) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let useCase = useCases[keyPath: useCase] else { throw error(.notOffered) }
        return try await run(orThrow: error(.cancelled)) { _ async throws(Failure) in try await operation(useCase) }
    }

    /// Runs an operation that the shutdown waits for, or returns a value after the shutdown.
    func run<Value>(orReturn closed: Value, _ operation: (UseCases) async -> Value) async -> Value {
        await lifetime.run(orReturn: closed) { await operation(useCases) }
    }
}

extension StorageError {
    /// The error of an operation after the shutdown.
    static func closed(_ store: Store) -> StorageError { StorageError(store: store, reason: .closed) }
}
