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

    /// The preset with which the program was started, if any; it stays in the storage of the program.
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
        if case .folder(let path) = storage, !preset.needsServer {
            configuration.storage = .folder(preset == first ? path : path + "/presets/" + preset.rawValue)
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

/// The servers of the presets within the program.
package enum LocalServer {
    /// The account that exists on each server; the app of `signIn` offers no sign-up.
    package static let knownAccount = (id: "kim", password: "password1")

    static let url = constant(try HTTPURL("http://localhost"))

    /// The code of each message, because no message leaves the program.
    package static let code = "123456"

    /// The API of S3 that can also refresh tokens, change and reset passwords, change profiles and confirm addresses.
    static let extended: AccountAPI = {
        var api = AccountAPI.s3(at: url)
        let token = ValuePlace.json(JSONPath("data", "token"))
        let refreshToken = ValuePlace.json(JSONPath("data", "refreshToken"))
        let response = api[.whoAmI]?.response ?? ResponseFormat()
        api[.signIn]?.refreshToken = refreshToken
        for action in [AccountAction.signUp, .signIn] { api[action]?.response.statuses[403] = .confirmByCode }
        let profile = [AccountField.name, .email, .phone]
        let owner = Dictionary(uniqueKeysWithValues: profile.map { ($0, JSONPath("data", $0.rawValue)) })
        api[.whoAmI]?.owner.merge(owner.mapValues { [$0] }) { $1 }
        api[.updateProfile] = Endpoint(
            .patch,
            "/account",
            body: .object(Dictionary(uniqueKeysWithValues: profile.map { ($0.rawValue, .field($0)) })),
            owner: owner,
            response: response
        )
        api[.requestPasswordReset] = Endpoint(.post, "/reset/message", body: ["id": .id], response: response)
        api[.confirmPasswordReset] = Endpoint(
            .post,
            "/reset",
            body: ["code": .text("$code"), "newPassword": .text("$newPassword")],
            response: response
        )
        api[.resendVerification] = Endpoint(
            .post,
            "/confirmation/message",
            body: ["email": .field(.email)],
            response: response
        )
        api[.verify] = Endpoint(
            RequestTemplate(.post, "/confirmation", body: ["code": .text("$code")]),
            response: response
        )
        api[.refresh] = Endpoint(
            RequestTemplate(.post, "/refresh", body: ["refreshToken": .text("$refreshToken")]),
            token: token,
            refreshToken: refreshToken,
            response: response
        )
        api[.changePassword] = Endpoint(
            RequestTemplate(
                .put,
                "/account/password",
                body: ["currentPassword": .text("$currentPassword"), "newPassword": .text("$newPassword")]
            ),
            token: token,
            refreshToken: refreshToken,
            response: response
        )
        return api
    }()

    /// Returns the server of a preset, which has ``knownAccount`` unless it is to be empty.
    static func make(for preset: AppSettings.Preset, isEmpty: Bool = false) -> AccountServer {
        var (api, path) = (extended, "/sign-up")
        if preset == .signIn {
            (api, path) = (.s0(at: url), "/accounts")
            api[.signUp] = Endpoint(.post, path, body: ["id": .id, "password": .password])
        }
        let server = AccountServer(api, codes: IDGenerator { code })
        guard !isEmpty else { return server }
        let members = ["name": "Kim", "email": "kim@example.com", "phone": "010-1234-5678"]
        let account = ["id": knownAccount.id, "password": knownAccount.password].merging(members) { $1 }
        let body = JSONValue.object(account.mapValues { .string($0) }).bytes
        _ = server.respond(to: constant(try HTTPRequest(.post, HTTPURL(url.origin + path), body: body)))
        return server
    }

    private static func constant<Value>(_ value: @autoclosure () throws -> Value) -> Value {
        do { return try value() } catch { preconditionFailure("a constant is invalid: \(error)") }
    }
}
