package import App
import Domain
import Networking
package import Persistence
package import Presentation

/// Wires the apps of the presets that can be gone over to, each on files of its own or on a server within the program.
@MainActor
package final class PresetLauncher {
    /// The account that the server of `signIn` has, because nobody can register there.
    package nonisolated static let knownAccount = (id: "kim", password: "password1")

    private let storage: AppConfiguration.Storage
    private let language: Language
    private let hashingCost: HashingCost

    /// The servers, which outlive the apps.
    private var transports: [AppSettings.Preset: LoopbackTransport] = [:]

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - storage: Where the program keeps everything; a preset has the folder `presets/NAME` in it.
    ///   - language: The language to speak.
    ///   - hashingCost: How costly it is to hash a password.
    package nonisolated init(storage: AppConfiguration.Storage, language: Language, hashingCost: HashingCost) {
        self.storage = storage
        self.language = language
        self.hashingCost = hashingCost
    }

    /// Wires the app of a preset.
    package func launch(_ preset: AppSettings.Preset) -> AppComposition {
        var configuration = configuration(of: preset)
        configuration.language = language
        configuration.hashingCost = hashingCost
        // What a server within the program knows is gone with the program, and so is the session of it.
        if case .folder(let path) = storage, !preset.needsServer {
            configuration.storage = .folder(path + "/presets/" + preset.rawValue)
        }
        let repositories = Repositories(configuration.storage, keepsEvents: configuration.keepsSecurityEvents)
        return AppComposition(configuration, repositories: repositories, transport: transport(for: preset))
    }

    private func configuration(of preset: AppSettings.Preset) -> AppConfiguration {
        switch preset {
        case .signIn: .signIn(at: Self.base)
        case .start: .start
        case .accounts: .accounts
        case .remote: .remote(at: Self.base)
        case .shop: .shop
        }
    }

    private func transport(for preset: AppSettings.Preset) -> LoopbackTransport? {
        guard preset.needsServer else { return nil }
        let transport = transports[preset] ?? Self.server(of: preset)
        transports[preset] = transport
        return transport
    }

    private static func server(of preset: AppSettings.Preset) -> LoopbackTransport {
        guard preset == .signIn else { return LoopbackTransport(AccountServer(.s3(at: base))) }
        var api = AccountAPI.s0(at: base)
        api.signUp = Endpoint(.post, "/accounts", body: ["id": .id, "password": .password])
        let server = AccountServer(api)
        let account = #"{"id":"\#(knownAccount.id)","password":"\#(knownAccount.password)"}"#
        // Own constants, of which a request can be made; without the account the server is of no use, but no harm.
        if let url = try? HTTPURL("http://localhost/accounts"),
            let request = try? HTTPRequest(.post, url, body: Array(account.utf8))
        {
            _ = server.respond(to: request)
        }
        return LoopbackTransport(server)
    }

    private static let base: HTTPURL = {
        do {
            return try HTTPURL("http://localhost")
        } catch {
            preconditionFailure("the URL of this machine is none: \(error)")
        }
    }()
}
