import App
package import Domain
import Presentation

/// The commands of the program.
///
/// Parsing, usage errors, help, completions and the manual page use ``entry`` and the table of options.
package enum CommandName: String, CaseIterable, Sendable {
    case tour
    case signUp = "sign-up"
    case signIn = "sign-in"
    case status
    case signOut = "sign-out"
    case changePassword = "change-password"
    case deleteAccount = "delete-account"
    case accounts
    case verify
    case repair
    case compact
    case exportAccounts = "export"
    case importAccounts = "import"
    case completions
    case help

    /// The operand of a command, and its descriptions in both languages.
    struct Entry: Sendable {
        var operand: ValueKind?
        var isOptional = false
        let ko: String
        let en: String
    }

    /// The row of the table.
    var entry: Entry {
        switch self {
        case .tour:
            Entry(ko: "다섯 시스템의 요구 사항을 하나씩 확인합니다", en: "Play the five systems, requirement by requirement")
        case .signUp:
            Entry(operand: .id, ko: "가입하고 로그인합니다", en: "Register an account and sign in")
        case .signIn:
            Entry(operand: .id, ko: "로그인하고, 다음에도 로그인되어 있게 합니다", en: "Sign in, and stay signed in for later commands")
        case .status:
            Entry(ko: "로그인한 계정을 알려 줍니다", en: "Show who is signed in")
        case .signOut:
            Entry(ko: "로그아웃합니다. 계정은 남습니다", en: "Sign out; the account stays")
        case .changePassword:
            Entry(
                ko: "비밀번호를 바꿉니다. 지금 비밀번호와 새 비밀번호를 한 줄씩 받습니다",
                en: "Change the password; reads the current one and the new one, a line each"
            )
        case .deleteAccount:
            Entry(ko: "로그인한 계정을 삭제합니다 (회원탈퇴)", en: "Delete the account that is signed in")
        case .accounts:
            Entry(ko: "계정 목록을 보여 줍니다", en: "List the accounts")
        case .verify:
            Entry(
                ko: "모든 저장소를 읽기 전용으로 열어 상태를 알려 줍니다",
                en: "Open every store read-only, compare checksums and report the state"
            )
        case .repair:
            Entry(
                ko: "손상된 계정 파일에서 읽을 수 있는 계정을 빈 폴더로 복구합니다",
                en: "Recover readable accounts from a damaged store into an empty folder"
            )
        case .compact:
            Entry(
                ko: "삭제하거나 바꾼 내용을 계정 파일에서 제거합니다",
                en: "Remove deleted and replaced data from the account store"
            )
        case .exportAccounts:
            Entry(
                operand: .stream,
                isOptional: true,
                ko: "계정을 한 줄에 하나씩 JSON으로 내보냅니다. 비밀번호 해시도 들어갑니다!",
                en: "Write the accounts as lines of JSON, including password hashes!"
            )
        case .importAccounts:
            Entry(
                operand: .stream,
                ko: "export의 줄을 읽어 계정을 추가합니다. 중지하고 다시 실행할 수 있습니다",
                en: "Add accounts from the lines of an export; can be stopped and run again"
            )
        case .completions:
            Entry(
                operand: .word(["bash", "zsh"]),
                ko: "셸의 자동 완성 스크립트를 출력합니다: eval \"$(account-demo completions bash)\"",
                en: "Print a completion script: eval \"$(account-demo completions bash)\""
            )
        case .help:
            Entry(
                operand: .command,
                isOptional: true,
                ko: "이 설명을, 또는 한 명령의 설명을 보여 줍니다",
                en: "Show this help, or the help of one command"
            )
        }
    }
}

