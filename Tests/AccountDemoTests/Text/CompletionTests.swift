import AccountDemo
import Foundation
import Persistence
import TestSupport
import Testing

/// What a shell offers while a command line is typed, and what explains it.
struct CompletionTests {
    private static let bash = "/bin/bash"
    private static let hasBash = FileManager.default.isExecutableFile(atPath: bash)

    private func output(_ arguments: String...) async -> String {
        let console = RecordingConsole()
        #expect(await Program(console: console, environment: [:], hashingCost: .minimal).run(arguments) == .done)
        return console.output
    }

    @Test(
        "bash completes commands, their options and what belongs behind them",
        .enabled(if: hasBash, "there is no bash here"),
        arguments: [
            ("sign-", ["sign-in", "sign-out", "sign-up"]), ("--data d sign-i", ["sign-in"]),
            ("sign-in --no", ["--no-remember"]),
            ("sign-up --ni", ["--nickname"]), ("status --ni", []), ("--language ", ["en", "ko"]),
            ("completions ", ["bash", "zsh"]), ("help de", ["delete-account"]), ("export --f", ["--force"]),
        ]
    )
    func completes(line: String, words: [String]) async throws {
        let folder = TemporaryFolder()
        let typed = line.split(separator: " ", omittingEmptySubsequences: false)
        let script =
            await output("completions", "bash") + """
                COMP_WORDS=(account-demo \(typed.map { "'\($0)'" }.joined(separator: " ")))
                COMP_CWORD=\(typed.count)
                _account_demo
                printf '%s\\n' "${COMPREPLY[@]}" | sort > '\(folder.path)/words'
                """
        let shell = try ChildProcess(Self.bash, ["--norc", "-c", script])
        #expect(try await shell.ending == .exit(0))
        let found = try String(contentsOfFile: folder.path + "/words", encoding: .utf8).split(separator: "\n")
        #expect(found.map(String.init) == words)
    }

    @Test func `the script for zsh has every command and option`() async {
        let script = await output("completions", "zsh")
        for name in CommandName.allCases.map(\.rawValue) + OptionName.allCases.map(\.rawValue) {
            #expect(script.contains(name), "\(name)")
        }
    }

    @Test("a command is explained with its own options", arguments: CommandName.allCases)
    func help(command: CommandName) async {
        let text = await output("help", command.rawValue)
        #expect(text == (await output(command.rawValue, "--help")))
        #expect(text.hasPrefix("Usage: account-demo \(command.rawValue)"))
        #expect(text.contains("--nickname") == (command == .signUp))
    }

    @Test func `the version is told`() async {
        #expect(await output("--version") == "account-demo \(Program.version)\n")
    }

    @Test func `the manual has every command and option`() throws {
        let manual = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../Docs/account-demo.1"),
            encoding: .utf8
        ).replacing("\\-", with: "-")
        for name in CommandName.allCases.map(\.rawValue) + OptionName.allCases.map(\.rawValue) {
            #expect(manual.contains(name), "\(name)")
        }
    }
}
