import Domain
package import Networking

/// How a command ended: what is printed where, and the exit code.
package struct CommandResult: Equatable, Sendable {
    package var exitCode = ExitCode.done

    /// The members of the object that `--json` prints.
    package var report: [String: JSONValue]

    /// The text for standard output without `--json`.
    package var text = ""

    /// The text for standard error in both cases; empty where nothing went wrong.
    package var errorText = ""

    /// The result of a command that did its work; the outcome is its name in JSON.
    static func done(_ outcome: String, _ members: [String: JSONValue] = [:], text: String) -> CommandResult {
        CommandResult(report: members.merging(["outcome": .string(outcome)]) { $1 }, text: text)
    }

    /// The result of a command that did not; the reason is its name in JSON.
    static func failed(
        _ reason: String,
        exit exitCode: ExitCode = .refused,
        field: AccountField? = nil,
        _ message: String
    ) -> CommandResult {
        let outcome = exitCode == .refused || exitCode == .usage ? "refused" : "failed"
        var report = ["outcome": outcome, "reason": reason, "message": message]
        report["field"] = field?.rawValue
        return CommandResult(exitCode: exitCode, report: report.mapValues { .string($0) }, errorText: message)
    }
}

/// How the program ends, in the numbers of `sysexits.h` where it has one.
package enum ExitCode: Int32, CaseIterable, Sendable {
    /// Done; for `status`: the user is signed in.
    case done = 0

    /// Refused; for `status`: no user is signed in.
    case refused = 1

    /// The command line was not understood (`EX_USAGE`).
    case usage = 64

    /// The server could not be reached, or did not do its work (`EX_UNAVAILABLE`).
    case unavailable = 69

    /// A store, a file or standard output could not be read or written (`EX_IOERR`).
    case storageFailed = 74

    /// A store or a file was in use for too long (`EX_TEMPFAIL`).
    case storeBusy = 75
}
