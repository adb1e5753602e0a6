import AccountDemo
import AccountFlowTesting
import AccountFlowTransportTesting
import Foundation
import Networking
import Persistence
import ServerSupport
import TestSupport
import Testing

/// Tests of the account commands with a server, over HTTP.
struct ServerCommandTests {
    private let folder = TemporaryFolder()

    private func run(
        _ server: String,
        _ arguments: [String],
        api: String? = nil,
        password: String = "password1"
    ) async throws -> (code: ExitCode, report: NSDictionary) {
        let (code, report, _) = try await Program.report(
            ["--server", server] + (api.map { ["--api", $0] } ?? []) + arguments,
            data: folder.path + "/data",
            password: .success(password)
        )
        return (code, report)
    }

    private func write(_ description: String) throws -> String {
        let path = folder.path + "/api.json"
        try Data(description.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test func `S3.1 S3.4 an account on an S3 server works from sign-up to deletion`() async throws {
        let server = InMemoryAccountServer(.s3(at: try HTTPURL("http://localhost/app")))
        let listener = try server.listen()
        let url = listener.origin + "/app"
        let kim: NSDictionary = ["id": "kim"]

        let signedUp = try await run(url, ["sign-up", "kim", "--name", "Kim", "--phone", "010"])
        #expect(signedUp.code == .done)
        #expect(signedUp.report == ["outcome": "signed-up", "reason": "sign-in-required"])
        let again = try await run(url, ["sign-up", "kim"])
        #expect(again.code == .refused)
        #expect(again.report == ["outcome": "refused", "reason": "refused", "message": "This ID is taken."])
        #expect(try await run(url, ["status"]).code == .refused)
        #expect(try await run(url, ["sign-in", "kim"], password: "other").code == .refused)
        let signedIn = try await run(url, ["sign-in", "kim"])
        #expect(signedIn.code == .done)
        #expect(signedIn.report == ["outcome": "signed-in", "account": kim])
        #expect(try await run(url, ["status"]).report == ["outcome": "signed-in", "account": kim])
        // The session of one server is separate from that of another, and from local accounts.
        #expect(try await run("http://localhost:1", ["status"]).report == ["outcome": "signed-out"])
        #expect(try await run(url, ["delete-account", "--yes"]).report == ["outcome": "deleted", "account": kim])
        #expect(server.accountIDs == [])
        #expect(try await run(url, ["status"]).code == .refused)
    }

    @Test func `the password of an account on a server is changed`() async throws {
        let credentials = #"{"id": "$id", "password": "$password"}"#
        let change = #"{"old": "$currentPassword", "new": "$newPassword"}"#
        let text = """
            {"signUp": {"method": "POST", "path": "/up", "body": \(credentials)},
            "signIn": {"method": "POST", "path": "/in", "body": \(credentials), "token": {"json": "token"}},
            "changePassword": {"method": "POST", "path": "/password", "body": \(change)}}
            """
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: HTTPURL("http://localhost"))
        let listener = try InMemoryAccountServer(api).listen()
        let file = try write(text)
        for command in ["sign-up", "sign-in"] { _ = try await run(listener.origin, [command, "kim"], api: file) }
        let changed = try await run(listener.origin, ["change-password"], api: file)
        #expect(changed.report["outcome"] as? String == "password-changed")
        #expect(try await run(listener.origin, ["sign-in", "kim"], api: file).code == .refused)
        #expect(try await run(listener.origin, ["sign-in", "kim"], api: file, password: "new password1").code == .done)
    }

    @Test(arguments: [["profile"], ["profile", "--email", "kim@x.com"]])
    func `a profile that cannot be read is not told as a change`(command: [String]) async throws {
        let credentials = #"{"id": "$id", "password": "$password"}"#
        let text = """
            {"signUp": {"method": "POST", "path": "/up", "body": \(credentials)},
            "signIn": {"method": "POST", "path": "/in", "body": \(credentials), "token": {"json": "token"}},
            "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "id"}},
            "updateProfile": {"method": "PATCH", "path": "/me", "body": {"email": "$email"}}}
            """
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: HTTPURL("http://localhost"))
        let listener = try InMemoryAccountServer(api).listen { $0.url.path == "/me" ? .json(500) : nil }
        let file = try write(text)
        for command in ["sign-up", "sign-in"] { _ = try await run(listener.origin, [command, "kim"], api: file) }
        let (code, report) = try await run(listener.origin, command, api: file)
        #expect(code == .unavailable)
        #expect(report["message"] as? String == "The server has a problem. Try again later.")
    }

