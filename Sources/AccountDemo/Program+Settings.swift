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
        settings.storage = invocation.storage
        settings.server = try invocation.serverURL()
        guard let path = invocation[.config] else { return settings }
        let content = try await readSettings(path)
        let invalid = { (error: AppSettingsError) in
            guard case .notAnObject(let cause?) = error.problems.first else { return UsageError.invalidSettings(error) }
            return UsageError(cause, in: content, of: path) ?? .invalidSettings(error)
        }
        return try mapError(invalid, try settings.merging(defaultsIn: content))
    }

    /// Returns the configuration of the settings, with the default folder if they name none.
    func configuration(
        of invocation: Invocation,
        _ settings: AppSettings
    ) async throws(UsageError) -> AppConfiguration {
        var settings = settings
        if settings.storage == nil { settings.storage = .folder(try Self.dataFolder(in: environment)) }
        if hashingCost != .standard { settings.hashingCost = hashingCost }
        var configuration = try mapError(UsageError.invalidSettings, try settings.configuration())
        // The API of a server may differ from that of its preset.
        if let api = try await invocation.api() { configuration.backend = .remote(RemoteBackend(api: api)) }
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
    fileprivate func api() async throws(UsageError) -> AccountAPI? {
        guard let base = try serverURL(), let name = self[.api] else { return nil }
        switch name {
        case "s0": return .s0(at: base)
        case "s3": return .s3(at: base)
        default:
            let content = try await readSettings(name)
            let invalid = { UsageError.invalidDescription(name, $0) }
            return try mapError(invalid, try AccountAPI(describedBy: content, baseURL: base))
        }
    }
}

extension UsageError {
    /// Creates the error of a file that is not JSON; nil if the error has no position.
    fileprivate init?(_ error: JSONError, in content: [UInt8], of path: String) {
        switch error {
        case .tooLarge, .tooDeep: return nil
        case .duplicateMember(let offset), .invalidText(let offset), .invalidSyntax(let offset):
            self = .invalidJSON(path, error, TextPosition(of: offset, in: content))
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
