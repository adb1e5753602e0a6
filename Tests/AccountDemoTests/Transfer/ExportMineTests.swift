import AccountDemo
import AccountFlowTesting
import Domain
import Foundation
import Persistence
import TestSupport
import Testing

/// Tests of the command `export-mine` with accounts on this device.
struct ExportMineTests {
    private let folder = TemporaryFolder()
    private let secret = "canary-password-8J"

    private func run(_ arguments: String..., password: String? = nil) async throws -> (ExitCode, NSDictionary) {
        let data = folder.path + "/data"
        let (code, report, _) = try await Program.report(arguments, data: data, password: .success(password ?? secret))
        return (code, report)
    }

    private func signUp() async throws { _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim") }

    @Test func `the data is written to a file for the user alone, without any secret`() async throws {
        try await signUp()
        _ = try await run("change-password")
        let file = folder.path + "/mine.json"
        let (code, report) = try await run("export-mine", file, password: "new " + secret)
        #expect(code == .done)
        #expect(report["outcome"] as? String == "exported")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        #expect((object?["account"] as? NSDictionary)?["id"] as? String == "abcdef@gmail.com")
        #expect((object?["sessions"] as? [NSDictionary])?.count == 1)

        let stored = StorageDirectory(path: folder.path + "/data")
        let account = try #require(try await FileAccountRepository(folder: stored).find(.stub()))
        let session = try String(contentsOfFile: stored.path + "/session.json", encoding: .utf8)
        let tokens = session.matches(of: /"token[A-Za-z]*":"([^"]+)"/).map { String($0.1) }
        #expect(!tokens.isEmpty)
        for canary in [secret, account.passwordHash.revealed, account.registrationID.digits] + tokens {
            #expect(!text.contains(canary))
        }
    }

    @Test func `a log that cannot be read is named, and verify names it too`() async throws {
        try await signUp()
        let log = folder.path + "/data/events.1.log"
        try FileManager.default.createDirectory(atPath: log, withIntermediateDirectories: false)
        let (code, report, console) = try await Program.report(
            ["export-mine", folder.path + "/mine.json"],
            data: folder.path + "/data",
            password: .success(secret)
        )
        #expect(code == .storageFailed)
        #expect(report["reason"] as? String == "events-unreadable")
        #expect(console.error.contains("events.1.log is not a file."), "\(console.error)")
        let verified = try await run("verify")
        #expect(verified.0 == .storageFailed)
        #expect((verified.1["message"] as? String)?.contains("events.1.log is not a file.") == true)
    }

    @Test func `the data has the security events of earlier commands, unless the settings say otherwise`() async throws
    {
        try await signUp()
        let file = folder.path + "/mine.json"
        func events(_ arguments: String...) async throws -> [String?] {
            let data = folder.path + "/data"
            let export = arguments + ["export-mine", file, "--force"]
            #expect(try await Program.report(export, data: data, password: .success(secret)).code == .done)
            let object = try jsonObject(String(contentsOfFile: file, encoding: .utf8).replacing("\n", with: "") + "\n")
            return (object["securityEvents"] as? [NSDictionary] ?? []).map { $0["event"] as? String }
        }
        #expect(try await events() == ["signed-up", "exported"])
        let settings = folder.path + "/settings.json"
        try Data(#"{"keepsSecurityEvents": false}"#.utf8).write(to: URL(filePath: settings))
        #expect(try await events("--config", settings) == ["exported"])
    }

    @Test func `the data is written to standard output`() async throws {
        try await signUp()
        let console = RecordingConsole(password: .success(secret))
        let code = await console.run(["--data", folder.path + "/data", "--language", "en", "export-mine"])
        #expect(code == .done)
        let object = try JSONSerialization.jsonObject(with: Data(console.output.utf8)) as? NSDictionary
        #expect(object?["format"] as? String == "account-export")
    }

    @Test(arguments: [("wrong password", "wrong-password"), ("", "wrong-password")])
    func `a wrong password exports nothing`(password: String, reason: String) async throws {
        try await signUp()
        let file = folder.path + "/mine.json"
        let (code, report) = try await run("export-mine", file, password: password)
        #expect(code == .refused)
        #expect(report["reason"] as? String == reason)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `an existing file stays, unless --force is given`() async throws {
        try await signUp()
        let file = folder.path + "/mine.json"
        try Data([1]).write(to: URL(filePath: file))
        let (code, report) = try await run("export-mine", file)
        #expect(code == .refused)
        #expect(report["reason"] as? String == "file-exists")
        #expect(try Data(contentsOf: URL(filePath: file)) == Data([1]))
        #expect(try await run("export-mine", file, "--force").0 == .done)
        #expect(try Data(contentsOf: URL(filePath: file)).count > 100)
    }

    @Test func `export-mine needs a session`() async throws {
        let (code, report) = try await run("export-mine", folder.path + "/mine.json")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "not-signed-in")
    }
}
