import AccountDemo
import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of the help, the completions and the manual page, which use the tables of commands and options.
struct HelpTests {
    private static let bash = "/bin/bash"
    private static let hasBash = FileManager.default.isExecutableFile(atPath: bash)
    private static let names = CommandName.allCases.map(\.rawValue) + Option.allCases.map(\.name)

    private func output(_ arguments: String...) async -> String {
        let console = RecordingConsole()
        #expect(await console.run(arguments) == .done)
        return console.output
    }

    @Test(arguments: Language.allCases)
    func `help explains every command, option and exit code in every language`(language: Language) async {
        let help = await output("--language", language.rawValue, "help")
        for name in Self.names { #expect(help.contains(name), "\(name)") }
        for code in ExitCode.allCases { #expect(help.contains("\n  \(code.rawValue) "), "\(code)") }
    }

    @Test func `help names the values of options by what they are`() async {
        #expect(await output("--language", "en", "help", "consents").contains("--withdraw DOCUMENT "))
        #expect(await output("--language", "ko", "help", "consents").contains("--withdraw 문서 "))
    }

    @Test(arguments: Language.allCases)
    func `descriptions in the help say more than a name`(language: Language) async {
        let text = language.demoText
        for option in Option.allCases {
            #expect(text.meaning(of: option, in: nil).contains(" "), "\(option)")
        }
    }

    @Test(
        arguments: [(nil, 80), (200, 100), (100, 100), (80, 80), (57, 57), (40, 40), (20, 40)] as [(Int?, Int)],
        Language.allCases
    )
    func `the help has the width of the terminal, from 40 to 100 columns, and else 80`(
        columns: (terminal: Int?, expected: Int),
        language: Language
    ) async {
        for operand in [[]] + CommandName.allCases.map({ [$0.rawValue] }) {
            let (console, wide) = (RecordingConsole(columns: columns.terminal), RecordingConsole(columns: 100))
            for console in [console, wide] {
                #expect(await console.run(["--language", language.rawValue, "help"] + operand) == .done)
            }
            for line in console.output.split(separator: "\n") {
                #expect(line.columns <= columns.expected, "\(line)")
            }
            func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
            #expect(letters(console.output) == letters(wide.output))
        }
    }

    @Test func `a usage that is too long goes on in indented lines, which break no option`() async {
        let console = RecordingConsole(columns: 60)
        #expect(await console.run(["help", "profile"]) == .done)
        let usage = console.output.split(separator: "\n\n")[0].split(separator: "\n")
        #expect(usage.count > 2)
        #expect(usage[0].hasPrefix("Usage: account-demo profile [--"))
        for line in usage.dropFirst() { #expect(line.hasPrefix("    [--") && line.hasSuffix("]"), "\(line)") }
    }

    @Test(arguments: CommandName.allCases)
    func `the help of a command lists its own options`(command: CommandName) async {
        let text = await output("help", command.rawValue)
        #expect(text == (await output(command.rawValue, "--help")))
        #expect(text.hasPrefix("Usage: account-demo \(command.rawValue)"))
        #expect(text.contains("--nickname") == [.signUp, .profile].contains(command))
        let refused = Option.allCases.filter { !command.options.contains($0) && text.contains("\n  \($0.name) ") }
        #expect(refused == [])
    }

    @Test(arguments: Language.allCases)
    func `the help of each command says which code it takes`(language: Language) async {
        let text = language.demoText
        let commands = [nil, .signIn, .resetPassword, .confirm, .totp] as [CommandName?]
        #expect(Set(commands.map { text.meaning(of: .code, in: $0) }).count == commands.count)
        let help = await output("--language", language.rawValue, "help", "confirm")
        #expect(help.contains(text.meaning(of: .code, in: .confirm)))
    }

    @Test(arguments: Language.allCases)
    func `the help of each command begins with one sentence`(language: Language) async {
        for command in CommandName.allCases {
            let summary = language.demoText.summary(of: command)
            #expect(summary.last?.isPunctuation == false || summary.hasSuffix(")"), "\(summary)")
        }
        let help = await output("--language", language.rawValue, "help", "export")
        #expect(!help.contains("!."))
    }

    @Test func `every option is listed, and read by the program`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../Sources/AccountDemo"
        )
        let paths = try #require(FileManager.default.subpaths(atPath: folder.path())).filter {
            $0.hasSuffix(".swift") && !$0.hasPrefix("Text/")
        }
        let table = "Arguments/CommandTable.swift"
        func source(_ path: String) throws -> String {
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        let text = try source(table)
        let start = try #require(text.range(of: "enum Option: ")?.upperBound)
        let end = try #require(text.range(of: "static let allCases", range: start..<text.endIndex)?.lowerBound)
        let lines = text[start..<end].split(separator: "\n").filter { !$0.contains("///") }
        let words = lines.dropFirst().joined(separator: " ").split { !$0.isLetter && !$0.isNumber }
        let names = words.map(String.init).filter { !["case", "field", "AccountField", "package"].contains($0) }
        let listed = Option.allCases.map { "\($0)" }.filter { !$0.hasPrefix("field") }
        #expect(Set(names) == Set(listed))
        #expect(listed.count == Set(listed).count)
        let readers = try paths.filter { $0 != table }.map(source).joined()
        let unread = listed.filter { !readers.contains("[.\($0)]") && !readers.contains("has(.\($0))") }
        #expect(unread == [])
    }

    @Test func `the version is printed`() async {
        #expect(await output("--version") == "account-demo \(Program.version)\n")
    }

    @Test(
        .enabled(if: hasBash, "there is no bash here"),
        arguments: [
            ("sign-", ["sign-in", "sign-out", "sign-up"]), ("--data d sign-i", ["sign-in"]),
            ("sign-in --no", ["--no-remember"]), ("sign-in ", []),
            ("sign-up --ni", ["--nickname"]), ("status --ni", []),
            ("--database ", ["postgresql://"]), ("database p", ["prepare"]),
            ("--language ", Language.allCases.map(\.rawValue).sorted()),
            ("completions ", ["bash", "fish", "ids", "zsh"]), ("help de", ["delete-account"]),
            ("export --f", ["--force"]),
            ("import /etc/she", ["/etc/shells"]), ("api ch", ["check"]), ("--api s", ["s0", "s3"]),
            ("api /etc/she", []), ("api check /etc/she", ["/etc/shells"]), ("api check c", []),
            ("--preset = sh", ["shop"]), ("--language =", Language.allCases.map(\.rawValue).sorted()),
        ]
    )
    func `bash completes commands, their options, values and operands`(line: String, words: [String]) async throws {
        let folder = TemporaryFolder()
        let typed = line.split(separator: " ", omittingEmptySubsequences: false)
        let script =
            await output("completions", "bash") + """
                set -u
                cd '\(folder.path)'
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

    @Test(
        .enabled(if: hasBash, "there is no bash here"),
        arguments: [
            (#"import "'d e""#, "d e.json"), (#"import 'd\ e'"#, "d e.json"),
            (#"--data "'d e'" sign-in """#, "completions_ids_--data_d_e"),
        ]
    )
    func `bash completes names with spaces, which have quotation marks on the command line`(
        words: String,
        found: String
    ) async throws {
        let folder = TemporaryFolder()
        let script =
            await output("completions", "bash") + """
                account-demo() { echo "$@" | tr ' ' _; }
                cd '\(folder.path)'
                touch 'd e.json'
                COMP_WORDS=(account-demo \(words))
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                _account_demo
                printf '%s\\n' "${COMPREPLY[@]}" > words
                """
        let shell = try ChildProcess(Self.bash, ["--norc", "-c", script])
        #expect(try await shell.ending == .exit(0))
        #expect(try String(contentsOfFile: folder.path + "/words", encoding: .utf8) == found + "\n")
    }

