import AccountDemo
import AccountFlowTesting
import Domain
import AccountFlowTransportTesting
import Foundation
import Networking
import Presentation
import ServerSupport
import TestSupport
import Testing

/// Tests of the steps before a session on the command line, at a server over HTTP.
struct ConfirmCommandTests {
    private static let description = """
        {
          "response": {
            "codes": {"link": "confirm-by-link", "sms": "code-required", "old": "expired", "locked": "too-many-attempts"}
          },
          "signUp": {"method": "POST", "path": "/up", "body": {"id": "$id", "password": "$password"}},
          "signIn": {
            "method": "POST", "path": "/in", "body": {"id": "$id", "password": "$password"}, "token": {"json": "t"},
            "challenge": {"capture": {"step": {"json": "step"}}, "destination": "to", "attemptsLeft": "left"}
          },
          "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "id", "email": "mail", "verified": "isVerified"}},
          "updateProfile": {"method": "PATCH", "path": "/me", "body": {"email": "$email"}},
          "verify": {"method": "POST", "path": "/verify", "body": {"code": "$code"}},
          "resendVerification": {"method": "POST", "path": "/verify/again", "body": {"id": "$id"}},
          "requestPasswordReset": {"method": "POST", "path": "/forgot", "body": {"id": "$id"}},
          "confirmPasswordReset": {"method": "POST", "path": "/reset", "body": {"code": "$code", "new": "$newPassword"}},
          "answerChallenge": {
            "method": "POST", "path": "/step", "body": {"step": "$step", "code": "$code"}, "token": {"json": "t"}
          }
        }
        """

    private let folder = TemporaryFolder()
    private let listeners = MessageLog<FaultServer>()
    private var data: String { folder.path + "/it's my data" }

