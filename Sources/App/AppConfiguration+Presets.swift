import Domain
public import Networking
import Presentation
import Validation

/// The five systems from which the package has grown, as configurations that differ in data alone.
///
/// Each keeps everything in memory and speaks English until somebody changes that; every other value can be changed
/// as well, as that of any configuration.
extension AppConfiguration {
    /// Signs in to the accounts of a server (S0): both fields have to be filled in, and nothing more.
    ///
    /// - Parameter baseURL: Where the server's `/account` is.
    /// - Returns: The configuration.
    public static func signIn(at baseURL: HTTPURL) -> AppConfiguration {
        var configuration = AppConfiguration.remote(RemoteBackend(api: .s0(at: baseURL)))
        configuration.launchStyle = .signInScreen
        return configuration
    }

    /// Begins with a start screen, registers by e-mail address and nickname, and welcomes (S1).
    public static let start = AppConfiguration(policy: .emailLocalPart, launchStyle: .startScreen)

    /// Keeps several accounts, of which the last that signed in is signed in at the next launch (S2).
    ///
    /// ID and password have 4 to 16 characters; a 17th is refused as it is typed.
    public static let accounts = AppConfiguration(policy: .length(4...16), launchStyle: .signInScreen)

    /// Signs up and in at a server whose replies are `{status, success, message}` (S3).
    ///
    /// A sign-up sends the name of the person, an e-mail address and a telephone number besides ID and password, and
    /// all of them are asked for.
    ///
    /// - Parameter baseURL: Where the server's paths begin.
    /// - Returns: The configuration.
    public static func remote(at baseURL: HTTPURL) -> AppConfiguration {
        var configuration = AppConfiguration.remote(RemoteBackend(api: .s3(at: baseURL)))
        configuration.launchStyle = .signInScreen
        configuration.policy.signUp[.name] = .personName()
        configuration.policy.signUp[.email] = .emailAddress
        configuration.policy.signUp[.phone] = .phone
        return configuration
    }

    /// Begins with the main screen, over which somebody signs in who agrees to the terms (S4).
    ///
    /// ID and password have 6 to 12 characters without whitespace. The one document that is required is about being
    /// signed in automatically; an app has names and versions of its own for that.
    public static let shop = AppConfiguration(
        policy: .compact,
        launchStyle: .mainScreen,
        terms: Terms(required: [ConsentDocument(name: "auto-login", version: 1)])
    )
}
