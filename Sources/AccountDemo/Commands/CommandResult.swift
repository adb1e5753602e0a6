import Domain
package import Networking
import Presentation

/// The output and the exit code of a command.
package struct CommandResult: Equatable, Sendable {
    package var exitCode = ExitCode.done

    /// The members of the object that `--json` prints.
    package var report: [String: JSONValue]

    /// The text for standard output without `--json`.
    package var text = ""

    /// The QR code below that text.
    var picture: QRCode?

    /// The text for standard error, with or without `--json`; empty after a success.
    package var errorText = ""

    /// Returns the result of a command that succeeded; `outcome` is its name in JSON.
    static func done(_ outcome: String, _ members: [String: JSONValue] = [:], text: String) -> CommandResult {
        CommandResult(report: members.merging(["outcome": .string(outcome)]) { $1 }, text: text)
    }

    /// Returns the result of a command that failed; `reason` is its name in JSON.
    static func failed(
        _ reason: String,
        exit exitCode: ExitCode = .refused,
        field: AccountField? = nil,
        _ message: String
    ) -> CommandResult {
        let outcome = [.refused, .usage, .stopped].contains(exitCode) ? "refused" : "failed"
        var report = ["outcome": outcome, "reason": reason, "message": message]
        report["field"] = field?.rawValue
        return CommandResult(exitCode: exitCode, report: report.mapValues { .string($0) }, errorText: message)
    }

    /// Returns the result of this work and of more work after it, whose outcome is not reported if it succeeded.
    func followed(by next: CommandResult) -> CommandResult {
        func lines(_ texts: String...) -> String { texts.filter { !$0.isEmpty }.joined(separator: "\n") }
        var result = self
        result.report.merge(next.report) { next.exitCode == .done ? $0 : $1 }
        result.text = lines(text, next.text)
        result.errorText = lines(errorText, next.errorText)
        if exitCode == .done { result.exitCode = next.exitCode }
        return result
    }
}

/// The exit codes of the program; those from 64 are the codes of `sysexits.h`.
package enum ExitCode: Int32, CaseIterable, Sendable {
    /// The command succeeded; for `status`, the user is signed in.
    case done = 0

    /// The command failed for a reason without a code of its own, such as a wrong password.
    ///
    /// For `status`, no user is signed in.
    case refused = 1

    /// The command line is invalid (`EX_USAGE`).
    case usage = 64

    /// A repair lost records or found no header, or the description of an API has mistakes (`EX_DATAERR`).
    case invalidData = 65

    /// There is no store in the folder, or no folder (`EX_NOINPUT`).
    case noStore = 66

    /// The server could not be reached, or failed (`EX_UNAVAILABLE`).
    case unavailable = 69

    /// A store, a file or standard output could not be read or written (`EX_IOERR`).
    case storageFailed = 74

    /// A store or a file was in use for too long (`EX_TEMPFAIL`).
    case storeBusy = 75

    /// The clock of the system looks wrong, so it is uncertain whether the session has expired (`EX_CONFIG`).
    case clockUncertain = 78

    /// The user has stopped the command with Ctrl-C; the code that shells give a program that SIGINT ends.
    case stopped = 130
}
