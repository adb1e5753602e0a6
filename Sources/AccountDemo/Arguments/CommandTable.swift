import App
package import Domain
import Presentation

/// The commands of the program.
///
/// Parsing, usage errors, help, completions and the manual page use ``entry`` and the table of options. Both tables have
/// the help in English; each other language has it in its own file.
package enum CommandName: String, CaseIterable, Sendable {
    case tour
    case signUp = "sign-up"
    case signIn = "sign-in"
    case status
    case signOut = "sign-out"
    case sessions
    case switchAccount = "switch"
    case profile
    case changePassword = "change-password"
    case resetPassword = "reset-password"
    case confirm
    case recoveryCode = "recovery-code"
    case totp
    case exportMine = "export-mine"
    case deleteAccount = "delete-account"
    case agree
    case consents
    case accounts
    case api
    case verify
    case repair
    case reset
    case compact
    case exportAccounts = "export"
    case importAccounts = "import"
    case database
    case completions
    case help

    /// The operand of a command, and its help in English.
    struct Entry: Sendable {
        var operand: ValueKind?
        var isOptional = false

        /// Whether a file follows the operand.
        var takesFile = false

        let help: String
    }

    var entry: Entry {
        switch self {
        case .tour: Entry(help: "Play the five systems, requirement by requirement")
        case .signUp: Entry(operand: .id, help: "Register an account and sign in")
        case .signIn: Entry(operand: .id, help: "Sign in, and stay signed in for later commands")
        case .status: Entry(help: "Show who is signed in")
        case .signOut: Entry(help: "Sign out; the account stays")
        case .sessions: Entry(help: "List the accounts that are signed in; * marks the active one")
        case .switchAccount: Entry(operand: .id, help: "Make another account that is signed in the active one")
        case .profile: Entry(help: "Show the profile, or change the fields of the options; an empty text removes one")
        case .changePassword: Entry(help: "Change the password; reads the current one and the new one, a line each")
        case .resetPassword:
            Entry(
                operand: .id,
                help:
                    "Set a forgotten password; reads the recovery code, then the new password; at a server, request a message, or use its --code"
            )
        case .confirm:
            Entry(
                operand: .id,
                isOptional: true,
                help: "Confirm an address with --code; without it, request the message again"
            )
        case .recoveryCode:
            Entry(
                help:
                    "Make a code that resets the password once; asks for the password, and for a code if sign-in needs one"
            )
        case .totp:
            Entry(
                operand: .word(["enable", "disable"]),
                help: "Require a code of an authenticator app at sign-in, or not; without --code, enable shows the key"
            )
        case .exportMine:
            Entry(
                operand: .stream,
                isOptional: true,
                help: "Write what is stored about your account as JSON; asks for the password"
            )
        case .deleteAccount: Entry(help: "Delete the account that is signed in, after asking")
        case .agree:
            Entry(operand: .documents, help: "Agree to documents, if their version is higher than at the sign-in")
        case .consents: Entry(help: "List your consents with their history")
        case .accounts: Entry(help: "List the accounts")
        case .api:
            Entry(
                operand: .word(["check", "try"]),
                takesFile: true,
                help: "Check the description of a server's API, or try it with a throw-away account"
            )
        case .verify: Entry(help: "Open every store read-only, compare checksums and report the state")
        case .repair: Entry(help: "Recover readable accounts from a damaged store into an empty folder")
        case .reset:
            Entry(
                operand: .word(StorageError.Store.allCases.filter { $0 != .accounts }.map(\.rawValue)),
                help: "Move a store that cannot be read aside, and start over without it"
            )
        case .compact: Entry(help: "Remove deleted and replaced data from the account store")
        case .exportAccounts:
            Entry(
                operand: .stream,
                isOptional: true,
                help: "Write all accounts to a JSON Lines file, including password hashes"
            )
        case .importAccounts:
            Entry(operand: .stream, help: "Add accounts from a JSON Lines file; can be stopped and run again")
        case .database:
            Entry(
                operand: .word(["prepare", "status"]),
                help: "Create or upgrade the tables of the database, or show their version"
            )
        case .completions:
            Entry(
                operand: .word(["bash", "zsh", "fish", "ids"]),
                help:
                    "Print the script that completes commands in a shell, for eval \"$(account-demo completions bash)\", or the IDs"
            )
        case .help: Entry(operand: .command, isOptional: true, help: "Show this help, or the help of one command")
        }
    }
}

