import Foundation
import TestSupport
import Testing

/// Tests of the built program with few files, and with small ones.
@Suite(.timeLimit(.minutes(5)))
struct ResourceLimitTests {
    private let folder = TemporaryFolder()

    /// Runs the program under a limit of the shell, and returns its exit code, or nil if a signal ended it, and its error.
    private func run(_ limit: String, data: String, _ arguments: [String]) async throws -> (code: Int32?, error: String)
    {
        // The threads of tests block the signals of such limits, and children would inherit that.
        var (none, earlier) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &earlier)
        // The shell itself could not open files under such a limit.
        let (input, error) = (folder.path + "/in", folder.path + "/err")
        try Data("password1\n".utf8).write(to: URL(filePath: input))
        try Data().write(to: URL(filePath: error))
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", "ulimit \(limit); exec \"$0\" \"$@\"", DemoProcess.executable.path()]
                + ["--data", folder.path + "/" + data] + arguments,
            environment: [:],
            input: try FileHandle(forReadingFrom: URL(filePath: input)),
            // A standard output that is a file would count too.
            output: try FileHandle(forWritingTo: URL(filePath: "/dev/null")),
            error: try FileHandle(forWritingTo: URL(filePath: error))
        )
        pthread_sigmask(SIG_SETMASK, &earlier, nil)
        let ending = try await shell.ending
        let message = try String(contentsOfFile: error, encoding: .utf8)
        guard case .exit(let code) = ending else { return (nil, message) }
        return (code, message)
    }

    @Test func `a file that must not grow further is an error of the store, and later commands work`() async throws {
        var codes: [Int32?] = []
        for blocks in [0, 8, 16, 40, 64, 96, 128, 256] {
            let data = "files\(blocks)"
            let signUp = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]
            let limited = try await run("-f \(blocks)", data: data, signUp)
            codes.append(limited.code)
            let free = try await run("-f unlimited", data: data, ["sign-in", "abcdef@gmail.com"])
            #expect(free.code == (limited.code == 0 ? 0 : 1), "\(blocks): \(limited.error) \(free.error)")
        }
        #expect(codes[1] == 74)
        let small = try await run("-f 8", data: "small", ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"])
        #expect(small.error.contains("System error \(EFBIG) in accounts.store: File too large."), "\(small.error)")
        #expect(codes.last == 0)
        #expect(Set(codes) == [0, 74])
    }

    // With fewer, the dynamic linker cannot open the libraries.
    @Test(arguments: 4...24)
    func `a low limit of open files is an error with a message`(count: Int) async throws {
        let signUp = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]
        let (code, error) = try await run("-n \(count)", data: "data", signUp)
        #expect(code == (error == "" ? 0 : 74), "\(error)")
        #expect(count > 8 || error == "The system lets the program open too few files, or start no thread.\n")
        #expect(count < 20 || code == 0)
    }
}
