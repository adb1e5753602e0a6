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

/// What outlives the launches of an app: the files of a folder and, where there is one, a server.
@MainActor
final class PresetLife {
    /// What the server was asked.
    let requests = MessageLog<HTTPRequest>()

    let form: AccountForm
    private let folder: TemporaryFolder
    private let server: AccountServer
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
        // Whoever signs in by S0 has an account already.
        if life.preset == .signIn {
            api.signUp = Endpoint(.post, "/accounts", body: ["id": .id, "password": .password])
        }
        let server = AccountServer(api)
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
            listener = try server.listen { requests.append($0) }
        }

        let url = try HTTPURL(listener?.origin ?? "https://example.com")
        var settings = AppSettings()
        settings.preset = life.preset
        settings.storage = .folder(folder.path + "/data")
        settings.hashingCost = .minimal
        if life.preset.needsServer { settings.server = url }
        var configuration = try settings.configuration()
        configuration.availabilityPause = nil
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

    /// Starts the app: nothing is left of an earlier one but the files.
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

    /// Registers the account in a launch of its own, unless the server has it already; signed in or not.
    func signUp() async {
        if server.accountIDs.isEmpty { await (await launch()).signUp() }
    }

    /// Whether a text is in any file.
    func holds(_ text: String) throws -> Bool { try folder.contents().range(of: Data(text.utf8)) != nil }

    /// The agreements in the file.
    func consents() async throws -> [Consent] { try await Repositories(configuration.storage).consents.all() }
}
