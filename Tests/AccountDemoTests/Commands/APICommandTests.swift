import AccountDemo
import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import ServerSupport
import TestSupport
import Testing

/// Tests of `api check` and `api try`.
struct APICommandTests {
    private static let description = """
        {
          "baseURL": "http://localhost/app",
          "signUp": {
            "method": "POST", "path": "/users", "body": {"user": {"email": "$id", "password": "$password"}},
            "token": {"json": "token"}, "refreshToken": {"json": "refresh"}
          },
          "signIn": {
            "method": "POST", "path": "/login?app={appKey}", "encoding": "form",
            "body": {"email": "$id", "password": "$password"},
            "token": {"json": "token"}, "refreshToken": {"json": "refresh"}
          },
          "refresh": {
            "method": "POST", "path": "/refresh/{refreshToken}", "body": {"refresh": "$refreshToken"},
            "token": {"json": "token"}, "refreshToken": {"json": "refresh"}
          },
          "whoAmI": {"method": "GET", "path": "/users/{id}", "owner": {"id": "id"}},
          "signOut": {"method": "POST", "path": "/logout"},
          "deleteAccount": {"method": "DELETE", "path": "/user"},
          "constants": {"appKey": "canary-key"}
        }
        """
    private static let life = ["signUp", "whoAmI", "refresh", "signOut", "signIn", "deleteAccount"]

    private let folder = TemporaryFolder()

    private func write(_ description: String = description) throws -> String {
        let path = folder.path + "/api.json"
        try Data(description.utf8).write(to: URL(filePath: path))
        return path
    }

    private func run(_ arguments: String...) async throws -> (code: ExitCode, report: NSDictionary, output: String) {
        let console = RecordingConsole()
        let code = await console.run(["--language", "en"] + arguments)
        let (json, report, _) = try await Program.report(arguments, data: folder.path + "/data")
        #expect(json == code)
        return (code, report, console.output + console.error)
    }

    /// Tries an API over a transport, and returns the output as text.
    private func send(
        _ description: String = description,
        over transport: any HTTPTransport,
        _ options: [Option: String] = [:]
    ) async throws -> (result: CommandResult, output: String) {
        let api = try AccountAPI(describedBy: Array(description.utf8))
        let composition = AppComposition(.remote(RemoteBackend(api: api)))
        let invocation = Invocation(.api, "try", options.merging([.send: ""]) { $1 }, file: "api.json")
        let runner = CommandRunner(invocation, composition: composition, console: RecordingConsole())
        let result = await runner.tryAPI(over: transport)
        await composition.shutDown()
        let report = String(decoding: JSONValue.object(result.report).bytes, as: UTF8.self)
        return (result, result.text + result.errorText + report)
    }

    private func outcomes(_ result: CommandResult) -> [String] {
        (result.report["steps"]?.elements ?? []).map { step in
            (step.members?["action"]?.text ?? "") + ": " + (step.members?["outcome"]?.text ?? "")
        }
    }

    @Test func `a sign-in that asks for a step ends the walk as a failure`() async throws {
        let description = Self.description.replacing(
            #""encoding": "form","#,
            with: #""encoding": "form", "response": {"statuses": {"403": "code-required"}},"#
        )
        let transport = LoopbackTransport { $0.url.text.contains("login") ? .json(403, "{}") : .json(201, "{}") }
        let (result, output) = try await send(description, over: transport)
        #expect(result.exitCode != .done)
        #expect(result.report["reason"]?.text == "step-required")
        #expect(outcomes(result).last == "signIn: step-required")
        #expect(output.contains("After the step, go on with --id."))
        #expect(result.report["accountRemains"] == .bool(true))
    }

    // MARK: check

