import Foundation
import TestSupport

/// The built program, run as a process of its own.
struct DemoProcess {
    /// How a run ended.
    struct Ending {
        let exitCode: Int32
        let output: String
        let error: String
    }

    /// The program, which the build puts beside the tests.
    static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "account-demo")

    /// Runs the program to its end.
    static func run(
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String] = [:]
    ) async throws -> Ending {
        // Files instead of pipes, which would block when they are full.
        let folder = TemporaryFolder()
        let files = ["in", "out", "err"].map { folder.path + "/" + $0 }
        try input.write(to: URL(filePath: files[0]))
        for file in files.dropFirst() { try Data().write(to: URL(filePath: file)) }
        let process = try ChildProcess(
            executable.path(),
            arguments,
            environment: environment,
            input: try FileHandle(forReadingFrom: URL(filePath: files[0])),
            output: try FileHandle(forWritingTo: URL(filePath: files[1])),
            error: try FileHandle(forWritingTo: URL(filePath: files[2]))
        )
        guard case .exit(let exitCode) = try await process.ending else { throw CocoaError(.executableLoad) }
        return Ending(
            exitCode: exitCode,
            output: try String(contentsOfFile: files[1], encoding: .utf8),
            error: try String(contentsOfFile: files[2], encoding: .utf8)
        )
    }
}
