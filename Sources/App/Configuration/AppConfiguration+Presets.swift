import Domain
public import Networking
import Presentation
import Validation

/// The five systems from which the package has grown, as configurations.
///
/// They are in memory and in English, and every property can be changed.
extension AppConfiguration {
    /// Returns the configuration of an app that signs in to a server (S0), with two fields that only have to be filled
    /// in, and an alert about the outcome.
    ///
    /// - Parameter baseURL: The URL under which the server has `/account`.
    /// - Returns: The configuration.
    public static func signIn(at baseURL: HTTPURL) -> AppConfiguration {
        var configuration = AppConfiguration.remote(RemoteBackend(api: .s0(at: baseURL)))
        configuration.launchStyle = .signInScreen
        configuration.signInStyle.alertsOutcome = true
        return configuration
    }

    /// The configuration of an app with a start screen, sign-up by e-mail address and nickname, and a welcome screen
    /// (S1).
    public static let start = AppConfiguration(policy: .emailLocalPart)

    /// The configuration of an app with several accounts, which restores the session of the last one that signed in
    /// (S2).
    ///
    /// ID and password have 4 to 16 characters; a field does not accept a 17th.
    public static let accounts = AppConfiguration(policy: .length(4...16), launchStyle: .signInScreen)

    /// Returns the configuration of an app whose server has responses of the form `{status, success, message}` (S3).
    ///
    /// A sign-up also requires a name, an e-mail address and a telephone number. The next launch restores a session only if
    /// the user ticks the check box.
    ///
    /// - Parameter baseURL: The URL under which the server has its paths.
    /// - Returns: The configuration.
    public static func remote(at baseURL: HTTPURL) -> AppConfiguration {
        var configuration = AppConfiguration.remote(RemoteBackend(api: .s3(at: baseURL)))
        configuration.launchStyle = .signInScreen
        configuration.signInStyle.remembersAtFirst = false
        for field in [AccountField.name, .email, .phone] {
            configuration.policy.signUp[field] = .default(for: field)
        }
        return configuration
    }

    /// The configuration of an app that begins with the main screen, over which users sign in and agree to terms (S4).
    ///
    /// ID and password have 6 to 12 characters without white space. The required document is about automatic sign-in; an
    /// app replaces its name and version. A sign-in takes five seconds, and leaving the screen ends it; `signInDelay` of
    /// zero turns that off. Sessions are in the Keychain where the platform has one.
    public static let shop: AppConfiguration = {
        var configuration = AppConfiguration(policy: .compact, launchStyle: .mainScreen)
        configuration.terms = Terms(required: [ConsentDocument(name: "auto-login", version: 1)])
        configuration.signInDelay = .seconds(5)
        configuration.sessionStorage = .platformDefault
        return configuration
    }()
}
