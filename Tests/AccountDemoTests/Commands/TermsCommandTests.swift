import AccountDemo
import Domain
import Foundation
import TestSupport
import Testing

/// Tests of the commands and options for terms.
struct TermsCommandTests {
    private let folder = TemporaryFolder()

    /// Runs a command of an app with one required and one optional document.
    private func run(
        _ arguments: String...,
        version: Int = 1
    ) async throws -> (code: ExitCode, console: RecordingConsole) {
        let settings = folder.path + "/settings.json"
        let terms =
            #"{"required": [{"name": "terms", "version": \#(version)}], "optional": [{"name": "news", "version": 1}]}"#
        try #"{"preset": "shop", "terms": \#(terms)}"#.write(toFile: settings, atomically: true, encoding: .utf8)
        let console = RecordingConsole(password: .success("ghijkl"))
        let all = ["--data", folder.path + "/data", "--config", settings] + arguments
        return (await console.run(all), console)
    }

    @Test func `sign-up and sign-in say which agreement is missing`() async throws {
        let refused = try await run("sign-up", "abcdef")
        #expect(refused.code == .refused)
        #expect(refused.console.error.contains("--agree terms@1"))
        let json = try await run("--json", "sign-in", "abcdef")
        #expect(json.console.output.contains(#""missing":["terms@1"]"#))
        #expect(json.console.output.contains(#""reason":"terms-required""#))
        #expect(try await run("accounts").code == .noStore)
    }

    @Test func `sign-up and sign-in agree to documents`() async throws {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1,news@1").code == .done)
        #expect(try await run("consents").console.output.contains("terms@1"))
        #expect(try await run("sign-out").code == .done)
        #expect(try await run("sign-in", "abcdef").code == .done)
        #expect(try await run("status").code == .done)
    }

    @Test func `a higher version is asked for by every command that uses the session`() async throws {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1").code == .done)
        for command in ["status", "change-password"] {
            let (code, console) = try await run(command, version: 2)
            #expect(code == .refused)
            #expect(console.error.contains("terms@2"))
        }
        #expect(try await run("agree", "news@1", version: 2).code == .refused)
        #expect(try await run("agree", "terms@2", version: 2).code == .done)
        #expect(try await run("status", version: 2).code == .done)
    }

    @Test func `a switch to an account without the agreement says that it is active, and what is missing`() async throws
    {
        for id in ["abcdef", "ghijkl"] { #expect(try await run("sign-up", id, "--agree", "terms@1").code == .done) }
        let (code, console) = try await run("switch", "abcdef", version: 2)
        #expect(code == .refused)
        #expect(console.error.contains("abcdef is the active account now."), "\(console.error)")
        #expect(console.error.contains("terms@2"))
        #expect(try await run("sessions", version: 2).console.output.contains("* abcdef"))
    }

    @Test func `an agreement that leaves a required document out stores nothing, and names that document`() async throws
    {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1").code == .done)
        let refused = try await run("--json", "agree", "news@1", version: 2)
        #expect(refused.code == .refused)
        #expect(refused.console.output.contains(#""missing":["terms@2"]"#), "\(refused.console.output)")
        #expect(!(try await run("consents", version: 2).console.output.contains("news@1")))
        #expect(try await run("agree", "terms@2,news@1", version: 2).code == .done)
        let listed = try await run("consents", version: 2).console.output
        #expect(listed.contains("terms@2") && listed.contains("news@1"))
    }

    @Test func `an account can be deleted without the agreement to a higher version`() async throws {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1").code == .done)
        #expect(try await run("delete-account", "--yes", version: 2).code == .done)
    }

    @Test func `an optional consent is withdrawn and stays in the history, a required one stays`() async throws {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1,news@1").code == .done)
        let withdrawn = try await run("--json", "consents", "--withdraw", "news")
        #expect(withdrawn.console.output.contains("withdrawnAt"))
        let refused = try await run("--json", "consents", "--withdraw", "terms")
        #expect(refused.code == .refused)
        #expect(refused.console.output.contains("consent-required"))
        #expect(try await run("agree", "news@1").code == .done)
        #expect(try await run("consents").console.output.components(separatedBy: "news@1").count == 3)
    }

    @Test(arguments: ["nothere@1", "terms@2", "terms@1,nothere@1"])
    func `a document that the terms do not have is a wrong command line`(list: String) async throws {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1").code == .done)
        for results in [
            try await run("sign-up", "ghijkl", "--agree", list), try await run("sign-in", "abcdef", "--agree", list),
            try await run("agree", list),
        ] {
            let (code, console) = results
            #expect(code == .usage)
            #expect(console.error.contains("The documents are: terms@1, news@1."), "\(console.error)")
        }
        #expect(try await run("accounts").console.output.contains("ghijkl") == false)
    }

    @Test func `a consent to a document that the terms do not have cannot be withdrawn`() async throws {
        #expect(try await run("sign-up", "abcdef", "--agree", "terms@1").code == .done)
        let (code, console) = try await run("consents", "--withdraw", "zzz")
        #expect(code == .refused)
        #expect(console.error.contains("There is no document zzz. The documents are: terms@1, news@1."))
        // A known document without an agreement has nothing to withdraw.
        #expect(try await run("consents", "--withdraw", "news").code == .done)
    }

    @Test(arguments: ["", "terms", "terms@", "@1", "terms@x", "terms@1,", ",terms@1"])
    func `a malformed list of documents is a wrong command line`(list: String) async throws {
        #expect(try await run("sign-in", "abcdef", "--agree", list).code == .usage)
    }
}
