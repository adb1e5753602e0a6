import Foundation
import Synchronization
package import TestSupport
package import Testing

/// The programs of PostgreSQL on this machine, in the folder that the environment variable `TEST_POSTGRESQL` names.
package enum PostgreSQLPrograms {
    /// A program that failed.
    package struct Failure: Error {
        package let program: String
        package let ending: ChildProcess.Ending

        /// The standard output and the standard error.
        package let output: String
    }

    /// The folder of `initdb`, or nil if no server is to be started.
    package static let folder = ProcessInfo.processInfo.environment["TEST_POSTGRESQL"]

    /// The user that runs servers, or nil for that of this process: PostgreSQL refuses to run as root.
    static let user: String? = geteuid() != 0 ? nil : getpwnam("postgres") == nil ? "nobody" : "postgres"

    /// A pipe that another process starts to inherit, before it is marked, would stay open as long as that process.
    private static let starts = Mutex(())

    /// Starts a process, with no other one of this kind at the same time.
    static func start<Value>(_ body: () throws -> Value) rethrows -> Value {
        try starts.withLock { _ in try body() }
    }

    /// Returns the command line that runs a program as ``user``.
    static func command(_ program: String, _ arguments: [String]) -> [String] {
        let path = program.contains("/") ? program : (folder ?? "/usr/bin") + "/" + program
        // The user may not enter the folder of this process, so the program starts in another one.
        let switching = user.map { ["/usr/sbin/runuser", "-u", $0, "--", "/usr/bin/env", "-C", "/tmp"] }
        return (switching ?? []) + [path] + arguments
    }

    /// Runs a program as the user of the servers, and waits for it.
    ///
    /// - Parameters:
    ///   - program: The name of a program in ``folder``.
    ///   - arguments: Its arguments.
    ///   - input: The standard input.
    ///   - asThisUser: Whether the program runs as the user of this process.
    /// - Returns: The standard output and the standard error.
    /// - Throws: ``Failure`` if the program fails.
    @discardableResult
    package static func run(
        _ program: String,
        _ arguments: [String],
        input: String = "",
        asThisUser: Bool = false
    ) async throws -> String {
        // Files, because a server that a program starts may inherit a pipe and never close it.
        let folder = TemporaryFolder()
        let files = ["input", "output"].map { folder.path + "/" + $0 }
        try Data(input.utf8).write(to: URL(filePath: files[0]))
        try Data().write(to: URL(filePath: files[1]))
        let command = asThisUser ? [program] + arguments : command(program, arguments)
        let child = try start {
            let output = try FileHandle(forWritingTo: URL(filePath: files[1]))
            return try ChildProcess(
                command[0],
                Array(command.dropFirst()),
                input: FileHandle(forReadingFrom: URL(filePath: files[0])),
                output: output,
                error: output
            )
        }
        let ending = try await child.ending
        let output = try String(contentsOf: URL(filePath: files[1]), encoding: .utf8)
        guard ending == .exit(0) else { throw Failure(program: program, ending: ending, output: output) }
        return output
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where `make test-postgresql` has found PostgreSQL.
    package static var postgreSQL: Self {
        .enabled(if: PostgreSQLPrograms.folder != nil, "make test-postgresql finds PostgreSQL and runs this")
    }
}
