import AccountDemo
import AccountFlowTesting
import Foundation
import Persistence
import TestSupport
import Testing

extension Program {
    /// Runs a command with `--json`, and returns the exit code, the printed object and the console.
    static func report(
        _ arguments: [String],
        data: String,
        password: Result<String, PasswordInputError> = .success("password1")
    ) async throws -> (code: ExitCode, report: NSDictionary, console: RecordingConsole) {
        let console = RecordingConsole(password: password)
        let code = await console.run(["--data", data, "--json", "--language", "en"] + arguments)
        return (code, try jsonObject(console.output), console)
    }
}

/// Tests of commands, whose stores are in one folder.
protocol FolderTests {
    var folder: TemporaryFolder { get }
}

extension FolderTests {
    var data: String { folder.path + "/data" }

    func run(
        _ arguments: String...,
        password: String = "password1"
    ) async throws -> (code: ExitCode, report: NSDictionary) {
        let (code, report, _) = try await Program.report(arguments, data: data, password: .success(password))
        return (code, report)
    }

    func signUp() async throws { _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim") }
}

/// Returns the JSON object of an output, which must be a single line.
func jsonObject(_ output: String) throws -> NSDictionary {
    #expect(output.hasSuffix("\n"), "not one line: \(output)")
    #expect(output.dropLast().allSatisfy { $0 != "\n" }, "not one line: \(output)")
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSDictionary)
}
