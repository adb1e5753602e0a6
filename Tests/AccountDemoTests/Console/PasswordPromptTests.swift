import AccountDemo
import Foundation
import TestSupport
import Testing

/// Tests of the built program's password prompt on a terminal.
@Suite(.timeLimit(.minutes(5)))
struct PasswordPromptTests {
    private let folder = TemporaryFolder()

    /// Starts the program on a terminal, and waits for the password prompt.
    private func start(
        _ arguments: [String],
        ignoring signal: String? = nil
    ) async throws -> (process: ChildProcess, terminal: PseudoTerminal) {
        let terminal = try PseudoTerminal()
        let ignoring = signal.map { "trap '' \($0); " } ?? ""
        let arguments =
            ["-c", ignoring + #"exec "$0" "$@""#, DemoProcess.executable.path()]
            + ["--data", folder.path + "/data", "--language", "en"] + arguments
        let process = try ChildProcess(
            "/bin/sh",
            arguments,
            input: terminal.terminal,
            output: .nullDevice,
            error: terminal.terminal
        )
        try await terminal.read(until: "Password: ")
        return (process, terminal)
    }

    private static let signUp = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]

    @Test func `the prompt reads the password twice, hides it, and supports erasing keys`() async throws {
        let (process, terminal) = try await start(Self.signUp)
        #expect(!terminal.echoes)
        try terminal.type("passwörd\u{7F}\u{7F}\u{7F}ord1\n")
        try await terminal.read(until: "Password again: ")
        try terminal.type("nonsense\u{15}password1\n")
        #expect(try await process.ending == .exit(0))
        #expect(!terminal.output.contains("passw"))
        #expect(terminal.echoes)

        let signIn = try await DemoProcess.run(
            ["--data", folder.path + "/data", "sign-in", "abcdef@gmail.com"],
            input: Data("password1\n".utf8)
        )
        #expect(signIn.exitCode == 0)
    }

    @Test(arguments: [("y\n", 0), ("no\n", 1), ("\u{4}", 1), ("\u{3}", 130)] as [(String, Int32)])
    func `delete-account deletes the account only after yes`(answer: String, code: Int32) async throws {
        let data = ["--data", folder.path + "/data", "--language", "en"]
        _ = try await DemoProcess.run(data + Self.signUp, input: Data("password1\n".utf8))
        let program = DemoProcess.executable.path()
        let (process, terminal) = try PseudoTerminal.running(program, data + ["delete-account"])
        try await terminal.read(until: "[y/N] ")
        if answer == "\u{3}" { process.signal(SIGINT) } else { try terminal.type(answer) }
        if answer == "\u{3}" { try await terminal.read(until: "\r\nCancelled.\r\n") }
        #expect(try await process.ending == .exit(code))
        #expect(try await DemoProcess.run(data + ["status"]).exitCode == (code == 0 ? 1 : 0))
    }

    @Test func `two passwords that differ register no account`() async throws {
        let (process, terminal) = try await start(Self.signUp)
        try terminal.type("password1\n")
        try await terminal.read(until: "Password again: ")
        try terminal.type("password2\n")
        #expect(try await process.ending == .exit(1))
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test(arguments: [("\u{3}", 130), ("\u{4}", 1)] as [(String, Int32)])
    func `Ctrl-C and Ctrl-D cancel the prompt and restore the terminal`(key: String, code: Int32) async throws {
        let (process, terminal) = try await start(["sign-in", "abcdef@gmail.com"])
        try terminal.type(key)
        #expect(try await process.ending == .exit(code))
        #expect(terminal.echoes)
    }

    @Test func `two lines that arrive together are the password and its repetition`() async throws {
        let (process, terminal) = try await start(Self.signUp)
        try terminal.type("password1\npassword1\n")
        // The terminal shows the line break of the second line as CR LF.
        try await terminal.read(until: "Password again: \r\n")
        #expect(try await process.ending == .exit(0))
        #expect(terminal.echoes)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal that ends the program restores the terminal`(number: Int32) async throws {
        let (process, terminal) = try await start(["sign-in", "abcdef@gmail.com"])
        #expect(!terminal.echoes)
        #expect(kill(process.identifier, number) == 0)
        #expect(try await process.ending == .exit(128 + number))
        #expect(terminal.echoes)
    }

    @Test func `a signal that is ignored from the start stays ignored`() async throws {
        let (process, terminal) = try await start(Self.signUp, ignoring: "HUP")
        #expect(kill(process.identifier, SIGHUP) == 0)
        // So long that a signal handler would run first, but short enough for the terminal's buffer.
        let line = String(repeating: "x", count: 3_000) + "\u{15}password1\n"
        try terminal.type(line)
        try await terminal.read(until: "Password again: ")
        try terminal.type(line)
        #expect(try await process.ending == .exit(0))
    }

    private static let texts: [(String, String)] = [
        ("", ""), ("a", ""), ("ab", "a"), ("aé", "a"), ("ae\u{301}", "a"), ("a한", "a"),
        ("a\u{1112}\u{1161}\u{11AB}", "a"), ("a👩‍👩‍👧", "a"), ("a👍🏽", "a"), ("é\u{FFFD}", "é"), ("e\u{301}a", "e\u{301}"),
    ]

    private static let strayBytes: [([UInt8], [UInt8])] = [
        ([0xE9, 0x61], [0xE9]), ([0xE9], []), ([0x61, 0xE9], [0x61]), ([0x61, 0x80], [0x61]), ([0xE9, 0x80], [0xE9]),
        ([0xE9, 0xE9], [0xE9]), ([0xE9, 0xC3, 0xA4], [0xE9]), ([0xE9, 0xCC, 0x81], [0xE9, 0xCC]),
        ([0xE9, 0xEF, 0xBF, 0xBD], [0xE9]),
    ]

    @Test(arguments: texts.map { (Array($0.utf8), Array($1.utf8)) } + strayBytes)
    func `Backspace removes one character or stray byte, and leaves the rest unchanged`(typed: [UInt8], left: [UInt8]) {
        var line = typed
        SystemConsole.eraseCharacter(of: &line)
        #expect(line == left)
    }
}