    @Test(
        arguments: ["bash", "fish"],
        [
            ("--data d sign-i", ["sign-in"]), ("--preset shop tou", ["tour"]), ("help sign-i", ["sign-in"]),
            ("--data d ", CommandName.allCases.map(\.rawValue)), ("--preset sh", ["shop"]),
            ("sign-in --no", ["--no-remember"]), ("help sign-in --no", []), ("completions ba", ["bash"]),
            ("--data d api ch", ["check"]),
            ("--data d sign-in ", ["completions_ids_--data_d"]),
            ("switch --data ~/d ", ["completions_ids_--data_/h/d"]),
            ("--data=d sign-i", ["sign-in"]), ("--data=d --preset=shop sign-in ", ["completions_ids_--data_d"]),
            ("sign-in ", ["completions_ids"]), ("sign-up --data d ", []),
            ("--config ~/c sign-in ", ["completions_ids_--config_/h/c"]),
            ("--data=d --config=c sign-in ", ["completions_ids_--data_d_--config_c"]),
        ]
    )
    func `a shell completes commands after options, and the IDs of the folder that was typed`(
        shell: String,
        sample: (line: String, words: [String])
    ) async throws {
        let paths = ["/bin/", "/usr/bin/"].map { $0 + shell }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return }
        let folder = TemporaryFolder()
        // In place of the program, a script prints its arguments as one word. The shell writes it: a program that
        // this process has open for writing, a child of another test may inherit, and then it cannot be started.
        let program = "printf '%s\\n' '#!/bin/sh' 'echo \"$@\" | tr \" \" _' > account-demo; chmod 700 account-demo"
        let ask =
            shell == "fish"
            ? "complete -C 'account-demo \(sample.line)' > words"
            : """
            COMP_WORDS=(account-demo \(sample.line.replacing("~", with: "'~'").replacing("=", with: " = "))"")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _account_demo
            printf '%s\\n' "${COMPREPLY[@]}" > words
            """
        let script = "cd '\(folder.path)'\n\(program)\n\(await output("completions", shell))\n\(ask)"
        let variables = ["HOME=\(folder.path)", "PATH=\(folder.path):/bin:/usr/bin"]
        #expect(try await ChildProcess("/usr/bin/env", variables + [path, "-c", script]).ending == .exit(0))
        let found = try String(contentsOfFile: folder.path + "/words", encoding: .utf8).split(separator: "\n")
        // Fish adds descriptions.
        let words = found.map { String($0.split(separator: "\t")[0]).replacing(folder.path, with: "/h") }
        #expect(words.sorted() == sample.words.sorted())
    }

    @Test(arguments: ["zsh", "fish"])
    func `the scripts for other shells have every command and option, and complete IDs`(shell: String) async {
        let script = await output("completions", shell)
        for name in Self.names {
            let text = shell == "fish" && name.hasPrefix("--") ? "-l " + name.dropFirst(2) : name
            #expect(script.contains(text), "\(name)")
        }
        #expect(script.contains("completions ids"))
    }

    @Test func `an ID that a shell could take for a command is not completed`() async throws {
        let folder = TemporaryFolder()
        let accounts = FileAccountRepository(folder: StorageDirectory(path: folder.path))
        for id in ["kim@x.com", "$(touch x)", "a;b", "two words"] { try await accounts.insert(.stub(id: .stub(id))) }
        #expect(await output("completions", "ids", "--data", folder.path) == "kim@x.com\n")
    }

    @Test(arguments: [(1_000, 1_000), (1_001, 0)])
    func `of more IDs than a list can show, none is completed`(stored: Int, completed: Int) async throws {
        let folder = TemporaryFolder()
        let accounts = FileAccountRepository(folder: StorageDirectory(path: folder.path))
        try await withThrowingTaskGroup { group in
            for number in 1...stored { group.addTask { try await accounts.insert(.stub(id: .stub("kim\(number)"))) } }
            try await group.waitForAll()
        }
        let ids = await output("completions", "ids", "--data", folder.path).split(separator: "\n")
        #expect(ids.count == completed)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc"), "there is no mandoc here"))
    func `mandoc finds no fault in the manual page`() async throws {
        let folder = TemporaryFolder()
        try Data(ManualPage.text.utf8).write(to: URL(filePath: folder.path + "/page.1"))
        let check = try ChildProcess("/usr/bin/mandoc", ["-T", "lint", "-W", "warning", folder.path + "/page.1"])
        #expect(try await check.ending == .exit(0))
    }

    /// `make manual` names the file that the page is written to.
    @Test func `the manual page explains every command, option and exit code`() throws {
        let page = ManualPage.text
        for name in Self.names { #expect(page.contains("\\fB\(ManualPage.escaped(name))\\fR"), "\(name)") }
        for code in ExitCode.allCases { #expect(page.contains("\\fB\(code.rawValue)\\fR\n"), "\(code)") }
        guard let file = ProcessInfo.processInfo.environment["MANUAL_PAGE"] else { return }
        try Data(page.utf8).write(to: URL(filePath: file))
    }
}

/// The manual page in the format of `man` (`roff`), in English; no name of an option is broken at the end of a line.
private enum ManualPage {
    private static let texts = Language.english.demoText

    static var text: String {
        let pages = HelpPages(texts)
        let explanations = texts.explanations.map { escaped($0) }.joined(separator: "\n.PP\n")
        return """
            .TH ACCOUNT-DEMO 1 "\(Date.now.formatted(.iso8601.year().month().day()))" \
            "account-demo \(escaped(Program.version))" "AccountFlow"
            .nh
            .ad l
            .SH NAME
            account-demo \\- \(escaped(texts.tagline))
            .SH SYNOPSIS
            .B account-demo
            \(escaped(texts.synopsis))
            .SH DESCRIPTION
            \(explanations)
            .SH COMMANDS
            \(list(CommandName.allCases.map { (pages.usage(of: $0), texts.summary(of: $0)) }))
            .SH OPTIONS
            \(list(Option.allCases.map { (pages.usage(of: $0), texts.meaning(of: $0, in: nil)) }))
            .SH EXIT STATUS
            \(list(ExitCode.allCases.map { ("\($0.rawValue)", texts.meaning(of: $0)) }))

            """
    }

    private static func list(_ items: [(term: String, meaning: String)]) -> String {
        items.map { item in
            let words = item.term.split(separator: " ", maxSplits: 1).map { escaped(String($0)) }
            let rest = words.count > 1 ? " " + words[1] : ""
            return ".TP\n\\fB\(words[0])\\fR\(rest)\n\(escaped(item.meaning))."
        }.joined(separator: "\n")
    }

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
    }
}
