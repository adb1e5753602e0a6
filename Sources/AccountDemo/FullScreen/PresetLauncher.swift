package import App
import Domain
import Networking
package import Persistence
package import Presentation

/// Composes the apps of the presets, each with its own files or its own server within the program.
@MainActor
package final class PresetLauncher {
    private let storage: AppConfiguration.DeviceStorage
    private let language: Language
    private let hashingCost: HashingCost
    private let offersRecoveryCode: Bool
    private let settings: AppSettings

    /// The preset with which the program was started, if any, and the configuration of its app, which may have a server or
    /// a database of its own.
    private let (first, firstConfiguration): (AppSettings.Preset?, AppConfiguration?)

    /// The servers, which outlive the apps.
    private var transports: [AppSettings.Preset: LoopbackTransport] = [:]

    /// Creates a launcher; the folder of another preset than the first one is `presets/NAME` in the storage of the program.
    ///
    /// Every preset has the settings, except the launch style and the terms, which are those of the first one.
    package nonisolated init(
        storage: AppConfiguration.DeviceStorage,
        language: Language,
        hashingCost: HashingCost,
        offersRecoveryCode: Bool = false,
        settings: AppSettings = AppSettings(),
        first: AppSettings.Preset? = nil,
        configuration: AppConfiguration? = nil
    ) {
        self.storage = storage
        self.language = language
        self.hashingCost = hashingCost
        self.offersRecoveryCode = offersRecoveryCode
        self.settings = settings
        (self.first, firstConfiguration) = (first, configuration)
    }

    package func launch(_ preset: AppSettings.Preset) -> AppComposition {
        if let configuration = own(preset) { return AppComposition(configuration) }
        var configuration = preset.configuration(in: language, hashingCost: hashingCost)
        // A server within the program is lost with the program, and so are its sessions.
        if !preset.needsServer { configuration.storage = .presets(preset, on: storage) }
        configuration.keepsSecurityEvents = true
        var settings = settings
        if preset != first { (settings.launchStyle, settings.terms) = (nil, nil) }
        settings.apply(to: &configuration)
        configuration.offersRecoveryCodeAtSignUp = offersRecoveryCode
        if preset.needsServer, transports[preset] == nil {
            transports[preset] = LoopbackTransport(LocalServer.make(for: preset))
        }
        let repositories = Repositories(configuration.storage, keepsEvents: configuration.keepsSecurityEvents)
        return AppComposition(configuration, repositories: repositories, transport: transports[preset])
    }

    package func location(of preset: AppSettings.Preset) -> AccountLocation {
        let configuration = own(preset)
        if case .remote(let backend) = configuration?.backend { return .server(host: backend.api.baseURL.host.text) }
        if preset.needsServer { return .program }
        return switch configuration?.storage ?? .presets(preset, on: storage) {
        case .inMemory: .memory
        case .folder(let path): .folder(path)
        case .postgreSQL(let connection, _): .database(host: connection.host)
        }
    }

    /// Returns the configuration of the program for a preset, if the program was started with it.
    private func own(_ preset: AppSettings.Preset) -> AppConfiguration? { preset == first ? firstConfiguration : nil }
}

package enum AccountLocation: Hashable, Sendable {
    case memory
    case folder(String)
    case server(host: String)

    /// A PostgreSQL database; its host is nil if the connection string does not name it clearly.
    case database(host: String?)

    /// A server within the program, which has an account already.
    case program
}

extension ConnectionString {
    /// The host, without anything that may be a part of a password; nil if there is a doubt.
    package var host: String? {
        let name = #/[A-Za-z0-9._\-]+/#
        let form = #/postgres(?:ql)?://(?:[^@/?\s]*@)?(\[[0-9A-Fa-f:]+\]|[^@:/?\s]+)(?:[:/?][^@]*)?/#
        if let url = revealed.wholeMatch(of: form) {
            let host = String(url.1)
            return host.hasPrefix("[") || host.wholeMatch(of: name) != nil ? host : nil
        }
        // A quoted value may contain spaces and names.
        let pairs = revealed.split(separator: " ").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        guard pairs.allSatisfy({ $0.count == 2 && !$0[1].isEmpty && !$0[1].contains("'") }) else { return nil }
        return pairs.last { $0[0] == "host" }.flatMap { $0[1].wholeMatch(of: name).map { String($0.output) } }
    }
}

extension AppConfiguration.Storage {
    /// Returns the location of a preset that is tried: its own folder, if there are folders.
    fileprivate static func presets(
        _ preset: AppSettings.Preset,
        on device: AppConfiguration.DeviceStorage
    ) -> AppConfiguration.Storage {
        switch device {
        case .inMemory: .inMemory
        case .folder(let path): .folder(path + "/presets/" + preset.rawValue)
        }
    }
}

extension AppSettings.Preset {
    /// Returns the configuration of the preset, with a server within the program if it needs one.
    package func configuration(in language: Language, hashingCost: HashingCost) -> AppConfiguration {
        var configuration: AppConfiguration =
            switch self {
            case .signIn: .signIn(at: LocalServer.url)
            case .start: .start
            case .accounts: .accounts
            case .remote: .remote(at: LocalServer.url)
            case .shop: .shop
            }
        if self == .remote, case .remote(var backend) = configuration.backend {
            backend.api = LocalServer.extended
            configuration.backend = .remote(backend)
        }
        configuration.language = language
        configuration.hashingCost = hashingCost
        return configuration
    }
}