    @Test func `a valid description is shown with what it offers, with or without its server`() async throws {
        for description in [
            Self.description, Self.description.replacing(#""baseURL": "http://localhost/app","#, with: ""),
        ] {
            let (code, report, output) = try await run("api", "check", try write(description))
            #expect(code == .done)
            #expect((report["offered"] as? [String])?.sorted() == Self.life.sorted())
            #expect((report["notOffered"] as? [String])?.contains("changePassword") == true)
            #expect(output.split(separator: "\n").count == 1, "\(output)")
        }
    }

    @Test func `every mistake in a description is printed at once with its place`() async throws {
        let mistaken = Self.description.replacing(#""signOut""#, with: #""signout""#)
            .replacing(#""path": "/user"}"#, with: #""path": "user"}"#)
        let path = try write(mistaken)
        let (code, report, output) = try await run("api", "check", path)
        #expect(code.rawValue == 65)
        #expect(output.contains(path + ":17:3: signout: unknown member; did you mean “signOut”?\n"), "\(output)")
        #expect(output.contains(path + ":18:49: deleteAccount.path: expected a path"), "\(output)")
        #expect(output.hasSuffix("api.json does not describe an API: 2 mistakes.\n"), "\(output)")
        let mistakes = try #require(report["mistakes"] as? [NSDictionary])
        #expect(mistakes.map { $0["path"] as? String } == ["signout", "deleteAccount.path"])
        #expect(mistakes.map { $0["line"] as? Int } == [17, 18])
        #expect(mistakes.map { $0["column"] as? Int } == [3, 49])
        #expect(try await run("api", "check", try write("{")).code.rawValue == 65)
        #expect(try await run("api", "check", folder.path + "/none.json").code == .usage)
        // Elsewhere the description is a part of the command line.
        #expect(try await run("api", "try", try write(mistaken)).code == .usage)
    }

    @Test func `a description that can do little is noted, and one that can do nothing is a mistake`() async throws {
        let whoAmI = #"{"whoAmI": {"method": "GET", "path": "/me"}}"#
        let (code, report, output) = try await run("api", "check", try write(whoAmI))
        #expect(code == .done)
        #expect(output.contains("signIn is missing") && output.contains("whoAmI has no owner"), "\(output)")
        #expect((report["notes"] as? [String])?.count == 2)
        #expect(try await run("api", "check", try write("{}")).code == .invalidData)
    }

    // MARK: try

    /// The findings of a trial of a description with a mistake, over a server without it.
    private func findings(_ correct: String, _ mistaken: String, _ behavior: HTTPResponse? = nil) async throws -> String
    {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let description = Self.description.replacing(correct, with: mistaken)
        #expect(description != Self.description)
        let transport = LoopbackTransport { request in
            request.url.path.hasSuffix("/extra") ? behavior ?? .json(404) : server.respond(to: request)
        }
        return try await send(description, over: transport).output
    }

    @Test(
        arguments: [
            (
                #""token": {"json": "token"}"#, #""token": {"json": ["auth", "key.text"]}"#,
                "  signIn.token: nothing at “auth” or “key.text”; the body has: refresh, token\n"
            ),
            (
                #""owner": {"id": "id"}"#, #""owner": {"id": "user.name"}"#,
                "  whoAmI.owner.id: nothing at “user.name”; the body has: id"
            ),
            (
                #""owner": {"id": "id"}"#, #""owner": {"key": "id"}, "present": "data""#,
                "  whoAmI.present: nothing at “data”; the body has: "
            ),
            (
                #""signUp": {"#,
                #""signUp": {"before": [{"method": "GET", "path": "/extra", "capture": {"csrf": {"cookie": "xsrf"}}}],"#,
                "  signUp.before.0.capture.csrf: no cookie “xsrf”; the response sets: csrftoken\n"
            ),
            (
                #""signUp": {"#,
                #""signUp": {"before": [{"method": "GET", "path": "/extra", "capture": {"csrf": {"header": "X-A"}}}],"#,
                "  signUp.before.0.capture.csrf: no field “X-A”; the response has: Set-Cookie\n"
            ),
            (
                #""path": "/users", "body": {"user": {"email": "$id", "password": "$password"}}"#,
                #""path": "/extra", "body": {}, "response": {"success": "ok"}"#,
                "  signUp.response.success: nothing at “ok”; the body has: user.id\n"
            ),
        ]
    )
    func `a trial names the member of the description that found nothing`(
        correct: String,
        mistaken: String,
        line: String
    ) async throws {
        let response = HTTPResponse.json(
            200,
            #"{"user":{"id":"secret-7"}}"#,
            ("Set-Cookie", "csrftoken=secret-8; Path=/")
        )
        let output = try await findings(correct, mistaken, response)
        #expect(output.contains(line), "\(output)")
        #expect(!output.contains("secret-"), "\(output)")
    }

    @Test func `a redirect is shown, and the account may exist`() async throws {
        let (result, output) = try await send(over: LoopbackTransport { _ in .json(303, "", ("Location", "/")) })
        #expect(result.exitCode == .unavailable)
        #expect(outcomes(result).first == "signUp: outcome-unknown")
        let lines = "  ← 303 [\"Location\"]\n  signUp.response.statuses: no meaning for the redirect 303\n"
        #expect(output.contains(lines), "\(output)")
        #expect(output.contains("could not be deleted, and may still exist"))
    }

    @Test func `a refusal in plain text is shown`() async throws {
        let plain = LoopbackTransport { _ in .json(422, "Email is missing.", ("Content-Type", "text/plain")) }
        #expect(try await send(over: plain).output.contains("Email is missing."))
    }

    @Test func `texts of the description itself are not masked`() async throws {
        let path = try write(
            Self.description.replacing(
                #"{"email": "$id", "password": "$password"},"#,
                with: #"{"grant_type": "password", "email": "$id", "password": "$password"},"#
            )
            .replacing(
                #"{"refresh": "$refreshToken"}"#,
                with: #"{"refresh": "$refreshToken", "client": "web", "n": 7}"#
            )
            .replacing("/login?app={appKey}", with: "/login?app={appKey}&mode=app")
        )
        let (code, _, output) = try await run("api", "try", path)
        #expect(code == .done)
        for text in [
            #"{"client":"web","n":7,"refresh":"•••"}"#, "email=•••&grant_type=password&password=•••",
            "?app=•••&mode=app",
        ] { #expect(output.contains(text), "\(text) in \(output)") }
    }

    @Test func `an existing account is tried without its creation and its deletion`() async throws {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let service = RemoteAccountService(
            api: try AccountAPI(describedBy: Array(Self.description.utf8)),
            transport: LoopbackTransport(server)
        )
        _ = try await service.register(
            Registration(id: AccountID("kim"), password: Password("password1"), profile: Profile())
        )
        let (result, output) = try await send(over: LoopbackTransport(server), [.existingID: "kim"])
        #expect(result.exitCode == .done, "\(output)")
        #expect(outcomes(result) == ["signIn", "whoAmI", "refresh", "signOut", "signIn"].map { $0 + ": done" })
        #expect(server.accountIDs.map(\.text) == ["kim"])
        #expect(!output.contains("password1") && !output.contains("could not be deleted"))
    }

    @Test func `without a sign-up, a trial says how to try an existing account`() async throws {
        let signIn = #"{"method": "POST", "path": "/in", "body": {"id": "$id"}, "token": {"json": "token"}}"#
        let path = try write(#"{"baseURL": "http://localhost/app", "signIn": \#(signIn)}"#)
        #expect(try await run("api", "try", path).output.contains("--id tries an existing account"))
        let (code, _, output) = try await run("api", "try", path, "--id", "kim")
        #expect(code == .done)
        #expect(output.contains(#"· signIn: not sent\#n  → POST http://localhost/app/in"#), "\(output)")
        #expect(output.contains(#"{"id":"kim"}"#), "\(output)")
    }

    @Test func `a dry run prints every request without secrets, and sends none`() async throws {
        let requests = MessageLog<String>()
        let listener = try FaultServer { request, connection in
            requests.append(request.path)
            connection.respond()
        }
        let url = listener.origin + "/app"
        let (code, report, output) = try await run("api", "try", try write(), "--server", url, "--id-form", "name")
        #expect(code == .done)
        #expect(requests.messages.isEmpty)
        for line in [
            "POST \(url)/users [", "GET \(url)/users/try", "POST \(url)/refresh/••• [", "POST \(url)/logout [",
            "POST \(url)/login?app=••• [", "DELETE \(url)/user [", #"{"user":{"email":"try"#, #""password":"•••"}}"#,
            "email=•••&password=•••", "Nothing was sent",
        ] { #expect(output.contains(line), "\(line) in \(output)") }
        for secret in ["canary", "Aa1-", "@example.com"] { #expect(!output.contains(secret), "\(secret)") }
        #expect(report["sent"] as? Bool == false)
        #expect(report["accountRemains"] as? Bool == false)
        #expect((report["steps"] as? [NSDictionary])?.compactMap { $0["action"] as? String } == Self.life)
    }

    @Test(arguments: ["email", "name"])
    func `a throw-away account lives on a server from sign-up to deletion`(form: String) async throws {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let ids = MessageLog<String>()
        let transport = LoopbackTransport { request in
            let response = server.respond(to: request)
            if request.url.path.hasSuffix("/users") { ids.append(server.accountIDs.map(\.text).joined()) }
            return response
        }
        let (result, output) = try await send(over: transport, [.idForm: form])
        #expect(result.exitCode == .done)
        #expect(outcomes(result) == Self.life.map { $0 + ": done" })
        #expect(server.accountIDs == [])
        #expect(result.report["accountRemains"] == .bool(false))
        #expect(ids.messages.map { $0.hasSuffix("@example.com") } == [form == "email"])
        #expect(output.contains(#"← 200 ["Content-Type"] {"refresh":"•••","token":"•••"}"#), "\(output)")
    }

    @Test func `neither the password nor a token is printed, wherever the server puts it`() async throws {
        let server = InMemoryAccountServer(
            try AccountAPI(describedBy: Array(Self.description.utf8)),
            tokens: IDGenerator { "canary-" + IDGenerator.random.next() }
        )
        let passwords = MessageLog<String>()
        let transport = LoopbackTransport { request in
            let body = try? JSONValue(reading: request.body)
            if let password = body?[JSONPath("user", "password")]?.text { passwords.append(password) }
            let response = server.respond(to: request)
            let token = (try? JSONValue(reading: response.body))?[JSONPath("token")]?.text ?? "canary-other"
            var members = (try? JSONValue(reading: response.body))?.members ?? [:]
            members["echo"] = .array([.string(passwords.messages.joined()), .string(token), .number("314159")])
            members["message"] = .string("Your password is \(passwords.messages.joined()).")
            var fields = response.fields
            // The token is visible ASCII.
            try? fields.append(.setCookie, "session=" + token)
            let isLast = request.method == .delete
            return HTTPResponse(
                isLast ? .badRequest : response.status,
                fields: fields,
                body: JSONValue.object(members).bytes
            )
        }
        let (result, output) = try await send(over: transport)
        #expect(outcomes(result).last == "deleteAccount: refused")
        #expect(output.contains("Your password is •••."), "\(output)")
        let password = try #require(passwords.messages.first)
        for secret in [password, "canary-", "314159"] { #expect(!output.contains(secret), "\(secret) in \(output)") }
        #expect(output.contains("could not be deleted"))
    }

    @Test(
        arguments: [
            { $0 }, { "say \"\($0)\"" }, { $0.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? $0 },
            { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0 },
            {
                ($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0).replacing(/%../) {
                    $0.output.lowercased()
                }
            },
            { ($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0).replacing("%20", with: "+") },
            { Data($0.utf8).base64EncodedString() }, { Data("app:\($0)".utf8).base64EncodedString() },
            { Data("ab:\($0):c".utf8).base64EncodedString() }, { Data("a:\($0)".utf8).base64EncodedString() },
            { Data("app:\($0)".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_") },
        ] as [@Sendable (String) -> String]
    )
    func `no failure line has a secret in the form of a URL, a form or Base64`(
        form: @escaping @Sendable (String) -> String
    )
        async throws
    {
        let secret = #"s+c r/t>>>???ü%\"x"#
        let constants =
            #"{"appKey": "canary-key", "clientID": "app", "secret": \#(String(decoding: JSONValue.string(secret).bytes, as: UTF8.self))}"#
        let description = Self.description.replacing(#"{"appKey": "canary-key"}"#, with: constants)
            .replacing(
                #""path": "/users","#,
                with: #""path": "/users", "headers": {"Authorization": "$basic(clientID, secret)"},"#
            )
        let passwords = MessageLog<String>()
        let transport = LoopbackTransport { request in
            let password = (try? JSONValue(reading: request.body))?[JSONPath("user", "password")]?.text ?? ""
            passwords.append(password)
            let body = JSONValue.object(["message": .string("<\(form(password))> <\(form(secret))>")])
            return .json(400, String(decoding: body.bytes, as: UTF8.self))
        }
        let (_, output) = try await send(description, over: transport)
        let password = try #require(passwords.messages.first)
        let line = try #require(output.split(separator: "\n").first { $0.contains("signUp") })
        for secret in [password, secret] {
            // Not even a large part of it is left.
            let sent = form(secret)
            let part = sent.dropFirst(8).dropLast(6)
            #expect(!line.contains(part), "\(part) in \(line)")
        }
        #expect(line.contains("•••"), "\(line)")
    }

    @Test func `an account that cannot be deleted is reported`() async throws {
        let description = Self.description.replacing(
            #""deleteAccount": {"method": "DELETE", "path": "/user"},"#,
            with: ""
        )
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(description.utf8)))
        let (result, output) = try await send(description, over: LoopbackTransport(server))
        #expect(result.exitCode == .done)
        #expect(outcomes(result).last == "deleteAccount: not-offered")
        let id = try #require(server.accountIDs.first)
        #expect(output.contains("The account \(id) could not be deleted, and may still exist."), "\(output)")
        #expect(result.report["accountRemains"] == .bool(true))
    }

    @Test func `a lost response to the sign-up leaves an account that is deleted`() async throws {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let transport = LoopbackTransport(server) { number, _ in
            LoopbackBehavior(fault: number == 0 ? .responseLost : nil)
        }
        let (result, _) = try await send(over: transport)
        #expect(result.exitCode == .unavailable)
        #expect(outcomes(result).prefix(2) == ["signUp: outcome-unknown", "signIn: done"])
        #expect(outcomes(result).last == "deleteAccount: done")
        #expect(server.accountIDs == [])
    }

    @Test(
        arguments: 0..<Self.life.count,
        [.requestLost, .responseLost, .truncated, .unreachable] as [LoopbackBehavior.Fault]
    )
    func `an account that a fault leaves on the server is reported`(
        request: Int,
        fault: LoopbackBehavior.Fault
    ) async throws {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let transport = LoopbackTransport(server) { number, _ in
            LoopbackBehavior(fault: number == request ? fault : nil)
        }
        let (result, output) = try await send(over: transport)
        #expect(result.exitCode == .unavailable, "\(output)")
        if result.report["accountRemains"] == .bool(false) { #expect(server.accountIDs == [], "\(output)") }
        #expect(output.contains("could not be deleted") == (result.report["accountRemains"] == .bool(true)))
    }

    @Test func `requests over a network reach the server, and a server that ends gives exit code 69`() async throws {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let listener = try server.listen()
        let path = try write()
        let (code, report, _) = try await run("api", "try", path, "--send", "--server", listener.origin + "/app")
        #expect(code == .done)
        #expect((report["steps"] as? [NSDictionary])?.count == Self.life.count)
        #expect(server.accountIDs == [])
        // The server ends at once.
        let origin = try FaultServer { (_: FaultConnection) in }.origin
        let dead = try await run("api", "try", path, "--send", "--server", origin)
        #expect(dead.code.rawValue == 69)
        // The server closes every connection without a response.
        let silent = try FaultServer { (_: FaultRequest, connection: FaultConnection) in connection.close() }
        let broken = try await run("api", "try", path, "--send", "--server", silent.origin)
        #expect(broken.code.rawValue == 69)
        #expect(broken.report["accountRemains"] as? Bool == true)
    }

    @Test func `a signal ends a trial that waits for a server, and the account is reported`() async throws {
        let (arrived, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try FaultServer { (_: FaultRequest, _: FaultConnection) in
            arrived.signal()
            release.wait()
        }
        defer { release.signal() }
        let program = try DemoProcess(["api", "try", try write(), "--send", "--server", server.origin])
        let process = program.process
        // On its own thread, so that the request does not time out first on a busy machine.
        try await onOwnThread {
            arrived.wait()
            process.signal(SIGINT)
        }
        let ending = try await program.ending
        #expect(ending.exitCode == 1, "\(ending)")
        #expect(ending.output.contains("could not be deleted"), "\(ending)")
    }

    // MARK: The server of a description

    @Test func `a description that names its server needs no --server in any command`() async throws {
        let server = InMemoryAccountServer(try AccountAPI(describedBy: Array(Self.description.utf8)))
        let listener = try server.listen()
        let path = try write(Self.description.replacing("http://localhost", with: listener.origin))
        let data = folder.path + "/data"
        for command in [["sign-up", "kim"], ["status"], ["delete-account", "--yes"]] {
            #expect(try await Program.report(command + ["--api", path], data: data).code == .done, "\(command)")
        }
        let nameless = try write(Self.description.replacing(#""baseURL": "http://localhost/app","#, with: ""))
        let (code, report, _) = try await Program.report(["status", "--api", nameless], data: data)
        #expect(code == .usage)
        #expect((report["message"] as? String)?.contains("api.json:1:1: baseURL: this member is missing") == true)
        let file = folder.path + "/settings.json"
        try Data(#"{"preset": "remote", "server": "\#(listener.origin)/app"}"#.utf8).write(to: URL(filePath: file))
        #expect(try await Program.report(["status", "--config", file, "--api", nameless], data: data).code == .refused)
    }
}
