public import Domain
import Persistence
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

    /// Registers an account and signs its owner in.
    public let signUp: SignUp

    /// Signs somebody in.
    public let signIn: SignIn

    /// Reads the remembered session at launch.
    public let restoreSession: RestoreSession

    /// Ends the session.
    public let signOut: SignOut

    /// Deletes the account that is signed in.
    public let withdrawAccount: WithdrawAccount

    /// Changes the password of the account that is signed in.
    public let changePassword: ChangePassword

    /// Makes those wait who have given wrong passwords, and lifts bans.
    public let throttle: SignInThrottle

    /// Where security events are written down.
    public let securityEvents: any SecurityEventRecorder

    /// Stores agreements to documents.
    public let agreeToTerms: AgreeToTerms

    /// Lists the registered accounts.
    public let listAccounts: ListAccounts

    /// Wires an app.
    ///
    /// - Parameter configuration: What the app decided.
    public init(_ configuration: AppConfiguration) {
        let repositories =
            switch configuration.storage {
            case .inMemory: Repositories()
            case .folder(let path):
                Repositories(folder: StoreFolder(path: path), keepsEvents: configuration.keepsSecurityEvents)
            }
        self.init(configuration, repositories: repositories)
    }

    /// Wires an app on boundaries of the caller's own.
    ///
    /// - Parameters:
    ///   - configuration: What the app decided; its storage is not looked at.
    ///   - repositories: Where everything is kept.
    ///   - hasher: Makes and compares credentials; nil takes the best that the system has, at the configured cost.
    ///   - dates: Tells the time.
    ///   - identifiers: Makes access tokens.
    public init(
        _ configuration: AppConfiguration,
        repositories: Repositories,
        hasher: (any PasswordHasher)? = nil,
        dates: DateSource = .system,
        identifiers: IdentifierSource = .random
    ) {
        let throttle = SignInThrottle(attempts: repositories.attempts, policy: configuration.throttle, dates: dates)
        let local = LocalAccountAuthority(
            accounts: repositories.accounts,
            hasher: hasher ?? LocalPasswordHasher(cost: configuration.hashingCost),
            dates: dates,
            identifiers: identifiers,
            throttle: throttle
        )
        let authority = RecordingAuthority(authority: local, events: repositories.events, dates: dates)
        let policy = configuration.sessions
        let sessions = repositories.sessions
        let consents = repositories.consents
        let signUpValidator = FormValidator(configuration.policy.signUp)
        let signInValidator = FormValidator(configuration.policy.signIn)

        self.configuration = configuration
        self.signUpValidator = signUpValidator
        self.signInValidator = signInValidator
        signUp = SignUp(
            validator: signUpValidator,
            authority: authority,
            sessions: sessions,
            dates: dates,
            policy: policy,
            concealsTakenIDs: configuration.concealsTakenIDs
        )
        signIn = SignIn(
            validator: signInValidator,
            authority: authority,
            sessions: sessions,
            dates: dates,
            policy: policy
        )
        restoreSession = RestoreSession(sessions: sessions, dates: dates, policy: policy)
        signOut = SignOut(sessions: sessions)
        withdrawAccount = WithdrawAccount(
            authority: authority,
            sessions: sessions,
            consents: consents,
            dates: dates,
            policy: policy
        )
        changePassword = ChangePassword(
            validator: signUpValidator,
            authority: authority,
            sessions: sessions,
            dates: dates,
            policy: policy
        )
        self.throttle = throttle
        securityEvents = repositories.events
        agreeToTerms = AgreeToTerms(consents: consents, dates: dates)
        listAccounts = ListAccounts(accounts: repositories.accounts)
    }
}