/// The options of the program, with one for each field of a profile.
package enum Option: Hashable, Sendable, CaseIterable {
    case data, database, config, preset, inMemory, language, json, quiet, server, api
    case field(AccountField)
    case code, recoveryCode, agree, withdraw, noRemember, all, others, everywhere, watch, send, idForm, existingID, yes,
        verbose, speed, to, force, strict
    case help, version

    /// The options in the order in which help lists them.
    package static let allCases: [Option] =
        [.data, .database, .inMemory, .config, .preset, .language, .json, .quiet]
        + Profile.fields.map { .field($0.field) }
        + [
            .code, .recoveryCode, .agree, .withdraw, .noRemember, .all, .others, .everywhere, .watch, .yes, .server,
            .api, .send, .idForm, .existingID, .verbose, .speed, .to, .force, .strict, .help, .version,
        ]

    /// The name, the value, the scope and the English help of an option.
    struct Entry: Sendable {
        let name: String

        /// The kind of the value; nil for a flag.
        var value: ValueKind?

        var scope = Scope.everywhere

        /// The command that requires this option, and the options that can replace it; nil if it is optional.
        var requirement: (by: CommandName, unless: [Option])?

        /// The options that cannot be combined with this one.
        var excludes: [Option] = []

        let help: String
    }

    var entry: Entry {
        switch self {
        case .data: Entry(name: "--data", value: .folder, excludes: [.inMemory], help: "Store accounts in this folder")
        case .database:
            Entry(
                name: "--database",
                value: .database,
                scope: .everywhere(but: [.tour, .api, .verify, .repair, .reset, .compact, .completions]),
                excludes: [.inMemory, .server, .api],
                help: "Store accounts in this PostgreSQL database, and only sessions in the folder"
            )
        case .inMemory:
            Entry(
                name: "--in-memory",
                scope: .everywhere(but: [.repair, .reset, .compact, .exportAccounts, .importAccounts, .database]),
                help: "Store everything in memory only"
            )
        case .server:
            Entry(name: "--server", value: .url, scope: .servers, help: "Use the accounts of this server")
        case .api:
            Entry(
                name: "--api",
                value: .wordOrFile(["s0", "s3"]),
                scope: .accountsOfServers,
                help: "The server's API, s3 by default; a JSON file describes another, perhaps with its server"
            )
        case .send:
            Entry(
                name: "--send",
                scope: .only(.api),
                help: "Send the requests of api try, instead of only printing them"
            )
        case .idForm:
            Entry(
                name: "--id-form",
                value: .word(["email", "name"]),
                scope: .only(.api),
                help: "The form of the ID of the throw-away account of api try, email by default"
            )
        case .existingID:
            Entry(
                name: "--id",
                value: .id,
                scope: .only(.api),
                excludes: [.idForm],
                help: "Use this existing account for api try, whose password is read, and keep it"
            )
        case .config: Entry(name: "--config", value: .file, help: "Read settings from this JSON file")
        case .preset:
            Entry(
                name: "--preset",
                value: .word(AppSettings.Preset.allCases.map(\.rawValue)),
                help: "Start from one of the five systems"
            )
        case .language:
            Entry(
                name: "--language",
                value: .word(Language.allCases.map(\.rawValue)),
                help: "Use this language instead of that of LC_ALL, LC_MESSAGES or LANG"
            )
        case .json: Entry(name: "--json", scope: .everyCommand, help: "Print exactly one JSON object")
        case .quiet:
            Entry(
                name: "--quiet",
                // The output of the other commands is what they are called for, such as a code that is shown once.
                scope: Scope(
                    commands: [
                        .tour, .signUp, .signIn, .status, .signOut, .switchAccount, .profile, .changePassword, .confirm,
                        .deleteAccount, .agree, .exportMine, .verify, .repair, .reset, .compact, .exportAccounts,
                        .importAccounts,
                    ]
                ),
                excludes: [.json, .watch, .recoveryCode],
                help: "Print nothing after a success, and no progress"
            )
        case .field(let field):
            Entry(
                name: "--" + field.rawValue,
                value: .text,
                scope: Scope(commands: [.signUp, .profile]),
                // With settings or a server, other fields may be required.
                requirement: field == .nickname ? (by: .signUp, unless: [.server, .api, .preset, .config]) : nil,
                help: "The \(Language.english.messages.label(of: field).lowercased()) of the account"
            )
        case .code:
            Entry(
                name: "--code",
                value: .text,
                scope: Scope(commands: [.signIn, .resetPassword, .confirm, .recoveryCode, .totp]),
                help:
                    "The recovery code, the code of the authenticator app, or the code or the link of the message; - reads it"
            )
        case .recoveryCode:
            Entry(
                name: "--recovery-code",
                scope: Scope(commands: [.signUp], includesScreen: true),
                help: "Also make a recovery code, which a sign-up shows once"
            )
        case .agree:
            Entry(
                name: "--agree",
                value: .documents,
                scope: Scope(commands: [.signUp, .signIn, .confirm]),
                help: "Agree to these documents, with commas between them"
            )
        case .withdraw:
            Entry(
                name: "--withdraw",
                value: .document,
                scope: .only(.consents),
                help: "Withdraw the consent to this optional document"
            )
        case .noRemember: Entry(name: "--no-remember", scope: .only(.signIn), help: "Do not stay signed in")
        case .all: Entry(name: "--all", scope: .only(.signOut), help: "Sign out all accounts")
        case .others:
            Entry(
                name: "--others",
                scope: .only(.signOut),
                excludes: [.all, .everywhere],
                help: "Sign out on all other devices, and stay signed in here"
            )
        case .everywhere:
            Entry(name: "--everywhere", scope: .only(.signOut), help: "Sign out on all devices")
        case .watch:
            Entry(
                name: "--watch",
                scope: .only(.status),
                excludes: [.json],
                help: "Print every change until the command is stopped"
            )
        case .yes:
            Entry(
                name: "--yes",
                scope: Scope(commands: [.deleteAccount, .reset]),
                help: "Confirm without a question; required without a terminal"
            )
        case .verbose: Entry(name: "--verbose", scope: .only(.tour), excludes: [.json], help: "Print every step")
        case .speed:
            Entry(
                name: "--speed",
                value: .number(1...1_000),
                scope: .only(.tour),
                excludes: [.json],
                help: "Print every step at this many lines a second, 1 to 1000"
            )
        case .to:
            Entry(
                name: "--to",
                value: .folder,
                scope: .only(.repair),
                requirement: (by: .repair, unless: []),
                help: "Write the recovered accounts to this empty folder"
            )
        case .force:
            Entry(
                name: "--force",
                scope: Scope(commands: [.exportAccounts, .exportMine]),
                help: "Replace an existing file"
            )
        case .strict: Entry(name: "--strict", scope: .only(.importAccounts), help: "Stop at the first invalid line")
        case .help: Entry(name: "--help", help: "Show help")
        case .version: Entry(name: "--version", help: "Print the version")
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
            commands: [
                .signUp, .signIn, .status, .signOut, .sessions, .switchAccount, .profile, .changePassword,
                .resetPassword, .confirm, .exportMine, .deleteAccount, .agree, .consents, .reset,
            ],
            includesScreen: true
        )
        static let servers = Scope(commands: accountsOfServers.commands + [.api], includesScreen: true)

        static func everywhere(but excluded: [CommandName]) -> Scope {
            let commands = CommandName.allCases.filter { !excluded.contains($0) }
            return Scope(commands: commands, includesScreen: true, isGeneral: true)
        }

        static func only(_ command: CommandName) -> Scope { Scope(commands: [command]) }
    }

    static var general: [Option] { allCases.filter(\.entry.scope.isGeneral) }
}

