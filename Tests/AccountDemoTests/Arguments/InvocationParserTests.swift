import AccountDemo
import App
import Domain
import Presentation
import Testing
import Validation

struct InvocationParserTests {
    private static let languages = Language.allCases.map(\.rawValue)
    private static let presets = ["signIn", "start", "accounts", "remote", "shop"]

    @Test(arguments: [
        ([], Invocation()), (["--in-memory"], Invocation(nil, nil, [.inMemory: ""])),
        (["status"], Invocation(.status)), (["compact"], Invocation(.compact)),
        (["tour", "--speed=1000", "--preset", "shop"], Invocation(.tour, nil, [.speed: "1000", .preset: "shop"])),
        (["repair", "--to", "d"], Invocation(.repair, nil, [.to: "d"])),
        (["export"], Invocation(.exportAccounts)), (["export", "-"], Invocation(.exportAccounts, "-")),
        (["export", "f", "--force"], Invocation(.exportAccounts, "f", [.force: ""])),
        (["import", "--strict", "-"], Invocation(.importAccounts, "-", [.strict: ""])),
        (["help"], Invocation(.help)), (["help", "sign-in"], Invocation(.help, "sign-in")),
        (["-h"], Invocation(.help, nil, [.help: ""])),
        (["frobnicate", "-h"], Invocation(.help, nil, [.help: ""])),
        (["sign-in", "--help"], Invocation(.help, "sign-in", [.help: ""])),
        (["api", "try", "f", "--send"], Invocation(.api, "try", [.send: ""], file: "f")),
        (["--version"], Invocation(nil, nil, [.version: ""])),
        (["status", "--config=a.json"], Invocation(.status, nil, [.config: "a.json"])),
        (["completions", "zsh"], Invocation(.completions, "zsh")),
        (["--data", "d", "status"], Invocation(.status, nil, [.data: "d"])),
        (["--data=d=e", "status"], Invocation(.status, nil, [.data: "d=e"])),
        (["--language=en", "--json", "status"], Invocation(.status, nil, [.language: "en", .json: ""])),
        (["sign-in", "--no-remember", "a@b"], Invocation(.signIn, "a@b", [.noRemember: ""])),
        (["sign-in", "--", "--json"], Invocation(.signIn, "--json")), (["sign-in", "-"], Invocation(.signIn, "-")),
        (["sign-up", "a@b", "--nickname", "김"], Invocation(.signUp, "a@b", [.field(.nickname): "김"])),
        (["sign-up", "--nickname=", ""], Invocation(.signUp, "", [.field(.nickname): ""])),
        (["sign-up", "a", "--nickname=--json"], Invocation(.signUp, "a", [.field(.nickname): "--json"])),
        (
            ["sign-up", "a", "--server=https://x", "--name", "n", "--email", "e", "--phone", "p"],
            Invocation(
                .signUp,
                "a",
                [.server: "https://x", .field(.name): "n", .field(.email): "e", .field(.phone): "p"]
            )
        ),
        (["sign-up", "a", "--preset", "accounts"], Invocation(.signUp, "a", [.preset: "accounts"])),
        (["sign-up", "a", "--config", "c"], Invocation(.signUp, "a", [.config: "c"])),
        (
            ["delete-account", "--api", "a.json", "--server", "https://x"],
            Invocation(.deleteAccount, nil, [.server: "https://x", .api: "a.json"])
        ),
    ])
    func `a valid command line is parsed`(arguments: [String], invocation: Invocation) throws {
        #expect(try InvocationParser.parse(arguments) == invocation)
    }

    @Test(
        arguments: [
            (["--preset", "accounts", "sgin-in"], nil), (["--preset=shop", "sign-in", "a", "b"], .signIn),
            (["--nickname", "import", "--bogus"], nil), (["--bogus", "import"], .importAccounts),
            (["--data", "--json"], nil),
        ] as [([String], CommandName?)]
    )
    func `the command of an invalid command line is not the value of an option`(
        arguments: [String],
        command: CommandName?
    ) {
        #expect(InvocationParser.command(in: arguments) == command)
    }

