public import Domain
public import Networking
public import Persistence
public import Presentation

/// What can be decided about an app without compiling it, by a file or on a command line.
///
/// What is nil is left to whatever comes behind: a command line goes before a file, a file goes before the preset, and
/// the preset before what `AppConfiguration` has by itself.
public struct AppSettings: Hashable, Sendable {
    /// The systems from which to begin; see the presets of `AppConfiguration`.
    public enum Preset: String, Hashable, Sendable, CaseIterable {
        /// Signs in to the accounts of a server (S0).
        case signIn

        /// Begins with a start screen, and registers by e-mail address (S1).
        case start

        /// Keeps several accounts (S2).
        case accounts

        /// Signs up and in at a server (S3).
        case remote

        /// Begins with the main screen, and asks for agreement to terms (S4).
        case shop

        /// Whether a server keeps the accounts.
        public var needsServer: Bool {
            switch self {
            case .signIn, .remote: true
            case .start, .accounts, .shop: false
            }
        }
    }

    /// The system from which to begin; where nobody decides, `start`, or forms that leave to the server what they ask.
    public var preset: Preset?

    /// Where everything is kept.
    public var storage: AppConfiguration.Storage?

    /// The server that keeps the accounts; without a preset it is spoken to as S3 does.
    public var server: HTTPURL?

    /// The language that the app speaks.
    public var language: Language?

    /// How a launch begins.
    public var launchStyle: LaunchStyle?

    /// How costly it is to hash a password.
    public var hashingCost: HashingCost?

    /// What somebody has to agree to who signs in.
    public var terms: Terms?

    /// How long a sign-in is held back before it begins; not at all where it is not positive.
    public var signInDelay: Duration?

    /// Whether nobody is told that an ID is taken.
    public var hidesAccountExistence: Bool?

    /// Whether security events go to a file of the folder.
    public var keepsSecurityEvents: Bool?

    /// Creates settings that decide nothing.
    public init() {}

    /// Puts these settings before others.
    ///
    /// - Parameter others: What decides where these do not.
    /// - Returns: Both together.
    public func before(_ others: AppSettings) -> AppSettings {
        var settings = others
        settings.preset = preset ?? others.preset
        settings.storage = storage ?? others.storage
        settings.server = server ?? others.server
        settings.language = language ?? others.language
        settings.launchStyle = launchStyle ?? others.launchStyle
        settings.hashingCost = hashingCost ?? others.hashingCost
        settings.terms = terms ?? others.terms
        settings.signInDelay = signInDelay ?? others.signInDelay
        settings.hidesAccountExistence = hidesAccountExistence ?? others.hidesAccountExistence
        settings.keepsSecurityEvents = keepsSecurityEvents ?? others.keepsSecurityEvents
        return settings
    }

    /// Makes the configuration that the settings describe; nothing is opened, made or asked.
    ///
    /// - Returns: The configuration.
    /// - Throws: `AppSettingsError` with `.serverMissing` where the preset needs a server and none is named, or
    ///   `.serverNotUsed` where it has no use for the one that is.
    public func configuration() throws(AppSettingsError) -> AppConfiguration {
        var configuration = try presetConfiguration()
        if let storage { configuration.storage = storage }
        if let language { configuration.language = language }
        if let launchStyle { configuration.launchStyle = launchStyle }
        if let hashingCost { configuration.hashingCost = hashingCost }
        if let terms { configuration.terms = terms }
        if let signInDelay { configuration.signInDelay = signInDelay }
        if let hidesAccountExistence { configuration.hidesAccountExistence = hidesAccountExistence }
        if let keepsSecurityEvents { configuration.keepsSecurityEvents = keepsSecurityEvents }
        return configuration
    }

    private func presetConfiguration() throws(AppSettingsError) -> AppConfiguration {
        switch (preset, server) {
        case (nil, let server?): return .remote(RemoteBackend(api: .s3(at: server)))
        case (.signIn, let server?): return .signIn(at: server)
        case (.remote, let server?): return .remote(at: server)
        case (.accounts, nil): return .accounts
        case (.shop, nil): return .shop
        case (.start, nil), (nil, nil): return .start
        case (let preset?, nil): throw AppSettingsError([.serverMissing(preset)])
        case (let preset?, _?): throw AppSettingsError([.serverNotUsed(preset)])
        }
    }
}
