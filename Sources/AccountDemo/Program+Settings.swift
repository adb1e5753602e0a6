import App
import Networking
import Persistence
package import Presentation

extension Program {
    /// Returns the settings of the command line, which override those of the file that it names.
    func settings(of invocation: Invocation) async throws(UsageError) -> AppSettings {
        var settings = AppSettings()
        settings.preset = invocation.preset
        settings.language = invocation.language
        // A throw-away account leaves nothing on this machine.
        settings.storage = invocation.command == .api ? .inMemory : invocation.storage
        settings.database = invocation[.database].map { ConnectionString($0) }
        settings.server = try invocation.serverURL()
        if let path = invocation[.config] {
            let content = try await readSettings(path)
            let invalid = { (error: AppSettingsError) in
                guard case .notAnObject(let cause?) = error.problems.first else {
                    return UsageError.invalidSettings(error)
                }
                return UsageError(cause, in: content, of: path) ?? .invalidSettings(error)
            }
            settings = try mapError(invalid, try settings.merging(defaultsIn: content))
        }
        settings.api = try await invocation.api(at: settings.server)
        settings.database = database(of: settings, invocation)
        return settings
    }

    /// Returns the database of a command, if it uses one.
    ///
    /// That of the environment, where other users cannot see a password as they can on the command line, is for commands
    /// whose settings leave the place of the accounts open.
    private func database(of settings: AppSettings, _ invocation: Invocation) -> ConnectionString? {
        if invocation.has(.inMemory) { return nil }
        if let command = invocation.command, !Option.database.entry.scope.commands.contains(command) { return nil }
        if let database = settings.database { return database }
        let isElsewhere =
            settings.server != nil || settings.api != nil || settings.preset?.needsServer == true
            || settings.storage == .inMemory
        guard !isElsewhere, let text = environment["ACCOUNT_DEMO_DATABASE"], !text.isEmpty else { return nil }
        return ConnectionString(text)
    }

    /// Returns the configuration of the settings, with the default folder if they name none.
    func configuration(_ settings: AppSettings, _ invocation: Invocation) throws(UsageError) -> AppConfiguration {
        var settings = settings
        // An export of the user's data should have the events of all commands, not only its own.
        settings.keepsSecurityEvents = settings.keepsSecurityEvents ?? true
        if settings.storage == nil { settings.storage = .folder(try Self.dataFolder(in: environment)) }
        if hashingCost != .standard { settings.hashingCost = hashingCost }
        var configuration = try mapError(UsageError.invalidSettings, try settings.configuration())
        configuration.offersRecoveryCodeAtSignUp = invocation.has(.recoveryCode)
        // A program without an application identifier has no Keychain on macOS.
        configuration.sessionStorage = .files
        // Each server has its own folder, because sessions must not be sent to other servers.
        if case .remote(let backend) = configuration.backend, case .folder(let path) = configuration.storage {
            configuration.storage = .folder(path + "/servers/" + backend.api.folderName)
        }
        return configuration
    }

    /// Returns the platform's folder for the data of an app.
    ///
    /// On Apple platforms it is in Application Support. Elsewhere it follows the XDG Base Directory Specification, which
    /// ignores a relative `XDG_DATA_HOME`.
    package static func dataFolder(in environment: [String: String]) throws(UsageError) -> String {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        #if canImport(Darwin)
        if let home { return home + "/Library/Application Support/account-flow" }
        #else
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/account-flow" }
        if let home { return home + "/.local/share/account-flow" }
        #endif
        throw .noDataFolder
    }
}

extension Invocation {
    /// Returns the base URL of the server; nil without a server.
    fileprivate func serverURL() throws(UsageError) -> HTTPURL? {
        guard let server = self[.server] else { return nil }
        return try mapError(UsageError.invalidServer, try HTTPURL(server))
    }

    /// Returns the API that the command line names; nil if the preset decides.
    fileprivate func api(at server: HTTPURL?) async throws(UsageError) -> AccountAPI? {
        guard let name = self[.api] ?? (operand == "try" ? file : nil) else { return nil }
        switch (name, server) {
        case ("s0", let server?): return .s0(at: server)
        case ("s3", let server?): return .s3(at: server)
        case ("s0", nil), ("s3", nil): throw .optionWithoutOther(.api, .server)
        default:
            let content = try await readSettings(name)
            let invalid = { UsageError.invalidDescription(name, $0) }
            return try mapError(invalid, try AccountAPI(describedBy: content, baseURL: server))
        }
    }
}

extension UsageError {
    /// Creates the error of a file that is not JSON; nil if the error has no position.
    fileprivate init?(_ error: JSONError, in content: [UInt8], of path: String) {
        switch error {
        case .tooLarge, .tooDeep: return nil
        case .duplicateMember(let offset), .invalidText(let offset), .invalidSyntax(let offset):
            self = .invalidJSON(path, error, TextLocation(ofByte: offset, in: content))
        }
    }
}

extension AppSettings {
    /// The texts of the program in the language of the settings.
    var text: any DemoText { (language ?? .english).demoText }
}

extension AccountAPI {
    /// The unique name of the folder for the data of this server.
    fileprivate var folderName: String {
        let host = baseURL.host.text.filter { $0 != "[" && $0 != "]" }.map { $0 == ":" ? "_" : $0 }
        return "\(baseURL.scheme.rawValue)-\(String(host))-\(baseURL.port)"
    }
}

extension Language {
    /// Creates the language of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty, as POSIX requires;
    /// the default is English.
    package init(of environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        self = Language.allCases.first { locale?.hasPrefix($0.rawValue) == true } ?? .english
    }
}
