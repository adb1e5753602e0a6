import AccountDemo
import AccountFlowTesting
import Foundation
import Persistence

extension Program {
    /// Runs a command line of `--json`, and gives the exit code, the one object that was printed, and where it was.
    static func report(
        _ arguments: [String],
        data: String,
        password: Result<String, PasswordInputError> = .success("password1")
    ) async throws -> (code: ExitCode, report: NSDictionary, console: RecordingConsole) {
        let console = RecordingConsole(password: password)
        let code = await Program(console: console, environment: [:], hashingCost: .minimal)
            .run(["--data", data, "--json", "--language", "en"] + arguments)
        return (code, try jsonObject(console.output), console)
    }
}
