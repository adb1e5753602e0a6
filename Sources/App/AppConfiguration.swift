public import Domain
public import Persistence
public import Presentation
public import Validation

/// What an app decides about its accounts.
public struct AppConfiguration: Sendable {
    /// Where accounts, sessions and consents are kept.
    public enum Storage: Hashable, Sendable {
        /// In memory: all is forgotten with the composition.
        case inMemory

        /// In the files of the folder at this path, which is made when something is written.
        case folder(String)
    }

    /// Where accounts, sessions and consents are kept.
    public var storage: Storage

    /// What is asked of the forms.
    public var policy: AccountPolicy

    /// The language that the app speaks.
    public var language: Language

    /// Whether a launch begins with the start screen or with the remembered session.
    public var launchStyle: LaunchStyle

    /// How costly it is to hash a password.
    public var hashingCost: HashingCost

    /// How long somebody has to wait who has given wrong passwords.
    public var throttle: ThrottlePolicy

    /// Whether nobody is told that an ID is taken; see `SignUp`.
    public var concealsTakenIDs: Bool

    /// How long remembered sessions go on, and when a withdrawal needs the password.
    public var sessions: SessionPolicy

    /// Whether security events go to a file of the folder.
    public var keepsSecurityEvents: Bool

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - storage: Where accounts, sessions and consents are kept.
    ///   - policy: What is asked of the forms.
    ///   - language: The language that the app speaks.
    ///   - launchStyle: Whether a launch begins with the start screen or with the remembered session.
    ///   - hashingCost: How costly it is to hash a password.
    ///   - throttle: How long somebody has to wait who has given wrong passwords.
    ///   - concealsTakenIDs: Whether nobody is told that an ID is taken.
    ///   - sessions: How long remembered sessions go on, and when a withdrawal needs the password.
    ///   - keepsSecurityEvents: Whether security events go to a file of the folder; otherwise, and in memory, the last
    ///     of them are kept as long as the composition.
    public init(
        storage: Storage = .inMemory,
        policy: AccountPolicy = .emailLocalPart,
        language: Language = .english,
        launchStyle: LaunchStyle = .startScreen,
        hashingCost: HashingCost = .standard,
        throttle: ThrottlePolicy = .standard,
        concealsTakenIDs: Bool = false,
        sessions: SessionPolicy = .lasting,
        keepsSecurityEvents: Bool = false
    ) {
        self.storage = storage
        self.policy = policy
        self.language = language
        self.launchStyle = launchStyle
        self.hashingCost = hashingCost
        self.throttle = throttle
        self.concealsTakenIDs = concealsTakenIDs
        self.sessions = sessions
        self.keepsSecurityEvents = keepsSecurityEvents
    }
}