    @Test func `sign-out ends the sessions on other devices, or on all, if the server can`() async throws {
        let path = { (name: String) in #"{"method": "POST", "path": "/\#(name)"}"# }
        let credentials = #"{"id": "$id", "password": "$password"}"#
        let signIn = #"{"method": "POST", "path": "/in", "body": \#(credentials), "token": {"json": "token"}}"#
        let text = """
            {"signUp": {"method": "POST", "path": "/up", "body": \(credentials)}, "signIn": \(signIn),
            "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "id"}},
            "signOut": \(path("out")), "signOutOtherDevices": \(path("others")), "signOutEverywhere": \(path("all"))}
            """
        let file = try write(text)
        let api = try AccountAPI(describedBy: Array(text.utf8), baseURL: HTTPURL("http://localhost"))
        let listener = try InMemoryAccountServer(api).listen()
        let devices = ["/here", "/there"]
        func run(_ device: String, _ arguments: String...) async throws -> String {
            let server = ["--server", listener.origin, "--api", file]
            let data = folder.path + device
            let report = try await Program.report(server + arguments, data: data, password: .success("password1"))
                .report
            return report["reason"] as? String ?? report["outcome"] as? String ?? ""
        }
        #expect(try await run(devices[0], "sign-up", "kim") == "sign-in-required")
        for device in devices { #expect(try await run(device, "sign-in", "kim") == "signed-in") }
        #expect(try await run(devices[0], "sign-out", "--others") == "others-signed-out")
        #expect(try await run(devices[0], "status") == "signed-in")
        #expect(try await run(devices[1], "status") != "signed-in")

        #expect(try await run(devices[1], "sign-in", "kim") == "signed-in")
        #expect(try await run(devices[1], "sign-out", "--everywhere") == "signed-out")
        #expect(try await run(devices[0], "status") != "signed-in")
        #expect(try await run(devices[0], "sign-out", "--others") == "not-signed-in")
    }

    /// A description with a refresh endpoint.
    private static let refreshing = #"""
        {"signUp": {"method": "POST", "path": "/up", "body": {"id": "$id", "password": "$password"}},
        "signIn": {"method": "POST", "path": "/in", "body": {"id": "$id", "password": "$password"},
        "token": {"json": "a"}, "refreshToken": {"json": "r"}},
        "refresh": {"method": "POST", "path": "/new", "body": {"r": "$refreshToken"}, "token": {"json": "a"},
        "refreshToken": {"json": "r"}},
        "whoAmI": {"method": "GET", "path": "/me", "owner": {"id": "id"}}, "signOut": {"method": "POST", "path": "/out"}}
        """#

    /// A server with the session of `kim`, whose sign-out fails while `isDown` is on.
    private func refreshingServer(_ isDown: Switch = Switch(false)) async throws -> (
        server: InMemoryAccountServer, listener: FaultServer
    ) {
        let bytes = Array(Self.refreshing.utf8)
        let server = InMemoryAccountServer(try AccountAPI(describedBy: bytes, baseURL: HTTPURL("http://localhost")))
        let listener = try server.listen { request in
            isDown.isOn && request.url.path == "/out" ? .json(503) : nil
        }
        let api = try write(Self.refreshing)
        #expect(try await run(listener.origin, ["sign-up", "kim"], api: api).code == .done)
        #expect(try await run(listener.origin, ["sign-in", "kim"], api: api).code == .done)
        return (server, listener)
    }

    @Test func `status refreshes a token that the server rejects`() async throws {
        let (server, listener) = try await refreshingServer()
        let api = try write(Self.refreshing)
        server.expireTokens()
        #expect(try await run(listener.origin, ["status"], api: api).report["outcome"] as? String == "signed-in")
        server.revokeTokens()
        #expect(try await run(listener.origin, ["status"], api: api).report["outcome"] as? String == "signed-out")
    }

    @Test(arguments: ["status", "sessions", "sign-out"])
    func `the next command tells the server about a sign-out that it did not hear`(command: String) async throws {
        let isDown = Switch(true)
        let (server, listener) = try await refreshingServer(isDown)
        let api = try write(Self.refreshing)
        let signOut = try await run(listener.origin, ["sign-out"], api: api)
        #expect(signOut.report["pending"] as? Int == 1)
        #expect(server.sessionCount == 1)
        isDown.isOn = false
        _ = try await run(listener.origin, [command], api: api)
        #expect(server.sessionCount == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends a command that waits for a server, and nothing is printed or stored`(number: Int32) async throws
    {
        let (arrived, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try FaultServer { (_: FaultRequest, _: FaultConnection) in
            arrived.signal()
            release.wait()
        }
        defer { release.signal() }
        let data = ["--data", folder.path + "/data", "--server", server.origin]
        let program = try DemoProcess(data + ["sign-in", "kim"], input: Data("password1\n".utf8))
        let process = program.process
        // On its own thread, so that the request does not time out first on a busy machine.
        try await onOwnThread {
            arrived.wait()
            process.signal(number)
        }
        let ending = try await program.ending
        #expect(ending.exitCode == 128 + number, "\(ending)")
        #expect(ending.output + ending.error == "", "\(ending)")
        #expect(try await DemoProcess.run(data + ["status"]).exitCode == 1)
    }

    @Test func `a session whose token the server has revoked is removed`() async throws {
        let server = InMemoryAccountServer(.s3(at: try HTTPURL("http://localhost")))
        let listener = try server.listen()
        for command in ["sign-up", "sign-in"] {
            #expect(try await run(listener.origin, [command, "kim"]).code == .done)
        }
        server.revokeTokens()
        let status = try await run(listener.origin, ["status"])
        #expect(status.code == .refused)
        #expect(status.report == ["outcome": "signed-out"])
        #expect(
            try await run(listener.origin, ["delete-account", "--yes"]).report["reason"] as? String == "not-signed-in"
        )
    }

    @Test func `a who-am-I answer about another account neither confirms nor ends the session`() async throws {
        let owners = MessageLog<String>()
        let listener = try FaultServer { request, connection in
            if request.method == "GET" { owners.append(owners.messages.isEmpty ? "lee" : "kim") }
            let id = owners.messages.last ?? "kim"
            connection.respond(body: #"{"success":true,"data":{"id":"\#(id)","token":"t1"}}"#.utf8)
        }
        #expect(try await run(listener.origin, ["sign-in", "kim"]).code == .done)
        let foreign = try await run(listener.origin, ["status"])
        #expect(foreign.code == .unavailable)
        #expect(foreign.report["reason"] as? String == "path-error")
        #expect(try await run(listener.origin, ["status"]).code == .done)
        #expect(owners.messages == ["lee", "kim"])
    }

    @Test func `S0.3 an S0 server offers sign-in and nothing else`() async throws {
        let listener = try FaultServer { request, connection in
            let isRight = request.method == "POST" && request.path == "/account"
            connection.respond(isRight ? 201 : 404, fields: [("ACCESSTOKEN", "t1")])
        }
        let signedIn = try await run(listener.origin, ["sign-in", "kim"], api: "s0")
        #expect(signedIn.code == .done)
        #expect(try await run(listener.origin, ["status"], api: "s0").code == .done)
        let deletion = try await run(listener.origin, ["delete-account", "--yes"], api: "s0")
        #expect(deletion.code == .refused)
        #expect(deletion.report["reason"] as? String == "not-offered")
    }

    @Test func `a third-party API needs only a description file`() async throws {
        let description = """
            {
              "authorization": {"scheme": "Token"},
              "signUp": {
                "method": "POST", "path": "/users",
                "body": {"user": {"email": "$id", "password": "$password", "username": "$nickname"}},
                "token": {"json": ["user", "token"]}
              },
              "whoAmI": {"method": "GET", "path": "/user"}
            }
            """
        let api = try AccountAPI(describedBy: Array(description.utf8), baseURL: HTTPURL("http://localhost/api"))
        let server = InMemoryAccountServer(api)
        let listener = try server.listen()
        let path = try write(description)
        let url = listener.origin + "/api/"
        let signedUp = try await run(url, ["sign-up", "kim@example.com", "--nickname", "Kim"], api: path)
        #expect(signedUp.report == ["outcome": "signed-up", "account": ["id": "kim@example.com", "nickname": "Kim"]])
        #expect(try await run(url, ["status"], api: path).code == .done)
        #expect(try await run(url, ["sign-out"], api: path).code == .done)
        #expect(try await run(url, ["status"], api: path).code == .refused)
    }

    @Test(arguments: [("700", 700), ("", nil)] as [(String, Int?)])
    func `a sign-in that the server throttles reports the seconds to wait`(header: String, wait: Int?) async throws {
        let listener = try FaultServer { _, connection in
            connection.respond(429, fields: header.isEmpty ? [] : [("Retry-After", header)])
        }
        let description = #"{"signIn": {"method": "POST", "path": "/sessions", "token": {"json": "token"}}}"#
        let (code, report) = try await run(listener.origin, ["sign-in", "kim"], api: try write(description))
        #expect(code == .refused)
        #expect(report["reason"] as? String == "throttled")
        #expect(report["retryAfter"] as? Int == wait)
    }

    @Test func `an unreachable server gives exit code 69`() async throws {
        // The server ends at once.
        let origin = try FaultServer { (_: FaultConnection) in }.origin
        let result = try await run(origin, ["sign-in", "kim"])
        #expect(result.code == .unavailable)
        #expect(result.code.rawValue == 69)
        #expect(result.report["outcome"] as? String == "failed")
    }

    @Test(
        arguments: [
            ("http://example.com", nil, "https"), ("https://user:secret@example.com", nil, "user name"),
            ("example.com", nil, "URL"), ("http://localhost", "/nowhere.json", "Nothing found at /nowhere.json."),
            ("http://localhost", "/", "not a regular file"),
            ("http://localhost", #"{"signin":{}}"#, ":1:2: signin: unknown member; did you mean “signIn”?"),
            ("http://localhost", "{", ":1:2: the file ends here; expected a name"),
            (
                "http://localhost", "{\n  \"signIn\": {한}\n}", ":2:14: expected a name in straight double quotes"
            ),
            ("http://localhost", #"{"signIn": {}, "signIn": {}}"#, ":1:16: signIn: this member exists already"),
        ] as [(String, String?, String)]
    )
    func `an invalid server or description is a usage error`(server: String, api: String?, word: String) async throws {
        var api = api
        if let text = api, text.hasPrefix("{") { api = try write(text) }
        let result = try await run(server, ["status"], api: api)
        #expect(result.code == .usage)
        #expect((result.report["message"] as? String)?.contains(word) == true)
        #expect((result.report["message"] as? String)?.contains("secret") == false)
    }
}
