public import Domain
public import Networking
import Persistence
import Presentation
import Validation

/// The one place where concrete types meet: a configuration in, a wired app out.
///
/// Everything is handed over by initialisers. Two compositions in one process share nothing but what they are given.
public struct AppComposition: Sendable {
    /// What the app decided.
    public let configuration: AppConfiguration

    /// Judges the sign-up form, for the screen and for the use case.
    public let signUpValidator: any FormValidating

    /// Judges the sign-in form, for the screen and for the use case.
    public let signInValidator: any FormValidating

    /// The use cases, wired, for view models of the app's own.
    public let useCases: UseCases

    /// Makes those wait who have given wrong passwords, and lifts bans, where the accounts are kept here.
    public let throttle: SignInThrottle

    /// Where security events are written down; a server writes down its own.
    public let securityEvents: any SecurityEventRecorder

    /// Makes what finds out whether an ID is free, one for each sign-up screen; nil where it is not to be asked, and
    /// where a server keeps the accounts.
    public let makeLiveAvailabilityCheck: @Sendable () -> (any LiveAvailabilityChecking)?

    /// Where the accounts are kept, for those who take them from one store to another.
    package let accounts: any AccountRepository

    /// Asks the server whose session it is; nil where the accounts are kept here, or where the server cannot be asked.
    public let sessionVerifier: (any SessionVerifying)?

    /// The folder on whose files the repositories are, or nil.
    let folder: StorageDirectory?

    /// How time goes by on the screens.
    let time: ScreenTime

    /// The operations, flows and transports that a shutdown has to end.
    let lifetime: AppLifetime

    /// Wires an app.
    ///
    /// - Parameter configuration: What the app decided.
    public init(_ configuration: AppConfiguration) {
        let repositories = Repositories(configuration.storage, keepsEvents: configuration.keepsSecurityEvents)
        self.init(configuration, repositories: repositories)
    }

    /// Wires an app on boundaries of the caller's own.
    ///
    /// - Parameters:
    ///   - configuration: What the app decided; its storage is not looked at.
    ///   - repositories: Where everything is kept.
    ///   - hasher: Makes and compares password hashes; nil takes the best that the system has, at the configured cost.
    ///   - dates: Tells the time.
    ///   - identifiers: Makes access tokens, and the keys of what is asked of a server.
    ///   - clock: Measures pauses in typing, and how long things take on screens.
    ///   - transport: Sends what is asked of a server; nil takes the system's.
    public init(
        _ configuration: AppConfiguration,
        repositories: Repositories,
        hasher: (any PasswordHasher)? = nil,
        dates: DateGenerator = .system,
        identifiers: IDGenerator = .random,
        clock: any Clock<Duration> = ContinuousClock(),
        transport: (any HTTPTransport)? = nil
    ) {
        let lifetime = AppLifetime(waitForBackgroundWork: repositories.waitForBackgroundWork)
        let throttle = SignInThrottle(attempts: repositories.attempts, policy: configuration.throttle, dates: dates)
        let policy = configuration.sessions
        let service: any AccountService
        let passwordService: (any AccountService & PasswordChanging)?
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
            service = recording
            passwordService = recording
            sessionVerifier = nil
        case .remote(let backend):
            let remote = backend.service(
                repositories: repositories,
                transport: transport,
                lifetime: lifetime,
                dates: dates,
                identifiers: identifiers
            )
            service = remote
            passwordService = nil
            sessionVerifier = backend.api.whoAmI == nil ? nil : remote
        }
        let sessions = repositories.sessions
        let consents = repositories.consents
        let signUpValidator = configuration.policy.signUp
        let signInValidator = configuration.policy.signIn
        let availability = RepositoryAvailability(accounts: repositories.accounts)

        self.lifetime = lifetime
        self.configuration = configuration
        accounts = repositories.accounts
        folder = repositories.folder
        self.signUpValidator = signUpValidator
        self.signInValidator = signInValidator
        useCases = UseCases(
            signUp: SignUp(
                validator: signUpValidator,
                service: service,
                sessions: sessions,
                dates: dates,
                policy: policy,
                hidesAccountExistence: configuration.hidesAccountExistence
            ),
            signIn: SignIn(
                validator: signInValidator,
                service: service,
                sessions: sessions,
                dates: dates,
                policy: policy
            ),
            restoreSession: RestoreSession(sessions: sessions, dates: dates, policy: policy),
            signOut: SignOut(sessions: sessions),
            deleteAccount: DeleteAccount(
                service: service,
                sessions: sessions,
                consents: consents,
                dates: dates,
                policy: policy
            ),
            changePassword: passwordService.map { service in
                ChangePassword(
                    validator: signUpValidator,
                    service: service,
                    sessions: sessions,
                    dates: dates,
                    policy: policy
                )
            },
            agreeToTerms: AgreeToTerms(service: service, consents: consents, dates: dates),
            reviewTerms: ReviewTerms(terms: configuration.terms, consents: consents),
            listAccounts: ListAccounts(accounts: repositories.accounts)
        )
        self.throttle = throttle
        securityEvents = repositories.events
        time = ScreenTime(
            clock: clock,
            dates: dates,
            flash: configuration.rejectionTime,
            signInDelay: configuration.signInDelay
        )
        // The answer would tell before the sign-up what the sign-up conceals; and what is stored here says nothing
        // about a server's accounts.
        let isAsked = passwordService != nil && !configuration.hidesAccountExistence
        let pause = isAsked ? configuration.availabilityPause : nil
        makeLiveAvailabilityCheck = {
            pause.map { LiveAvailabilityCheck(asking: availability, after: $0, clock: clock) }
        }
    }
}
