package import App
import Domain
package import Networking
import Presentation

/// The servers of the presets within the program.
package enum LocalServer {
    /// The account that exists on each server; the app of `signIn` offers no sign-up.
    package static let knownAccount = (id: "kim", password: "password1")

    static let url = constant(try HTTPURL("http://localhost"))

    /// The code of each message, because no message leaves the program.
    package static let code = "123456"

    /// The API of S3 that can also refresh tokens, change and reset passwords, change profiles, confirm addresses and ask
    /// for a second factor.
    static let extended: AccountAPI = {
        var api = AccountAPI.s3(at: url)
        let token = ValueLocation.json([JSONPath("data", "token")])
        let refreshToken = ValueLocation.json([JSONPath("data", "refreshToken")])
        let response = api[.whoAmI]?.response ?? ResponseFormat()
        api[.signIn]?.refreshToken = refreshToken
        for action in [AccountAction.signUp, .signIn] { api[action]?.response.statuses[403] = .confirmByCode }
        api[.signIn]?.response.statuses[401] = .codeRequired
        var challenge = ChallengeFormat()
        challenge.captures = Placeholder("step").map { [$0: .json([JSONPath("data", "step")])] } ?? [:]
        api[.signIn]?.challenge = challenge
        api[.answerChallenge] = Endpoint(
            .post,
            "/sign-in/code",
            body: ["step": .text("$step"), "code": .text("$code")],
            token: token,
            refreshToken: refreshToken,
            response: response
        )
        var answer = ChallengeFormat()
        answer.attemptsLeft = [JSONPath("data", "attemptsLeft")]
        api[.answerChallenge]?.challenge = answer
        api[.resendChallenge] = Endpoint(
            .post,
            "/sign-in/message",
            body: ["step": .text("$step")],
            response: response
        )
        let profile = [AccountField.name, .email, .phone]
        let owner = Dictionary(uniqueKeysWithValues: profile.map { ($0, JSONPath("data", $0.rawValue)) })
        api[.whoAmI]?.owner.merge(owner.mapValues { [$0] }) { $1 }
        api[.whoAmI]?.ownerVerified = [JSONPath("data", "verified")]
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
            .post,
            "/confirmation",
            body: ["code": .text("$code")],
            response: response
        )
        api[.refresh] = Endpoint(
            .post,
            "/refresh",
            body: ["refreshToken": .text("$refreshToken")],
            token: token,
            refreshToken: refreshToken,
            response: response
        )
        api[.changePassword] = Endpoint(
            .put,
            "/account/password",
            body: ["currentPassword": .text("$currentPassword"), "newPassword": .text("$newPassword")],
            token: token,
            refreshToken: refreshToken,
            response: response
        )
        // With these, the app says what is wrong in its own language.
        for action in [AccountAction.signIn, .changePassword, .confirmPasswordReset] {
            api[action]?.response.statuses[422] = .invalidCredentials
        }
        api[.answerChallenge]?.response.statuses[429] = .tooManyAttempts
        return api
    }()

    /// Returns the server of a preset, which has ``knownAccount`` unless it is to be empty.
    ///
    /// That of `remote` also asks for a code at each sign-in then.
    package static func make(for preset: AppSettings.Preset, isEmpty: Bool = false) -> InMemoryAccountServer {
        var (api, path) = (extended, "/sign-up")
        if preset == .signIn {
            (api, path) = (.s0(at: url), "/accounts")
            api[.signUp] = Endpoint(.post, path, body: ["id": .id, "password": .password])
        }
        let challenge = preset == .remote && !isEmpty ? ResponseKind.codeRequired : nil
        let translations = Language.allCases.map { ($0.rawValue, $0.demoText.serverMessages) }
        let server = InMemoryAccountServer(
            api,
            codes: IDGenerator { code },
            challenge: challenge,
            translations: Dictionary(uniqueKeysWithValues: translations)
        )
        guard !isEmpty else { return server }
        let members = ["name": "Kim", "email": "kim@example.com", "phone": "010-1234-5678"]
        let account = ["id": knownAccount.id, "password": knownAccount.password].merging(members) { $1 }
        let body = JSONValue.object(account.mapValues { .string($0) }).bytes
        _ = server.respond(to: constant(try HTTPRequest(.post, HTTPURL(url.origin + path), body: body)))
        return server
    }

    static func constant<Value>(_ value: @autoclosure () throws -> Value) -> Value {
        do { return try value() } catch { preconditionFailure("a constant is invalid: \(error)") }
    }
}
