import Foundation
import TestSupport
import Testing

/// Tests of the built program without some of its standard streams.
@Suite(.timeLimit(.minutes(5)))
struct ClosedStreamTests {
    private let folder = TemporaryFolder()

    /// Runs the program with these streams closed, and returns its exit code.
    private func run(closing streams: some Sequence<Int>, _ arguments: String...) async throws -> Int32? {
        let input = folder.path + "/in"
        try Data("password1\n".utf8).write(to: URL(filePath: input))
        let closed = streams.map { " \($0)>&-" }.joined()
        let shell = try ChildProcess(
            "/bin/sh",
            ["-c", "exec \"$0\" \"$@\" <'\(input)' >/dev/null 2>&1" + closed, DemoProcess.executable.path()]
                + ["--data", folder.path + "/data"] + arguments
        )
        guard case .exit(let code) = try await shell.ending else { return nil }
        return code
    }

    @Test(arguments: 0..<8)
    func `the program ends with closed streams, and writes none of its output to a store`(mask: Int) async throws {
        let closed = (0..<3).filter { mask & 1 << $0 != 0 }
        let (hasInput, hasOutput) = (!closed.contains(0), !closed.contains(1))
        let signUp = try await run(closing: closed, "sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        #expect(signUp == (hasInput ? hasOutput ? 0 : 74 : 1))
        let signIn = try await run(closing: closed, "sign-in", "abcdef@gmail.com")
        #expect(signIn == (hasInput ? hasOutput ? 0 : 74 : 1))
        #expect(try await run(closing: closed, "import", "-") == (hasInput && hasOutput ? 1 : 74))
        #expect(try await run(closing: [], "verify") == (hasInput ? 0 : 66))
    }
}
