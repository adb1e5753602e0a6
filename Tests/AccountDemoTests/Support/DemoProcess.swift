import Foundation
import TestSupport

/// A process that runs the built program.
struct DemoProcess {
    /// The exit code and the output of a run.
    struct Ending {
        let exitCode: Int32
        let output: String
        let error: String
    }

    /// The URL of the program, which the build puts into the folder of the tests.
    static let executable = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "account-demo")

    /// The running process.
    let process: ChildProcess

    private let folder = TemporaryFolder()
    private let files: [String]

    /// Starts the program.
    init(_ arguments: [String], input: Data = Data(), environment: [String: String] = [:]) throws {
        // Files instead of pipes, which would block when they are full.
        files = ["in", "out", "err"].map { [folder] in folder.path + "/" + $0 }
        try input.write(to: URL(filePath: files[0]))
        for file in files.dropFirst() { try Data().write(to: URL(filePath: file)) }
        process = try ChildProcess(
            Self.executable.path(),
            arguments,
            environment: environment,
            input: try FileHandle(forReadingFrom: URL(filePath: files[0])),
            output: try FileHandle(forWritingTo: URL(filePath: files[1])),
            error: try FileHandle(forWritingTo: URL(filePath: files[2]))
        )
    }

    /// Runs the program, and returns its exit code and output.
    static func run(
        _ arguments: [String],
        input: Data = Data(),
        environment: [String: String] = [:]
    ) async throws -> Ending {
        try await DemoProcess(arguments, input: input, environment: environment).ending
    }

    /// The exit code and the output, once the program has ended.
    var ending: Ending {
        get async throws {
            guard case .exit(let exitCode) = try await process.ending else { throw CocoaError(.executableLoad) }
            return Ending(
                exitCode: exitCode,
                output: try String(contentsOfFile: files[1], encoding: .utf8),
                error: try String(contentsOfFile: files[2], encoding: .utf8)
            )
        }
    }
}
