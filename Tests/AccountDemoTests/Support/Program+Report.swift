import AccountDemo
import AccountFlowTesting
import Foundation
import Persistence
import Testing

extension Program {
    /// Runs a command line of `--json`, and gives the exit code, the one object that was printed, and where it was.
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

/// The one JSON object on standard output, or a failure of the test.
func jsonObject(_ output: String) throws -> NSDictionary {
    #expect(output.hasSuffix("\n"), "not one line: \(output)")
    #expect(output.dropLast().allSatisfy { $0 != "\n" }, "not one line: \(output)")
    return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSDictionary)
}
