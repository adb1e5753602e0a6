import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import ServerSupport
import TestSupport

/// The state that launches share: the files of a folder and, for remote presets, a server.
@MainActor
final class PresetLife {
    /// The requests that the server received.
    let requests = MessageLog<HTTPRequest>()

    let form: AccountForm
    private let folder: TemporaryFolder
    private let server: InMemoryAccountServer
    private let configuration: AppConfiguration
    private let transport: LoopbackTransport?
    private let listener: FaultServer?

    init(_ life: PresetCase) throws {
        form = life.form
        folder = TemporaryFolder()
        let requests = requests
        var api =
            life.preset == .signIn
            ? AccountAPI.s0(at: try HTTPURL("http://localhost")) : .s3(at: try HTTPURL("http://localhost"))
        // S0 has no sign-up, so the account must exist.
        if life.preset == .signIn {
            api[.signUp] = Endpoint(.post, "/accounts", body: ["id": .id, "password": .password])
        }
        let server = InMemoryAccountServer(api)
        self.server = server
        switch life.server {
        case nil:
            (transport, listener) = (nil, nil)
        case .inProcess:
            transport = LoopbackTransport { request in
                requests.append(request)
                return server.respond(to: request)
            }
            listener = nil
        case .loopback:
            transport = nil
            listener = try server.listen {
                requests.append($0)
                return nil
            }
        }

        let url = try HTTPURL(listener?.origin ?? "https://example.com")
        var settings = AppSettings()
        settings.preset = life.preset
        settings.storage = .folder(folder.path + "/data")
        settings.hashingCost = .minimal
        if life.preset.needsServer { settings.server = url }
        var configuration = try settings.configuration()
        configuration.availabilityPause = nil
        configuration.signInDelay = .zero
        if life.server != nil, !life.preset.needsServer {
            configuration.backend = .remote(RemoteBackend(api: .s3(at: url)))
        }
        self.configuration = configuration
        if life.preset == .signIn {
            let body = JSONValue.object(["id": .string(form[.id]), "password": .string(form[.password])])
            _ = server.respond(
                to: try HTTPRequest(.post, HTTPURL("http://localhost/accounts"), body: body.bytes)
            )
        }
    }

    /// Starts the app, with only the files and the server of earlier launches.
    func launch() async -> PresetLaunch {
        let app = AppComposition(
            configuration,
            repositories: Repositories(configuration.storage),
            transport: transport
        )
        let launch = PresetLaunch(app: app, flow: app.makeRootFlow(), form: form)
        await launch.flow.launch()
        await launch.passStart()
        return launch
    }

    /// Registers the account in a launch of its own, unless the server has it already.
    func signUp() async {
        if server.accountIDs.isEmpty { await (await launch()).signUp() }
    }

    /// Returns whether a file contains a text.
    func holds(_ text: String) throws -> Bool { try folder.contents().range(of: Data(text.utf8)) != nil }

    /// Returns the agreements in the file.
    func consents() async throws -> [Consent] { try await Repositories(configuration.storage).consents.all() }
}