    /// Returns a server, a function that runs a command with it, in a new process as far as memory is concerned, and the
    /// options of such a command.
    private func server(
        _ challenge: ResponseKind?,
        signUp: String = #""id": "$id", "#,
        message: String = "$id"
    ) throws -> (
        server: InMemoryAccountServer, run: (String, [String]) async throws -> (code: ExitCode, report: NSDictionary),
        options: [String]
    ) {
        let file = folder.path + "/api.json"
        let description = Self.description.replacing(
            #"/up", "body": {"id": "$id", "#,
            with: #"/up", "body": {"# + signUp
        )
        .replacing(#"/again", "body": {"id": "$id"}"#, with: #"/again", "body": {"id": "\#(message)"}"#)
        .replacing(#"/forgot", "body": {"id": "$id"}"#, with: #"/forgot", "body": {"id": "\#(message)"}"#)
        try Data(description.utf8).write(to: URL(filePath: file))
        let api = try AccountAPI(describedBy: Array(description.utf8), baseURL: HTTPURL("http://localhost"))
        let server = InMemoryAccountServer(api, challenge: challenge)
        let listener = try server.listen()
        listeners.append(listener)
        let options = ["--server", listener.origin, "--api", file]
        return (
            server,
            { [data] password, arguments in
                let (code, report, _) = try await Program.report(
                    options + arguments,
                    data: data,
                    password: .success(password)
                )
                return (code, report)
            },
            options + ["--data", data]
        )
    }

    @Test func `an address is confirmed with its link by a later process, and the user signs in`() async throws {
        let (server, run, _) = try server(.confirmByLink)
        let signUp = try await run("password1", ["sign-up", "kim@x.com"])
        #expect(signUp.code == .done)
        #expect(signUp.report == ["outcome": "signed-up", "reason": "confirmation-required"])
        let signIn = try await run("password1", ["sign-in", "kim@x.com"])
        #expect(signIn.code == .refused)
        #expect(signIn.report["reason"] as? String == "confirmation-required")

        let wrong = try await run("", ["confirm", "kim@x.com", "--code", "wrong"])
        #expect(wrong.report["reason"] as? String == "wrong-code")
        let early = try await run("", ["confirm"])
        #expect(early.report["reason"] as? String == "throttled")
        let lines = (early.report["message"] as? String)?.split(separator: "\n") ?? []
        #expect(lines.first?.contains("the message to kim@x.com") == true)
        #expect(lines.dropFirst().first?.hasPrefix("Then: account-demo confirm kim@x.com --code -") == true)
        #expect(lines.last?.hasPrefix("Another message can be sent in") == true)
        let code = try #require(server.code(for: .stub("kim@x.com")))
        let link = "https://x.com/verify?token=\(code)"
        let confirmed = try await run(link, ["confirm", "--code", "-"])
        #expect(confirmed.code == .done)
        #expect(confirmed.report == ["outcome": "confirmed"])
        #expect(try await run("", ["confirm"]).report["reason"] as? String == "nothing-to-confirm")
        #expect(try await run("password1", ["sign-in", "kim@x.com"]).code == .done)
        #expect(try await run("", ["status"]).code == .done)
    }

    @Test func `the message to an address is requested again by its ID, but not twice in a row`() async throws {
        let (_, run, _) = try server(.confirmByLink)
        for id in ["kim@x.com", "lee@x.com"] { _ = try await run("password1", ["sign-up", id]) }
        let sent = try await run("", ["confirm", "kim@x.com"])
        #expect(sent.report == ["outcome": "sent", "id": "kim@x.com"])
        #expect(try await run("", ["confirm", "kim@x.com"]).report["reason"] as? String == "throttled")
    }

    @Test func `a sign-up needs the address to which the message with the link is sent`() async throws {
        let (_, run, _) = try server(.confirmByLink, signUp: #""id": "$id", "mail": "$email", "#)
        let missing = try await run("password1", ["sign-up", "kim"])
        #expect(missing.code == .refused)
        #expect(missing.report["reason"] as? String == "invalid-input")
        #expect(missing.report["field"] as? String == "email")
        #expect((missing.report["message"] as? String)?.contains("--email") == true)
        let signUp = try await run("password1", ["sign-up", "kim", "--email", "kim@x.com"])
        #expect(signUp.report == ["outcome": "signed-up", "reason": "confirmation-required"])
    }

    @Test func `a server that knows users by their addresses sends its messages to them`() async throws {
        let (server, run, _) = try server(
            .confirmByLink,
            signUp: #""id": "$id", "mail": "$email", "#,
            message: "$email"
        )
        _ = try await run("password1", ["sign-up", "kim", "--email", "kim@x.com"])
        let wrong = try await run("", ["reset-password", "kim"])
        #expect(wrong.report["reason"] as? String == "invalid-input")
        #expect(wrong.report["field"] as? String == "email")
        // Another device has registered this ID.
        let unknown = try await run("", ["confirm", "lee"]).report
        #expect(unknown["reason"] as? String == "not-offered")
        #expect((unknown["message"] as? String)?.contains("e-mail address") == true)
        // The address of the sign-up is known, and a message was just sent to it.
        #expect(try await run("", ["confirm", "kim"]).report["reason"] as? String == "throttled")
        let code = server.code(for: .stub("kim"))
        for command in ["confirm", "reset-password"] {
            #expect(try await run("", [command, "kim@x.com"]).code == .done)
        }
        #expect(server.code(for: .stub("kim")) != code)
    }

    @Test(arguments: ["uid=1&", ""])
    func `no account is named where the server decides whose code it was`(uid: String) async throws {
        let (server, run, _) = try server(.confirmByLink)
        _ = try await run("password1", ["sign-up", "kim@x.com"])
        let code = try #require(server.code(for: .stub("kim@x.com")))
        let confirmed = try await run(
            "https://x.com/verify?\(uid)token=\(code)",
            ["confirm", "lee@x.com", "--code", "-"]
        )
        #expect(confirmed.report == ["outcome": "confirmed"])
        _ = try await run("", ["reset-password", "kim@x.com"])
        let next = try #require(server.code(for: .stub("kim@x.com")))
        let link = "https://x.com/reset?\(uid)token=\(next)"
        let reset = try await run("password2", ["reset-password", "lee@x.com", "--code", link])
        #expect(reset.report == ["outcome": "password-reset"])
    }

    @Test func `a user who changes the address is told to confirm it, and a used link is no code`()
        async throws
    {
        let (server, run, _) = try server(.confirmByLink)
        _ = try await run("password1", ["sign-up", "kim@x.com"])
        let link = "https://x.com/verify?token=\(try #require(server.code(for: .stub("kim@x.com"))))"
        _ = try await run(link, ["confirm", "--code", "-"])
        _ = try await run("password1", ["sign-in", "kim@x.com"])
        let changed = try await run("", ["profile", "--email", "new@x.com"])
        #expect(changed.report["outcome"] as? String == "profile-changed")
        #expect(changed.report["reason"] as? String == "confirmation-required")
        #expect(try await run("", ["confirm"]).report["reason"] as? String == "throttled", "a message was just sent")
        let used = try await run("", ["confirm", "--code", link])
        #expect(used.report["message"] as? String == "The link is incorrect, or was used before.")
    }

    @Test func `without an ID, a user who is signed in confirms the own address`() async throws {
        let (server, run, _) = try server(nil)
        _ = try await run("password1", ["sign-up", "kim@x.com"])
        #expect(try await run("", ["confirm"]).report["reason"] as? String == "nothing-to-confirm")
        #expect(try await run("password1", ["sign-in", "kim@x.com"]).code == .done)
        let sent = try await run("", ["confirm"])
        #expect(sent.report == ["outcome": "sent", "id": "kim@x.com"])
        let code = try #require(server.code(for: .stub("kim@x.com")))
        let confirmed = try await run("", ["confirm", "--code", code])
        #expect(confirmed.report == ["outcome": "confirmed"])
        #expect(try await run("", ["status"]).code == .done)
    }

    @Test func `the server is asked for an address that the session lacks, and whether it is confirmed`() async throws {
        let (server, run, _) = try server(nil, signUp: #""id": "$id", "mail": "$email", "#, message: "$email")
        _ = try await run("password1", ["sign-up", "kim", "--email", "kim@x.com"])
        _ = try await run("password1", ["sign-in", "kim"])
        #expect(try await run("", ["confirm"]).report == ["outcome": "sent", "id": "kim"])
        let code = try #require(server.code(for: .stub("kim")))
        #expect(try await run("", ["confirm", "--code", code]).code == .done)
        #expect(try await run("", ["confirm"]).report["reason"] as? String == "nothing-to-confirm")
    }

    @Test(arguments: Language.allCases)
    func `a user who is signed in is not asked to sign in after a confirmation`(language: Language) async throws {
        let (server, run, options) = try server(nil)
        _ = try await run("password1", ["sign-up", "kim@x.com"])
        _ = try await run("password1", ["sign-in", "kim@x.com"])
        _ = try await run("", ["confirm"])
        let console = RecordingConsole(password: .success(try #require(server.code(for: .stub("kim@x.com")))))
        #expect(await console.run(options + ["--language", language.rawValue, "confirm", "--code", "-"]) == .done)
        let text = language.demoText
        #expect(console.output == text.confirmed(isSignedIn: true) + "\n")
        #expect(text.confirmed(isSignedIn: true) != text.confirmed(isSignedIn: false))
    }

    @Test(arguments: [("kim@x.com", "kim@x.com"), ("kim & lee", "'kim & lee'")])
    func `the next command has the same options, in quotes for the shell`(id: String, quoted: String) async throws {
        let (_, _, options) = try server(.confirmByLink)
        let console = RecordingConsole()
        #expect(await console.run(options + ["--language", "ko", "sign-up", id]) == .done)
        let command =
            "account-demo confirm \(quoted) --code - --data '\(folder.path)/it'\\''s my data' --language ko"
            + " --server \(options[1]) --api \(options[3])\n"
        #expect(console.output.hasSuffix(command), "\(console.output)")
    }

    @Test func `a second factor is asked for by the same command`() async throws {
        let (server, run, _) = try server(.codeRequired)
        _ = try await run("password1", ["sign-up", "kim@x.com"])
        // The console answers the question for the code with the password.
        let signIn = try await run("password1", ["sign-in", "kim@x.com"])
        #expect(signIn.code == .refused)
        #expect(signIn.report["reason"] as? String == "wrong-code")
        #expect(server.sessionCount == 0)
        #expect(try await run("", ["status"]).code == .refused)
    }

    @Test(arguments: [["confirm"], ["confirm", "kim@x.com"]])
    func `accounts on this device have nothing to confirm`(arguments: [String]) async throws {
        let (code, report, _) = try await Program.report(arguments, data: data)
        #expect(code == .refused)
        #expect(report["reason"] as? String == "nothing-to-confirm")
    }
}
