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

    /// Who keeps the accounts.
    public enum Backend: Sendable {
        /// This device.
        case local

        /// A server; sessions, consents and pending operations are still kept here.
        case remote(RemoteBackend)
    }

    /// Where accounts, sessions and consents are kept.
    public var storage: Storage

    /// Who keeps the accounts.
    public var backend: Backend

    /// What is asked of the forms.
    public var policy: AccountPolicy

    /// The language that the app speaks.
    public var language: Language

    /// How a launch begins, and which screen the app comes back to when nobody is signed in.
    public var launchStyle: LaunchStyle

    /// How costly it is to hash a password.
    public var hashingCost: HashingCost

    /// Whether the time of a refusal conceals which accounts come from a system without yescrypt; see
    /// `LocalPasswordHasher`.
    public var hidesAlgorithms: Bool

    /// How long somebody has to wait who has given wrong passwords.
    public var throttle: ThrottlePolicy

    /// Whether nobody is told that an ID is taken, neither while it is typed nor by a sign-up; see `SignUp`.
    public var hidesAccountExistence: Bool

    /// How long remembered sessions go on, and when a deletion needs the password.
    public var sessions: SessionPolicy

    /// Whether security events go to a file of the folder.
    public var keepsSecurityEvents: Bool

    /// How long nothing must be typed into an ID field before it is asked whether the ID is free; not at all where it
    /// is not positive, and nil never asks.
    ///
    /// A server is never asked.
    public var availabilityPause: Duration?

    /// What somebody has to agree to who signs in.
    public var terms: Terms

    /// How long a sign-in is held back before it begins, not at all where that is not positive; leaving the screen ends
    /// it at once.
    public var signInDelay: Duration

    /// How long a field stays rejected before it reverts by itself; no time where it is not positive.
    public var rejectionTime: Duration

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - storage: Where accounts, sessions and consents are kept.
    ///   - backend: Who keeps the accounts.
    ///   - policy: What is asked of the forms.
    ///   - language: The language that the app speaks.
    ///   - launchStyle: How a launch begins, and which screen the app comes back to when nobody is signed in.
    ///   - hashingCost: How costly it is to hash a password.
    ///   - hidesAlgorithms: Whether the time of a refusal conceals which accounts come from a system without
    ///     yescrypt.
    ///   - throttle: How long somebody has to wait who has given wrong passwords.
    ///   - hidesAccountExistence: Whether nobody is told that an ID is taken.
    ///   - sessions: How long remembered sessions go on, and when a deletion needs the password.
    ///   - keepsSecurityEvents: Whether security events go to a file of the folder; otherwise, and in memory, the last
    ///     of them are kept as long as the composition.
    ///   - availabilityPause: How long nothing must be typed into an ID field before it is asked whether the ID is
    ///     free; not at all where it is not positive, and nil never asks. A server is never asked.
    ///   - terms: What somebody has to agree to who signs in.
    ///   - signInDelay: How long a sign-in is held back before it begins; not at all where it is not positive.
    ///   - rejectionTime: How long a field stays rejected before it reverts by itself; no time where it is not
    ///     positive.
    public init(
        storage: Storage = .inMemory,
        backend: Backend = .local,
        policy: AccountPolicy = .standard,
        language: Language = .english,
        launchStyle: LaunchStyle = .startScreen,
        hashingCost: HashingCost = .standard,
        hidesAlgorithms: Bool = false,
        throttle: ThrottlePolicy = .standard,
        hidesAccountExistence: Bool = false,
        sessions: SessionPolicy = .untilSignOut,
        keepsSecurityEvents: Bool = false,
        availabilityPause: Duration? = .milliseconds(400),
        terms: Terms = .none,
        signInDelay: Duration = .zero,
        rejectionTime: Duration = .milliseconds(1_500)
    ) {
        self.storage = storage
        self.backend = backend
        self.policy = policy
        self.language = language
        self.launchStyle = launchStyle
        self.hashingCost = hashingCost
        self.hidesAlgorithms = hidesAlgorithms
        self.throttle = throttle
        self.hidesAccountExistence = hidesAccountExistence
        self.sessions = sessions
        self.keepsSecurityEvents = keepsSecurityEvents
        self.availabilityPause = availabilityPause
        self.terms = terms
        self.signInDelay = signInDelay
        self.rejectionTime = rejectionTime
    }

    /// Creates a configuration for accounts that a server keeps, whose forms leave to the server what it asks.
    ///
    /// - Parameters:
    ///   - backend: The server.
    ///   - storage: Where sessions, consents and pending operations are kept.
    ///   - language: The language that the app speaks.
    /// - Returns: The configuration.
    public static func remote(
        _ backend: RemoteBackend,
        storage: Storage = .inMemory,
        language: Language = .english
    ) -> AppConfiguration {
        AppConfiguration(storage: storage, backend: .remote(backend), policy: .nonEmpty, language: language)
    }
}
