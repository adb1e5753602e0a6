import AccountDemo
import App
import Foundation
import Presentation
import TestSupport
import Testing

/// Tests of the built program on a pseudo-terminal.
@Suite(.timeLimit(.minutes(5)))
struct FullScreenProcessTests {
    private let folder = TemporaryFolder()

    private func start(
        _ environment: [String: String] = [:],
        _ arguments: [String] = []
    ) throws -> (process: ChildProcess, terminal: PseudoTerminal) {
        try PseudoTerminal.running(
            DemoProcess.executable.path(),
            ["--data", folder.path + "/data", "--language", "ko"] + arguments,
            environment
        )
    }

    /// Starts the program with a sign-in that takes a minute.
    private func startSlowly() throws -> (process: ChildProcess, terminal: PseudoTerminal) {
        let file = folder.path + "/settings.json"
        try Data(#"{"preset": "accounts", "signInDelay": 60000}"#.utf8).write(to: URL(filePath: file))
        return try start([:], ["--config", file])
    }

    /// Returns an app that looks as the program does, which names the folder.
    @MainActor
    private func startedApp() async -> FullScreenApp {
        await .stub(.start, named: .start, language: .korean, location: .folder(folder.path + "/data"))
    }

    /// Reads until every cell of the terminal equals that of an app with the same state.
    private func expect(_ app: FullScreenApp, on terminal: PseudoTerminal, columns: Int = 80, rows: Int = 24)
        async throws
    {
        let expected = await app.drawn(columns: columns, rows: rows)
        while true {
            // The program draws the whole screen after it has cleared it.
            var screen = ScreenEmulator(columns: columns, rows: rows)
            let start = terminal.output.ranges(of: "\u{1B}[2J").last?.lowerBound ?? terminal.output.startIndex
            if terminal.output.hasSuffix("\u{1B}[?2026l") {
                screen.receive(String(terminal.output[start...]))
                if screen.cells == expected.rows, screen.violations == [] { return }
            }
            // Fails if the program writes nothing for half a minute.
            try await terminal.read(until: "\u{1B}[?2026l")
        }
    }

    @Test func `S1.7 a Korean sign-up works on a terminal that shrinks, and restores the terminal`() async throws {
        let (process, terminal) = try start()
        let app = await startedApp()
        try await expect(app, on: terminal)
        #expect(!terminal.echoes)
        try terminal.type("\r")
        await app.type([.enter])
        try await expect(app, on: terminal)
        let texts = ["abcdef@gmail.com", "password1", "password1", "김철수"]
        try terminal.type(texts.joined(separator: "\t"))
        await app.type(Array(texts.map { [Key.text($0)] }.joined(separator: [.tab])))
        try await expect(app, on: terminal)
        terminal.resize(columns: 40, rows: 14)
        process.signal(SIGWINCH)
        try await expect(app, on: terminal, columns: 40, rows: 14)
        #expect(!terminal.output.contains("password1"))
        try terminal.type("\r")
        try await terminal.read(until: "환영합니다")
        // Any key ends the confirmation of the sign-in.
        try terminal.type("\u{1B}[H")
        await app.type([.enter, .home])
        try await expect(app, on: terminal, columns: 40, rows: 14)
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
        #expect(terminal.echoes)
        try await terminal.read(until: "\u{1B}[?1049l")

        let status = try await DemoProcess.run(["--data", folder.path + "/data", "status"])
        #expect(status.exitCode == 0)
    }

    @Test func `with --recovery-code a sign-up shows a recovery code, and then the screen it leads to`() async throws {
        let (process, terminal) = try start([:], ["--recovery-code"])
        let app = await startedApp()
        try await expect(app, on: terminal)
        try terminal.type("\r")
        await app.type([.enter])
        try await expect(app, on: terminal)
        let texts = ["abcdef@gmail.com", "password1", "password1", "Kim"]
        try terminal.type(texts.joined(separator: "\t") + "\r")
        // Any key ends the confirmation of the sign-in.
        await app.type(Array(texts.map { [Key.text($0)] }.joined(separator: [.tab])) + [.enter, .home])
        try await terminal.read(until: "코드:")
        try terminal.type("\u{19}")
        try await terminal.read(until: "\u{1B}]52;c;")
        try terminal.type("\r")
        try await expect(app, on: terminal)
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
    }

    @Test func `S4.6 Escape cancels a running sign-in, and the screen looks as before`() async throws {
        let (process, terminal) = try startSlowly()
        let app = await FullScreenApp.stub(.accounts, named: .accounts, language: .korean)
        // The program drops keys that were typed before it controls the terminal.
        try await expect(app, on: terminal)
        // Moves to the button, where Enter does not move the focus.
        try terminal.type("김철수다\tpassword1\t\t")
        await app.type([.text("김철수다"), .tab, .text("password1"), .tab, .tab])
        try await expect(app, on: terminal)
        try terminal.type("\r")
        try await terminal.read(until: "Esc로 중지")
        for frame in ["⠙", "⠹", "⠸"] { try await terminal.read(until: frame) }
        try terminal.type("\u{1B}")
        try await expect(app, on: terminal)
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
        #expect(try await DemoProcess.run(["--data", folder.path + "/data", "status"]).exitCode == 1)
    }

    @Test func `Ctrl-C or SIGTERM during a sign-in ends the program at once`() async throws {
        for ending in ["\u{3}", nil] {
            let (process, terminal) = try startSlowly()
            try await terminal.read(until: "로그인")
            try terminal.type("abcdef\tpassword1\r")
            try await terminal.read(until: "Esc로 중지")
            if let ending { try terminal.type(ending) } else { process.signal(SIGTERM) }
            #expect(try await process.ending == .exit(ending == nil ? 128 + SIGTERM : 0))
            #expect(terminal.echoes)
        }
    }

    @Test func `F3 switches to another preset, which has its own folder`() async throws {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        // Selects the preset after the running one.
        try terminal.type("\u{1B}[13~\u{1B}[C\r")
        let app = await FullScreenApp.stub(.accounts, named: .accounts, language: .korean)
        try await expect(app, on: terminal)
        try terminal.type("\t\t\t\t\r김철수다\tpassword1\tpassword1\r")
        try await terminal.read(until: "환영합니다")
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
        let status = try await DemoProcess.run(["--data", folder.path + "/data/presets/accounts", "status"])
        #expect(status.exitCode == 0)
        #expect(try await DemoProcess.run(["--data", folder.path + "/data", "status"]).exitCode == 1)
    }

    @Test func `a preset of a server uses the one within the program, which has an example account`() async throws {
        for preset in ["signIn", "remote"] {
            let (process, terminal) = try start([:], ["--preset", preset])
            try await terminal.read(until: "kim")
            try terminal.type("kim\tpassword1\r")
            if preset == "remote" {
                // The server asks for a code, which the screen shows.
                try await terminal.read(until: LocalServer.code)
                try terminal.type(LocalServer.code + "\r")
            }
            try await terminal.read(until: "로그인했습니다")
            try terminal.type("\u{3}")
            #expect(try await process.ending == .exit(0))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
        #expect(try await DemoProcess.run(["--preset", "remote", "status"]).exitCode == 64)
    }

    @Test(
        arguments: [("\u{11}", 0), ("d\u{11}", 0), (nil, SIGTERM), (nil, SIGHUP), (nil, SIGINT)] as [(String?, Int32)]
    )
    func `a key or a signal ends the program, which restores the terminal and draws no more`(
        keys: String?,
        number: Int32
    ) async throws {
        let (process, terminal) = try start()
        let app = await startedApp()
        // The program drops keys that were typed before it controls the terminal.
        try await terminal.read(until: "시작하기")
        // The program clears the form at its end, and must not draw that.
        for (key, typed) in [("\r", Key.enter), ("abc", .text("abc"))] {
            try terminal.type(key)
            await app.type([typed])
            try await expect(app, on: terminal)
        }
        if let keys { try terminal.type(keys) } else { process.signal(number) }
        #expect(try await process.ending == .exit(keys == nil ? 128 + number : 0))
        #expect(terminal.echoes)
        // All earlier output is read before this text.
        try terminal.terminal.write(contentsOf: Data("end".utf8))
        try await terminal.read(until: "end")
        #expect(terminal.output.split(separator: "\u{1B}[?1049l").last == "end")
    }

    @Test func `Ctrl-Z stops the program, and its shell continues it with the same screen`() async throws {
        let program = [DemoProcess.executable.path(), "--data", folder.path + "/data", "--language", "ko"]
        // `set -m` gives each command a process group of its own, as in a terminal.
        let script = #"set -m; "$0" "$@"; echo "stopped $?"; fg"#
        let (process, terminal) = try PseudoTerminal.running("/bin/bash", ["-c", script] + program, [:])
        let app = await startedApp()
        try await expect(app, on: terminal)
        try terminal.type("\u{1A}")
        // Keys typed before the program has the terminal again are discarded.
        try await terminal.read(until: "\u{1B}[?1049h")
        #expect(terminal.output.contains("stopped"))
        try terminal.type("\r")
        await app.type([.enter])
        try await expect(app, on: terminal)
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
    }

    @Test(arguments: [SIGABRT, SIGQUIT, SIGSYS, SIGXCPU, SIGUSR1])
    func `a crash restores the terminal too`(number: Int32) async throws {
        let (process, terminal) = try start()
        try await terminal.read(until: "시작하기")
        // SIGTSTP must not stop the program, because the terminal would be unusable.
        process.signal(SIGTSTP)
        process.signal(number)
        #expect(try await process.ending == .signal(number))
        #expect(terminal.echoes)
        try await terminal.read(until: "\u{1B}[?1049l")
    }

    @Test(arguments: [false, true])
    func `a terminal that answers with a white background gets darker colours, also after Ctrl-Z`(
        isExact: Bool
    ) async throws {
        let palette = isExact ? Palette.exact : Palette.indexed
        let variables = isExact ? ["COLORTERM": "truecolor"] : [:]
        let program = [DemoProcess.executable.path(), "--data", folder.path + "/data", "--language", "ko"]
        let script = #"set -m; "$0" "$@"; fg"#
        let (process, terminal) = try PseudoTerminal.running("/bin/bash", ["-c", script] + program, variables)
        try await terminal.read(until: "\u{1B}]11;?\u{1B}\\")
        try terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}")
        let light = String(palette(.light).sequence(for: .accent).dropFirst(3))
        try await terminal.read(until: light)
        try terminal.type("\u{1A}")
        try await terminal.read(until: light)
        #expect(terminal.output.split(separator: "\u{1B}]11;?").count == 3)
        try terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{7}")
        try await terminal.read(until: String(palette(.dark).sequence(for: .accent).dropFirst(3)))
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
    }

    @Test func `NO_COLOR disables colours`() async throws {
        let (process, terminal) = try start(["NO_COLOR": "1"])
        try await terminal.read(until: "시작하기")
        try terminal.type("\r")
        try await terminal.read(until: "회원가입")
        try terminal.type("1\t")
        try await terminal.read(until: "✘")
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
        #expect(!terminal.output.contains(#/\u{1B}\[[0-9;]*(3[1-6]|38;5;[0-9]+)m|\u{1B}]/#))
    }

    @Test(arguments: ["dumb", ""])
    func `a terminal without cursor movement shows why there is no screen`(term: String) async throws {
        let (process, terminal) = try start(["TERM": term])
        try await terminal.read(until: "help")
        #expect(try await process.ending == .exit(64))
        #expect(terminal.output.contains("TERM"))
    }

    @Test func `a terminal without colours and a mouse is not asked for them`() async throws {
        let (process, terminal) = try start(["TERM": "vt100"])
        try await terminal.read(until: "시작하기")
        #expect(!terminal.output.contains(#/\u{1B}(\[\?100[06]h|\[[0-9;]*(3[1-6]|38;5;[0-9]+)m|])/#))
        try terminal.type("\u{3}")
        #expect(try await process.ending == .exit(0))
    }
}