extension CommandName {
    /// The options of this command that are not general.
    var ownOptions: [Option] {
        Option.allCases.filter { !$0.entry.scope.isGeneral && $0.entry.scope.commands.contains(self) }
    }

    package var options: [Option] { Option.allCases.filter { $0.entry.scope.commands.contains(self) } }
}

/// The kind of an operand, or of the value of an option.
package enum ValueKind: Hashable, Sendable {
    /// Any text, even an empty one.
    case text

    /// An account ID.
    case id

    /// The name of a document.
    case document

    /// Documents with their versions, such as `terms@2,news@1`.
    case documents

    case number(ClosedRange<Int>)
    case url

    /// The connection string of a database, which no message shows.
    case database

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
        case .database: ["postgresql://"]
        case .text, .id, .document, .documents, .number, .folder, .file, .stream: []
        }
    }

    /// Whether an empty text can be a value.
    var allowsEmpty: Bool { self == .text || self == .id }

    func accepts(_ text: String) -> Bool {
        switch self {
        case .text, .id, .document, .url, .database, .folder, .file, .stream, .wordOrFile: true
        case .documents: ConsentDocument.list(text) != nil
        case .number(let range): Int(text).map(range.contains) ?? false
        case .command, .word: words.contains(text)
        }
    }
}