/// The options of the program, with one for each field of a profile.
package enum Option: Hashable, Sendable, CaseIterable {
    case data, config, preset, inMemory, language, json, server, api
    case field(AccountField)
    case noRemember, verbose, speed, to, force, strict, help, version

    /// The options in the order in which help lists them.
    package static let allCases: [Option] =
        [.data, .inMemory, .config, .preset, .language, .json] + Profile.fields.map { .field($0.field) }
        + [.noRemember, .server, .api, .verbose, .speed, .to, .force, .strict, .help, .version]

    /// The name, the value, the scope and the descriptions of an option.
    struct Entry: Sendable {
        let name: String

        /// The kind of the value; nil for a flag.
        var value: ValueKind?

        var scope = Scope.everywhere

        /// The options that can replace this required option; nil if it is optional.
        var requiredUnless: [Option]?

        /// The option that this one requires.
        var needs: Option?

        /// The options that cannot be combined with this one.
        var excludes: [Option] = []

        let ko: String
        let en: String
    }

    /// The row of the table.
    var entry: Entry {
        switch self {
        case .data:
            Entry(
                name: "--data",
                value: .folder,
                excludes: [.inMemory],
                ko: "계정을 이 폴더에 저장합니다",
                en: "Store accounts in this folder"
            )
        case .inMemory:
            Entry(
                name: "--in-memory",
                scope: .everywhere(but: [.repair, .compact, .exportAccounts, .importAccounts]),
                ko: "메모리에만 저장합니다",
                en: "Store everything in memory only"
            )
        case .server:
            Entry(
                name: "--server",
                value: .url,
                scope: .accountsOfServers,
                ko: "이 서버의 계정을 다룹니다",
                en: "Use the accounts of this server"
            )
        case .api:
            Entry(
                name: "--api",
                value: .wordOrFile(["s0", "s3"]),
                scope: .accountsOfServers,
                needs: .server,
                ko: "서버의 API (기본 s3). JSON 파일로 다른 API를 설명합니다",
                en: "The server's API, s3 by default; a JSON file describes another"
            )
        case .config:
            Entry(name: "--config", value: .file, ko: "이 JSON 파일의 설정을 씁니다", en: "Read settings from this JSON file")
        case .preset:
            Entry(
                name: "--preset",
                value: .word(AppSettings.Preset.allCases.map(\.rawValue)),
                ko: "다섯 시스템 중 이것으로 시작합니다",
                en: "Start from one of the five systems"
            )
        case .language:
            Entry(
                name: "--language",
                value: .word(Language.allCases.map(\.rawValue)),
                ko: "이 언어를 사용합니다 (기본은 LC_ALL, LC_MESSAGES, LANG)",
                en: "Use this language instead of that of LC_ALL, LC_MESSAGES or LANG"
            )
        case .json:
            Entry(name: "--json", scope: .everyCommand, ko: "JSON 객체 하나를 출력합니다", en: "Print exactly one JSON object")
        case .field(let field):
            Entry(
                name: "--" + field.rawValue,
                value: .text,
                scope: .only(.signUp),
                // With settings or a server, other fields may be required.
                requiredUnless: field == .nickname ? [.server, .preset, .config] : nil,
                ko: Language.korean.messages.label(of: field),
                en: Language.english.messages.label(of: field)
            )
        case .noRemember:
            Entry(name: "--no-remember", scope: .only(.signIn), ko: "다음에는 다시 로그인합니다", en: "Do not stay signed in")
        case .verbose:
            Entry(
                name: "--verbose",
                scope: .only(.tour),
                excludes: [.json],
                ko: "모든 단계를 출력합니다",
                en: "Print every step"
            )
        case .speed:
            Entry(
                name: "--speed",
                value: .number(1...1_000),
                scope: .only(.tour),
                excludes: [.json],
                ko: "모든 단계를 초당 이만큼의 줄로 출력합니다 (1–1000)",
                en: "Print every step at this many lines a second, 1 to 1000"
            )
        case .to:
            Entry(
                name: "--to",
                value: .folder,
                scope: .only(.repair),
                requiredUnless: [],
                ko: "복구한 계정을 저장할 빈 폴더",
                en: "The empty folder to write to"
            )
        case .force:
            Entry(name: "--force", scope: .only(.exportAccounts), ko: "있는 파일을 덮어씁니다", en: "Replace an existing file")
        case .strict:
            Entry(
                name: "--strict",
                scope: .only(.importAccounts),
                ko: "잘못된 줄에서 멈춥니다",
                en: "Stop at the first invalid line"
            )
        case .help:
            Entry(name: "--help", ko: "설명을 보여 줍니다", en: "Show help")
        case .version:
            Entry(name: "--version", ko: "버전을 출력합니다", en: "Print the version")
        }
    }

    /// The name on the command line, with dashes.
    package var name: String { entry.name }
}

extension Option {
    /// The commands that an option belongs to.
    struct Scope: Sendable {
        let commands: [CommandName]

        /// Whether the option is allowed without a command, when the app runs on the whole terminal.
        var includesScreen = false

        /// Whether help lists the option among the general ones.
        var isGeneral = false

        static let everywhere = everywhere(but: [])
        static let everyCommand = Scope(commands: CommandName.allCases, isGeneral: true)
        static let accountsOfServers = Scope(
            commands: [.signUp, .signIn, .status, .signOut, .deleteAccount],
            includesScreen: true
        )

        static func everywhere(but excluded: [CommandName]) -> Scope {
            let commands = CommandName.allCases.filter { !excluded.contains($0) }
            return Scope(commands: commands, includesScreen: true, isGeneral: true)
        }

        static func only(_ command: CommandName) -> Scope { Scope(commands: [command]) }
    }

    /// The general options.
    static var general: [Option] { allCases.filter(\.entry.scope.isGeneral) }
}

extension CommandName {
    /// The options of this command that are not general.
    var ownOptions: [Option] {
        Option.allCases.filter { !$0.entry.scope.isGeneral && $0.entry.scope.commands.contains(self) }
    }

    /// All options of the command.
    var options: [Option] { Option.allCases.filter { $0.entry.scope.commands.contains(self) } }
}

/// The kind of an operand, or of the value of an option.
package enum ValueKind: Hashable, Sendable {
    /// Any text, even an empty one.
    case text

    /// An account ID.
    case id

    case number(ClosedRange<Int>)
    case url
    case folder
    case file

    /// A file, or `-` for standard input or output.
    case stream

    case command

    /// One of these words.
    case word([String])

    /// One of these words, or a file.
    case wordOrFile([String])

    /// The words that are values, or begin values.
    var words: [String] {
        switch self {
        case .command: CommandName.allCases.map(\.rawValue)
        case .word(let words), .wordOrFile(let words): words
        case .url: ["https://"]
        case .text, .id, .number, .folder, .file, .stream: []
        }
    }

    /// Whether an empty text can be a value.
    var allowsEmpty: Bool { self == .text || self == .id }

    /// Returns whether a text can be a value.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .text, .id, .url, .folder, .file, .stream, .wordOrFile: true
        case .number(let range): Int(text).map(range.contains) ?? false
        case .command, .word: words.contains(text)
        }
    }
}
