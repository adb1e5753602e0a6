public import Domain
public import Networking
public import Persistence
public import Presentation

/// The settings of an app that a file or a command line can contain.
///
/// If a property is nil, the next source decides. The sources are, in this order, the command line, the file, the
/// preset, and the defaults of `AppConfiguration`.
public struct AppSettings: Hashable, Sendable {
    /// The presets of `AppConfiguration`.
    public enum Preset: String, Hashable, Sendable, CaseIterable {
        /// Sign-in to the accounts of a server (S0).
        case signIn

        /// A start screen, and sign-up by e-mail address (S1).
        case start

        /// Several accounts (S2).
        case accounts

        /// Sign-up and sign-in at a server (S3).
        case remote

        /// The main screen first, and agreement to terms at sign-in (S4).
        case shop

        /// Whether the accounts are on a server.
        public var needsServer: Bool {
            switch self {
            case .signIn, .remote: true
            case .start, .accounts, .shop: false
            }
        }
    }

    /// The preset.
    ///
    /// If it is nil, the app is that of `start` or, with a server, has forms whose fields only have to be filled in.
    public var preset: Preset?

    /// The place for accounts, sessions and consents; with a database, the place for sessions.
    public var storage: AppConfiguration.Storage?

    /// The PostgreSQL database with the accounts, for an app without a server.
    public var database: ConnectionString?

    /// The server with the accounts; without a preset, its API is that of S3.
    public var server: HTTPURL?

    /// The API of the server, with its base URL; nil for that of the preset.
    public var api: AccountAPI?

    /// The path of a PEM file with the certificates that are trusted instead of the system's.
    public var certificateAuthorities: String?

    /// The language of the app.
    public var language: Language?

    /// The start of a launch.
    public var launchStyle: LaunchStyle?

    /// The cost of hashing a password.
    public var hashingCost: HashingCost?

    /// The lifetime of sessions, and the age from which a deletion requires the password.
    public var sessions: SessionPolicy?

    /// The terms that users agree to when they sign in.
    public var terms: Terms?

    /// The delay before a sign-in begins, if it is positive.
    public var signInDelay: Duration?

    /// Whether the app does not reveal that an ID is taken.
    public var hidesAccountExistence: Bool?

    /// Whether security events are stored in a file of the folder.
    public var keepsSecurityEvents: Bool?

    /// Creates settings in which every property is nil.
    public init() {}

    /// Fills in the settings that are nil.
    ///
    /// - Parameter defaults: The settings that are used where these are nil.
    /// - Returns: The combined settings.
    public func merging(defaults: AppSettings) -> AppSettings {
        var settings = defaults
        settings.preset = preset ?? defaults.preset
        settings.storage = storage ?? defaults.storage
        settings.database = database ?? defaults.database
        settings.server = server ?? defaults.server
        settings.api = api ?? defaults.api
        settings.certificateAuthorities = certificateAuthorities ?? defaults.certificateAuthorities
        settings.language = language ?? defaults.language
        settings.launchStyle = launchStyle ?? defaults.launchStyle
        settings.hashingCost = hashingCost ?? defaults.hashingCost
        settings.sessions = sessions ?? defaults.sessions
        settings.terms = terms ?? defaults.terms
        settings.signInDelay = signInDelay ?? defaults.signInDelay
        settings.hidesAccountExistence = hidesAccountExistence ?? defaults.hidesAccountExistence
        settings.keepsSecurityEvents = keepsSecurityEvents ?? defaults.keepsSecurityEvents
        return settings
    }

    /// Returns the configuration that the settings describe.
    ///
    /// - Returns: The configuration.
    /// - Throws: `AppSettingsError` with `.serverMissing` if the preset needs a server and there is none. If there is a
    ///   server and the preset needs none, the problem is `.serverNotUsed`; if there is a server and a database, it is
    ///   `.databaseNotUsed`.
    public func configuration() throws(AppSettingsError) -> AppConfiguration {
        var configuration = try presetConfiguration()
        if case .remote(var backend) = configuration.backend {
            if let api { backend.api = api }
            backend.certificateAuthorities = certificateAuthorities
            configuration.backend = .remote(backend)
            guard database == nil else { throw AppSettingsError([.databaseNotUsed]) }
        }
        if let storage { configuration.storage = storage }
        if let database { configuration.storage = .postgreSQL(database, sessions: configuration.storage.device) }
        apply(to: &configuration)
        return configuration
    }

    /// Changes what is neither the backend nor the storage of a configuration.
    package func apply(to configuration: inout AppConfiguration) {
        if let language { configuration.language = language }
        if let launchStyle { configuration.launchStyle = launchStyle }
        if let hashingCost { configuration.hashingCost = hashingCost }
        if let sessions { configuration.sessions = sessions }
        if let terms { configuration.terms = terms }
        if let signInDelay { configuration.signInDelay = signInDelay }
        if let hidesAccountExistence { configuration.hidesAccountExistence = hidesAccountExistence }
        if let keepsSecurityEvents { configuration.keepsSecurityEvents = keepsSecurityEvents }
    }

    private func presetConfiguration() throws(AppSettingsError) -> AppConfiguration {
        switch (preset, server ?? api?.baseURL) {
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

/// The problems of settings.
public struct AppSettingsError: Error, Hashable, Sendable {
    /// A problem.
    public enum Problem: Hashable, Sendable {
        /// The file is not a JSON object.
        case notAnObject(JSONError?)

        /// The setting is unknown.
        case unknownSetting(String)

        /// The value of the setting has a wrong type or is out of range.
        case invalidSetting(String)

        /// The preset needs a server, and there is none.
        case serverMissing(AppSettings.Preset)

        /// The preset needs no server, and there is one.
        case serverNotUsed(AppSettings.Preset)

        /// The accounts are on a server, and there is a database for them.
        case databaseNotUsed
    }

    /// The problems, at least one; those of single settings come first, in the order of their names.
    public let problems: [Problem]

    /// Creates an error.
    ///
    /// - Parameter problems: At least one.
    public init(_ problems: [Problem]) {
        self.problems = problems
    }
}
