import AccountDemo
import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Synchronization
import TestSupport
import Testing
import Validation

/// Tests of the commands for several accounts on one device, and for the state of the session.
@Suite(.timeLimit(.minutes(5)))
struct SessionCommandTests {
    private let folder = TemporaryFolder()
    private var data: String { folder.path + "/data" }

    private func run(_ arguments: String...) async throws -> (code: ExitCode, report: NSDictionary) {
        let (code, report, console) = try await Program.report(arguments, data: data)
        #expect(!console.output.contains("token"))
        return (code, report)
    }

    private func signUp(_ ids: String...) async throws {
        for id in ids { #expect(try await run("sign-up", id, "--nickname", "Kim").code == .done) }
    }

    @Test func `accounts are listed, switched and signed out`() async throws {
        let (kim, lee) = ("kim123@x.com", "lee123@x.com")
        func listed() async throws -> [String] {
            let sessions = try #require(try await run("sessions").report["sessions"] as? [NSDictionary])
            return sessions.map { session in
                let id = (session["account"] as? NSDictionary)?["id"] as? String ?? ""
                return (session["active"] as? Bool == true ? "* " : "  ") + id
            }
        }
        try await signUp(kim, lee)
        #expect(try await listed() == ["  \(kim)", "* \(lee)"])
        #expect(try await run("switch", "Kim123@X.com").report["outcome"] as? String == "switched")
        #expect(try await listed() == ["* \(kim)", "  \(lee)"])

        let absent = try await run("switch", "park@x.com")
        #expect(absent.code == .refused)
        #expect(absent.report["reason"] as? String == "not-signed-in")

        #expect(try await run("sign-out").code == .done)
        #expect(try await listed() == ["  \(lee)"])
        #expect(try await run("sign-out", "--all").code == .done)
        #expect(try await listed() == [])
    }

    @Test func `an expired session is listed as such, and status says that it has expired`() async throws {
        let clock = ManualClock()
        var configuration = AppConfiguration(policy: .nonEmpty)
        (configuration.sessions, configuration.hashingCost) = (.standard, .minimal)
        let app = AppComposition(configuration, repositories: Repositories(), dates: clock.dates, clock: clock)
        func run(_ command: CommandName) -> CommandRunner {
            CommandRunner(Invocation(command), composition: app, console: RecordingConsole())
        }
        for id in ["kim", "lee"] {
            let form = AccountForm([.id: id, .password: "password1", .confirmation: "password1"])
            _ = try await app.signUp(form)
            clock.advance(by: .seconds(4 * 86_400))
        }
        #expect(await run(.sessions).sessions().text == "2 accounts signed in\n  kim  (expired)\n* lee")
        clock.advance(by: .seconds(3 * 86_400))
        #expect(await run(.sessions).sessions().text == "2 accounts signed in\n  kim  (expired)\n* lee  (expired)")
        let status = await run(.status).status()
        #expect(status.exitCode == .refused)
        #expect(status.text == "Your session has expired. Please sign in again.")
        await app.shutDown()
    }

    @Test func `status --watch prints each change of another process until it is stopped`() async throws {
        try await signUp("kim123@x.com")
        let watch = RecordingConsole()
        let stop = Mutex<(@Sendable (Int32) -> Void)?>(nil)
        let requests = StopRequests { listener in
            stop.withLock { $0 = listener }
            return {}
        }
        let seconds = Mutex(0)
        let code = await watch.run(
            ["--data", data, "--language", "en", "status", "--watch"],
            stopRequests: requests,
            pause: { _ in
                let second = seconds.withLock { seconds in
                    seconds += 1
                    return seconds
                }
                // What fails here is missing in the output.
                switch second {
                case 2: _ = try? await run("sign-out")
                case 4: _ = try? await run("sign-in", "kim123@x.com")
                case 6: stop.withLock { $0 }?(15)
                default: break
                }
            }
        )
        #expect(code == .done)
        #expect(
            watch.output == """
                kim123@x.com is signed in.
                You were signed out by another window or program. Please sign in again.
                kim123@x.com is signed in.

                """
        )
    }

    @Test func `status --watch is no use of a session, which expires meanwhile`() async throws {
        let clock = ManualClock()
        var configuration = AppConfiguration(policy: .nonEmpty)
        (configuration.sessions, configuration.hashingCost) = (.standard, .minimal)
        let app = AppComposition(configuration, repositories: Repositories(), dates: clock.dates, clock: clock)
        _ = try await app.signUp(AccountForm([.id: "kim", .password: "password1", .confirmation: "password1"]))
        let console = RecordingConsole()
        let runner = CommandRunner(Invocation(.status), composition: app, console: console)
        let days = Mutex(0)
        await Task {
            _ = await runner.watch { _ in
                clock.advance(by: .seconds(86_400))
                let day = days.withLock { days in
                    days += 1
                    return days
                }
                if day == 8 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }.value
        #expect(console.output == "kim is signed in.\nYour session has expired. Please sign in again.\n")
        await app.shutDown()
    }

    @Test func `sign-out asks a server that fails once`() async throws {
        let requests = Mutex(0)
        let server = try FaultServer { request, connection in
            let isSignOut = request.path == "/out"
            if isSignOut { requests.withLock { $0 += 1 } }
            let (status, body) = isSignOut ? ("500 Error", "{}") : ("200 OK", #"{"t":"one"}"#)
            let fields = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            connection.send("HTTP/1.1 \(status)\r\n\(fields)\r\n\(body)".utf8)
        }
        let api = folder.path + "/api.json"
        try Self.description.write(toFile: api, atomically: true, encoding: .utf8)
        for command in [["sign-in", "kim"], ["sign-out"]] {
            let arguments = ["--data", data, "--server", server.origin, "--api", api] + command
            #expect(await RecordingConsole().run(arguments) == .done)
        }
        #expect(requests.withLock { $0 } == 1)
    }

    private static let description = #"""
        {"signIn":{"method":"POST","path":"/in","token":{"json":"t"}},"signOut":{"method":"POST","path":"/out"}}
        """#

    @Test(arguments: [(204, 0), (503, 1)])
    func `sign-out says whether the server has heard of it`(status: Int, pending: Int) async throws {
        let api = try AccountAPI(describedBy: Array(Self.description.utf8), baseURL: HTTPURL("https://example.com"))
        let answer = status == 204 ? HTTPResponse.json(204) : .json(503)
        let app = AppComposition(
            .remote(RemoteBackend(api: api, retry: RetryPolicy(maximumAttempts: 1))),
            repositories: Repositories(),
            transport: ScriptedServer(.json(200, #"{"t":"one"}"#), answer).transport
        )
        func run(_ command: CommandName, _ operand: String? = nil) -> CommandRunner {
            CommandRunner(Invocation(command, operand), composition: app, console: RecordingConsole())
        }
        #expect(await run(.signIn, "kim").signIn().exitCode == .done)
        let result = await run(.signOut).signOut()
        #expect(result.exitCode == .done)
        #expect(result.report["pending"] == .number("\(pending)"))
        #expect(result.text.contains("The server has not heard") == (pending > 0))
        await app.shutDown()
    }
}