    @Test(arguments: [
        (["--json"], UsageError.noCommand), (["--nickname", "Kim"], .noCommand),
        (["stauts"], .unknownCommand("stauts", suggestion: "status")),
        (["comp"], .unknownCommand("comp", suggestion: "compact")),
        (["--lang", "en"], .unknownOption("--lang", suggestion: "--language")),
        (["s"], .unknownCommand("s", suggestion: nil)),
        (["sign-off"], .unknownCommand("sign-off", suggestion: "sign-out")),
        (["frobnicate"], .unknownCommand("frobnicate", suggestion: nil)),
        (["COMPACT"], .unknownCommand("COMPACT", suggestion: "compact")),
        (["login"], .unknownCommand("login", suggestion: "sign-in")),
        (["Salvage"], .unknownCommand("Salvage", suggestion: "repair")),
        (["sign-out", "--al"], .unknownOption("--al", suggestion: "--all")),
        (["verify", "--al"], .unknownOption("--al", suggestion: nil)),
        ([""], .unknownCommand("", suggestion: nil)),
        (["help", "stauts"], .unknownCommand("stauts", suggestion: "status")),
        (["--jsn", "status"], .unknownOption("--jsn", suggestion: "--json")),
        (["-x", "status"], .unknownOption("-x", suggestion: nil)),
        (["--data"], .missingValue(.data)), (["--data", "--json", "status"], .missingValue(.data)),
        (["--data=", "status"], .missingValue(.data)), (["--data", "", "status"], .missingValue(.data)),
        (["sign-up", "a", "--nickname", "--json"], .missingValue(.field(.nickname))),
        (["tour", "--speed"], .missingValue(.speed)), (["status", "--server="], .missingValue(.server)),
        (["--json=yes", "status"], .unexpectedValue(.json)),
        (["--json", "--json", "status"], .repeatedOption(.json)),
        (["--data", "a", "--data", "b", "status"], .repeatedOption(.data)),
        (["--data", "a", "--in-memory", "status"], .conflictingOptions("--data", "--in-memory")),
        (["tour", "--speed", "2", "--json"], .conflictingOptions("--speed", "--json")),
        (["export", "--json"], .conflictingOptions("--json", "-")),
        (["--language", "xx", "status"], .invalidValue("xx", .word(languages))),
        (["--language", "KO", "status"], .invalidValue("KO", .word(languages))),
        (["--preset", "S1", "status"], .invalidValue("S1", .word(presets))),
        (["completions", "tcsh"], .invalidValue("tcsh", .word(["bash", "zsh", "fish", "ids"]))),
        (["tour", "--speed", "0"], .invalidValue("0", .number(1...1_000))),
        (["tour", "--speed", "1001"], .invalidValue("1001", .number(1...1_000))),
        (["tour", "--speed", "1.5"], .invalidValue("1.5", .number(1...1_000))),
        (["tour", "--speed", "9999999999999999999"], .invalidValue("9999999999999999999", .number(1...1_000))),
        (["api"], .missingOperand(.word(["check", "try"]), .api)), (["api", "check"], .missingOperand(.file, .api)),
        (["api", "check", ""], .missingOperand(.file, .api)), (["api", "try", "f", "g"], .unexpectedArgument("g")),
        (["api", "f"], .invalidValue("f", .word(["check", "try"]))),
        (["sign-in"], .missingOperand(.id, .signIn)),
        (["completions"], .missingOperand(.word(["bash", "zsh", "fish", "ids"]), .completions)),
        (["import"], .missingOperand(.stream, .importAccounts)),
        (["import", ""], .missingOperand(.stream, .importAccounts)),
        (["export", ""], .missingOperand(.stream, .exportAccounts)),
        (["sign-up", "a@b"], .missingOption(.field(.nickname), .signUp)),
        (["repair"], .missingOption(.to, .repair)),
        (["tour", "--server", "https://x"], .optionOfAnotherCommand(.server, .tour)),
        (["accounts", "--server", "https://x"], .optionOfAnotherCommand(.server, .accounts)),
        (["status", "--speed", "2"], .optionOfAnotherCommand(.speed, .status)),
        (["import", "f", "--force"], .optionOfAnotherCommand(.force, .importAccounts)),
        (["compact", "--in-memory"], .optionOfAnotherCommand(.inMemory, .compact)),
        (["compact", "--database", "d"], .optionOfAnotherCommand(.database, .compact)),
        (["accounts", "--database", "d", "--in-memory"], .conflictingOptions("--database", "--in-memory")),
        (["status", "--database", "d", "--server", "https://x"], .conflictingOptions("--database", "--server")),
        (["database"], .missingOperand(.word(["prepare", "status"]), .database)),
        (["status", "--nickname", "x"], .optionOfAnotherCommand(.field(.nickname), .status)),
        (["sign-in", "a", "b"], .unexpectedArgument("b")),
        (["repair", "x", "--to", "d"], .unexpectedArgument("x")),
        (["export", "a", "b"], .unexpectedArgument("b")), (["status", "now"], .unexpectedArgument("now")),
    ])
    func `an invalid command line throws a usage error`(arguments: [String], error: UsageError) {
        #expect(throws: error) { try InvocationParser.parse(arguments) }
    }

    @Test(arguments: Profile.fields.map(\.field))
    func `sign-up requires the option of a field exactly if the default policy does`(field: AccountField) {
        let isRequired = AppConfiguration().policy.signUp.issues(in: AccountForm()).contains { $0.field == field }
        let others = Profile.fields.filter { $0.field != field }.flatMap { ["--" + $0.key, "x"] }
        var error: UsageError?
        do { _ = try InvocationParser.parse(["sign-up", "a"] + others) } catch let thrown { error = thrown }
        #expect(error == (isRequired ? .missingOption(.field(field), .signUp) : nil))
    }

    @Test func `an unknown word of a megabyte throws a usage error`() {
        let word = String(repeating: "a", count: 1 << 20)
        #expect(throws: UsageError.unknownCommand(word, suggestion: nil)) { try InvocationParser.parse([word]) }
        #expect(throws: UsageError.unknownOption("--" + word, suggestion: nil)) {
            try InvocationParser.parse(["--" + word])
        }
    }

    @Test(
        arguments: [
            (["--bogus", "--json", "--language", "ko"], Language.korean, true),
            (["--language=en", "--bogus"], .english, false),
            (["--language", "xx", "--json"], nil, true),
            (["--language"], nil, false),
            (["--", "--json", "--language", "ko"], nil, false),
        ] as [([String], Language?, Bool)]
    )
    func `the language and the output format are parsed even in an invalid command line`(
        arguments: [String],
        language: Language?,
        isJSON: Bool
    ) {
        let style = InvocationParser.outputStyle(of: arguments)
        #expect(style.language == language)
        #expect(style.isJSON == isJSON)
    }
}
