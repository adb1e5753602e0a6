import AccountDemo
import Foundation
import TestSupport
import Testing

/// The built program on a terminal of its own.
@Suite(.timeLimit(.minutes(1)))
struct FullScreenProcessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(
        _ environment: [String: String] = [:]
    ) throws -> (process: ChildProcess, terminal: PseudoTerminal) {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 80, rows: 24)
        let process = try ChildProcess(
            DemoProcess.executable.path(),
            ["--data", folder.path + "/data", "--language", "ko"],
            environment: ["TERM": "xterm-256color"].merging(environment) { $1 },
            input: terminal.terminal,
            output: terminal.terminal,
            error: terminal.terminal
        )
        return (process, terminal)
    }

    @Test func `S1.7 a whole sign-up is typed in Korean, the terminal gets smaller, and all is as it was in the end`()
        async throws
    {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        #expect(!terminal.echoes)
        try terminal.type("\r")
        try await terminal.read(until: "회원가입")
        try terminal.type("abcdef@gmail.com\tpassword1\tpassword1\t김철수")
        try await terminal.read(until: "김철수")
        terminal.resize(columns: 40, rows: 14)
        process.signal(SIGWINCH)
        try await terminal.read(until: "Tab")
        var screen = ScreenEmulator(columns: 80, rows: 24)
        screen.receive(terminal.output)
        #expect(screen.complaints == [])
        #expect(screen.text.contains("abcdef@gmail.com") && !terminal.output.contains("password1"))
        try terminal.type("\r")
        try await terminal.read(until: "김철수 님 환영합니다.")
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
        #expect(terminal.echoes)
        try await terminal.read(until: "\u{1B}[?1049l")

        let status = try await DemoProcess.run(["--data", folder.path + "/data", "status"])
        #expect(status.exitCode == 0)
    }

    @Test("a signal that ends the program gives the terminal back", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signalled(number: Int32) async throws {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        process.signal(number)
        #expect(try await process.ending == .exit(128 + number))
        #expect(terminal.echoes)
        try await terminal.read(until: "\u{1B}[?1049l")
    }

    @Test func `a crash gives the terminal back as well`() async throws {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        process.signal(SIGABRT)
        #expect(try await process.ending == .signal(SIGABRT))
        #expect(terminal.echoes)
        try await terminal.read(until: "\u{1B}[?1049l")
    }

    @Test func `NO_COLOR sends no colour`() async throws {
        let (process, terminal) = try start(["NO_COLOR": "1"])
        try await terminal.read(until: "시작하기")
        try terminal.type("\r")
        try await terminal.read(until: "회원가입")
        try terminal.type("1\t")
        try await terminal.read(until: "✘")
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
        #expect(!terminal.output.contains(#/\u{1B}\[[0-9;]*3[1-6]m/#))
    }

    @Test func `a terminal that cannot move its cursor gets no screen but the usage`() async throws {
        let (process, terminal) = try start(["TERM": "dumb"])
        try await terminal.read(until: "help")
        #expect(try await process.ending == .exit(64))
    }

    @Test func `without a terminal a command is needed`() async throws {
        #expect(try await DemoProcess.run([]).exitCode == 64)
    }
}
