import App
import Domain
import Networking

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
