/// How a command ended: what is printed where, and the exit code.
package struct CommandResult: Equatable, Sendable {
    /// How the program ends.
    package var exitCode: ExitCode

    /// What `--json` prints.
    package var report: CommandReport

    /// What is printed to standard output otherwise.
    package var text: String

    /// What is printed to standard error in both cases; empty where nothing went wrong.
    package var violation: String

    /// A command that did what it was asked to do.
    static func done(_ report: CommandReport, text: String, exitCode: ExitCode = .done) -> CommandResult {
        CommandResult(exitCode: exitCode, report: report, text: text, violation: report.message ?? "")
    }

    /// A command that did not.
    static func failed(_ exitCode: ExitCode, _ report: CommandReport) -> CommandResult {
        CommandResult(exitCode: exitCode, report: report, text: "", violation: report.message ?? "")
    }
}
