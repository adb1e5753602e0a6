package import App
import Domain
import Networking
package import Persistence
package import Presentation

/// Composes the apps of the presets, each with its own files or its own server within the program.
@MainActor
package final class PresetLauncher {
    private let storage: AppConfiguration.Storage
    private let language: Language
    private let hashingCost: HashingCost
    private let offersRecoveryCode: Bool

    /// The preset with which the program was started, if any; it stays in the storage of the program, which may have a
    /// database.
    private let first: AppSettings.Preset?

    /// The servers, which outlive the apps.
    private var transports: [AppSettings.Preset: LoopbackTransport] = [:]

    /// Creates a launcher; the folder of another preset than the first one is `presets/NAME` in the storage of the program.
    package nonisolated init(
        storage: AppConfiguration.Storage,
        language: Language,
        hashingCost: HashingCost,
        offersRecoveryCode: Bool = false,
        first: AppSettings.Preset? = nil
    ) {
        self.storage = storage
        self.language = language
        self.hashingCost = hashingCost
        self.offersRecoveryCode = offersRecoveryCode
        self.first = first
    }

    /// Returns the app of a preset.
    package func launch(_ preset: AppSettings.Preset) -> AppComposition {
        var configuration = preset.configuration(in: language, hashingCost: hashingCost)
        // A server within the program is lost with the program, and so are its sessions.
        if !preset.needsServer {
            configuration.storage = preset == first ? storage : .presets(preset, on: storage.device)
        }
        configuration.keepsSecurityEvents = true
        configuration.offersRecoveryCodeAtSignUp = offersRecoveryCode
        if preset.needsServer, transports[preset] == nil {
            transports[preset] = LoopbackTransport(LocalServer.make(for: preset))
        }
        let repositories = Repositories(configuration.storage, keepsEvents: configuration.keepsSecurityEvents)
        return AppComposition(configuration, repositories: repositories, transport: transports[preset])
    }
}

extension AppConfiguration.Storage {
    /// Returns the place of a preset that is tried: its own folder, if there are folders.
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
    func configuration(in language: Language, hashingCost: HashingCost) -> AppConfiguration {
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
