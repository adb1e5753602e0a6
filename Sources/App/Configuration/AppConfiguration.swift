public import Domain
import Networking
public import Persistence
public import Presentation
public import Validation

/// The settings of an app for its accounts and screens.
///
/// Every property has a default, so an app sets only those that it wants to change.
public struct AppConfiguration: Sendable {
    /// The places for accounts, sessions and consents.
    public enum Storage: Hashable, Sendable {
        /// Memory: everything is lost with the composition.
        case inMemory

        /// The folder at this path, which is created at the first write.
        case folder(String)

        /// A PostgreSQL database, which several machines share.
        ///
        /// It has the accounts, the consents, the pending operations, the failed sign-ins, and the security events if
        /// ``AppConfiguration/keepsSecurityEvents`` is true. Sessions stay on this device.
        case postgreSQL(ConnectionString, sessions: DeviceStorage)

        /// The place on this device: that of everything, or, with a database, that of the sessions.
        package var device: DeviceStorage {
            switch self {
            case .inMemory: .inMemory
            case .folder(let path): .folder(path)
            case .postgreSQL(_, let sessions): sessions
            }
        }

        /// Whether the accounts are in a database.
        package var isDatabase: Bool { if case .postgreSQL = self { true } else { false } }
    }

    /// The places on this device.
    public enum DeviceStorage: Hashable, Sendable {
        /// Memory: everything is lost with the composition.
        case inMemory

        /// The folder at this path, which is created at the first write.
        case folder(String)
    }

    /// The places for sessions beside a folder.
    public enum SessionStorage: Sendable {
        /// A file in the folder, which only the user of the process can read.
        case files

        #if canImport(Security)
        /// The Keychain.
        ///
        /// The name of a server is added to the service, so that no server gets the sessions of another.
        case keychain(KeychainOptions = KeychainOptions())
        #endif

        /// The Keychain with its default options where the platform has one, and otherwise a file.
        public static var platformDefault: SessionStorage {
            #if canImport(Security)
            .keychain()
            #else
            .files
            #endif
        }
    }

    /// The services that register and authenticate accounts.
    public enum Backend: Sendable {
        /// This device.
        case local

        /// A server; sessions, consents and pending operations are stored on this device.
        case remote(RemoteBackend)
    }

    /// The name of the app, as authenticator apps show it.
    public var name = "AccountFlow"

    /// The place for accounts, sessions and consents.
    public var storage = Storage.inMemory

    /// Whether the files of the storage may be compacted after a change; on iOS, answer no while the app is in the background.
    public var mayCompact: @Sendable () -> Bool = { true }

    /// The place for sessions if the storage has a folder; otherwise, they are in memory.
    public var sessionStorage = SessionStorage.files

    /// The service that registers and authenticates accounts.
    public var backend = Backend.local

    /// The rules of the forms.
    public var policy = AccountPolicy.standard

    /// The language of the app.
    public var language = Language.english

    /// The start of a launch, and the screen that is shown when no user is signed in.
    public var launchStyle = LaunchStyle.startScreen

    /// The cost of hashing a password.
    public var hashingCost = HashingCost.standard

    /// Whether the time of a rejected sign-in hides which accounts come from a system without yescrypt; see
    /// `LocalPasswordHasher`.
    public var hidesAlgorithms = false

    /// The waits after wrong passwords.
    public var throttle = ThrottlePolicy.standard

    /// Whether the app does not reveal that an ID is taken, neither while it is typed nor at a sign-up; see `SignUp`.
    public var hidesAccountExistence = false

    /// Whether a recovery code is shown after each sign-up, for accounts on this device; users can always make one later.
    public var offersRecoveryCodeAtSignUp = false

    /// The lifetime of sessions, and the age from which a deletion requires the password.
    public var sessions = SessionPolicy.untilSignOut

    /// Whether security events are stored in a file of the folder or in the database; otherwise, the latest events are in
    /// memory.
    public var keepsSecurityEvents = false

    /// The pause in typing after which the app checks whether an ID is taken; 0 or less checks at once, and nil never.
    ///
    /// IDs on a server are never checked.
    public var availabilityPause: Duration? = .milliseconds(400)

    /// The terms that users agree to when they sign in.
    public var terms = Terms.none

    /// What the sign-in screen does besides signing in.
    public var signInStyle = SignInStyle()

    /// The delay before a sign-in begins, if it is positive; leaving the screen ends it.
    public var signInDelay = Duration.zero

    /// The time for which a rejected field, or one that refuses input, is marked, if it is positive.
    public var rejectionTime = Duration.milliseconds(1_500)

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - storage: The place for accounts, sessions and consents.
    ///   - policy: The rules of the forms.
    ///   - launchStyle: The start of a launch.
    public init(
        storage: Storage = .inMemory,
        policy: AccountPolicy = .standard,
        launchStyle: LaunchStyle = .startScreen
    ) {
        self.storage = storage
        self.policy = policy
        self.launchStyle = launchStyle
    }

    /// Creates a configuration for accounts on a server, which decides whether the input is valid.
    ///
    /// - Parameters:
    ///   - backend: The server.
    ///   - storage: The place for sessions, consents and pending operations.
    /// - Returns: A configuration whose forms only require that fields are filled in, and whose sessions are in the
    ///   Keychain where the platform has one.
    public static func remote(_ backend: RemoteBackend, storage: Storage = .inMemory) -> AppConfiguration {
        var configuration = AppConfiguration(storage: storage, policy: .nonEmpty)
        configuration.backend = .remote(backend)
        configuration.sessionStorage = .platformDefault
        configuration.signInStyle.offersSignUp = backend.api[.signUp] != nil
        return configuration
    }
}
