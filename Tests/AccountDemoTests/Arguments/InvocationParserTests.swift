import AccountDemo
import App
import Domain
import Presentation
import Testing

struct InvocationParserTests {
    @Test(
        "a command line is read",
        arguments: [
            (["status"], Invocation(command: .status)),
            (["sign-out"], Invocation(command: .signOut)),
            (["delete-account"], Invocation(command: .deleteAccount)),
            (["accounts"], Invocation(command: .accounts)),
            (["verify"], Invocation(command: .verify)),
            (["tour"], Invocation(command: .tour(speed: nil))),
            (["tour", "--speed", "1"], Invocation(command: .tour(speed: 1))),
            (["tour", "--speed=1000", "--preset", "shop"], Invocation(preset: .shop, command: .tour(speed: 1_000))),
            (["repair", "--to", "d"], Invocation(command: .repair(to: "d"))),
            (["compact"], Invocation(command: .compact)),
            (["export"], Invocation(command: .exportAccounts(to: .standard, replacesExisting: false))),
            (["export", "-"], Invocation(command: .exportAccounts(to: .standard, replacesExisting: false))),
            (["export", "f", "--force"], Invocation(command: .exportAccounts(to: .file("f"), replacesExisting: true))),
            (["import", "-"], Invocation(command: .importAccounts(from: .standard, isStrict: false))),
            (["import", "--strict", "f"], Invocation(command: .importAccounts(from: .file("f"), isStrict: true))),
            ([], Invocation(command: .fullScreen)),
            (["--in-memory"], Invocation(storage: .inMemory, command: .fullScreen)),
            (["help"], Invocation(command: .help(nil))),
            (["--help"], Invocation(command: .help(nil))),
            (["-h"], Invocation(command: .help(nil))),
            (["frobnicate", "-h"], Invocation(command: .help(nil))),
            (["sign-in", "--help"], Invocation(command: .help(.signIn))),
            (["help", "sign-in"], Invocation(command: .help(.signIn))),
            (["--version"], Invocation(command: .version)),
            (
                ["status", "--preset", "shop", "--config=a.json"],
                Invocation(config: "a.json", preset: .shop, command: .status)
            ),
            (["completions", "zsh"], Invocation(command: .completions(.zsh))),
            (["--data", "d", "status"], Invocation(storage: .folder("d"), command: .status)),
            (["--data=d=e", "status"], Invocation(storage: .folder("d=e"), command: .status)),
            (["status", "--in-memory"], Invocation(storage: .inMemory, command: .status)),
            (["--language", "ko", "status"], Invocation(language: .korean, command: .status)),
            (["--language=en", "--json", "status"], Invocation(language: .english, isJSON: true, command: .status)),
            (["sign-in", "a@b"], Invocation(command: .signIn(id: "a@b", remember: true))),
            (["sign-in", "--no-remember", "a@b"], Invocation(command: .signIn(id: "a@b", remember: false))),
            (["sign-in", "--", "--json"], Invocation(command: .signIn(id: "--json", remember: true))),
            (["sign-in", "-"], Invocation(command: .signIn(id: "-", remember: true))),
            (
                ["sign-up", "a@b", "--nickname", "김"],
                Invocation(command: .signUp(id: "a@b", profile: [.nickname: "김"]))
            ),
            (["sign-up", "--nickname=", "a@b"], Invocation(command: .signUp(id: "a@b", profile: [.nickname: ""]))),
            (
                ["sign-up", "a", "--server=https://x", "--name", "n", "--email", "e", "--phone", "p"],
                Invocation(
                    server: ServerOption(url: "https://x"),
                    command: .signUp(id: "a", profile: [.name: "n", .email: "e", .phone: "p"])
                )
            ),
            (
                ["sign-up", "a", "--preset", "accounts"],
                Invocation(preset: .accounts, command: .signUp(id: "a", profile: [:]))
            ),
            (
                ["sign-up", "a", "--config", "c", "--phone", "p"],
                Invocation(config: "c", command: .signUp(id: "a", profile: [.phone: "p"]))
            ),
            (
                ["status", "--server", "https://x", "--api", "s0"],
                Invocation(server: ServerOption(url: "https://x", api: .s0), command: .status)
            ),
            (
                ["delete-account", "--api", "a.json", "--server", "https://x"],
                Invocation(server: ServerOption(url: "https://x", api: .file("a.json")), command: .deleteAccount)
            ),
            (
                ["sign-up", "", "--nickname=--json"],
                Invocation(command: .signUp(id: "", profile: [.nickname: "--json"]))
            ),
        ]
    )
    func reads(arguments: [String], invocation: Invocation) throws {
        #expect(try InvocationParser.parse(arguments) == invocation)
    }

    @Test(
        "a command line that is not understood is refused",
        arguments: [
            (["--json"], UsageError.noCommand),
            (["--nickname", "Kim"], .noCommand),
            (["stauts"], .unknownCommand("stauts", suggestion: "status")),
            (["sign-off"], .unknownCommand("sign-off", suggestion: "sign-out")),
            (["frobnicate"], .unknownCommand("frobnicate", suggestion: nil)),
            (["help", "stauts"], .unknownCommand("stauts", suggestion: "status")),
            (["completions"], .unknownShell(nil)),
            (["--preset", "S1", "status"], .unknownPreset("S1")),
            (["completions", "fish"], .unknownShell("fish")),
            ([""], .unknownCommand("", suggestion: nil)),
            (["--jsn", "status"], .unknownOption("--jsn", suggestion: "--json")),
            (["--frobnicate", "status"], .unknownOption("--frobnicate", suggestion: nil)),
            (["-x", "status"], .unknownOption("-x", suggestion: nil)),
            (["--data"], .missingValue(option: "--data")),
            (["--data", "--json", "status"], .missingValue(option: "--data")),
            (["sign-up", "a", "--nickname", "--json"], .missingValue(option: "--nickname")),
            (["--data=", "status"], .missingValue(option: "--data")),
            (["--data", "", "status"], .missingValue(option: "--data")),
            (["--json=yes", "status"], .unexpectedValue(option: "--json")),
            (["--json", "--json", "status"], .repeatedOption("--json")),
            (["--data", "a", "--data", "b", "status"], .repeatedOption("--data")),
            (["--data", "a", "--in-memory", "status"], .conflictingOptions("--data", "--in-memory")),
            (["--language", "fr", "status"], .unknownLanguage("fr")),
            (["--language", "KO", "status"], .unknownLanguage("KO")),
            (["sign-up"], .missingID(command: "sign-up")),
            (["sign-up", "a@b"], .missingOption(command: "sign-up", option: "--nickname")),
            (["sign-in"], .missingID(command: "sign-in")),
            (["status", "--api", "s0"], .optionWithoutOther("--api", "--server")),
            (["tour", "--server", "https://x"], .optionOfAnotherCommand(option: "--server", command: "tour")),
            (["tour", "--speed", "0"], .invalidSpeed("0")),
            (["tour", "--speed", "1001"], .invalidSpeed("1001")),
            (["tour", "--speed", "-1"], .invalidSpeed("-1")),
            (["tour", "--speed", "1.5"], .invalidSpeed("1.5")),
            (["tour", "--speed", "fast"], .invalidSpeed("fast")),
            (["tour", "--speed", "9999999999999999999"], .invalidSpeed("9999999999999999999")),
            (["tour", "--speed"], .missingValue(option: "--speed")),
            (["tour", "--speed", "2", "--json"], .conflictingOptions("--speed", "--json")),
            (["tour", "--preset", "S1"], .unknownPreset("S1")),
            (["status", "--speed", "2"], .optionOfAnotherCommand(option: "--speed", command: "status")),
            (["accounts", "--server", "https://x"], .optionOfAnotherCommand(option: "--server", command: "accounts")),
            (["status", "--server="], .missingValue(option: "--server")),
            (["sign-in", "a", "b"], .unexpectedArgument("b")),
            (["repair"], .missingOption(command: "repair", option: "--to")),
            (["repair", "x", "--to", "d"], .unexpectedArgument("x")),
            (["import"], .missingFile(command: "import")),
            (["import", ""], .missingFile(command: "import")),
            (["export", ""], .missingFile(command: "export")),
            (["export", "a", "b"], .unexpectedArgument("b")),
            (["export", "--json"], .conflictingOptions("--json", "-")),
            (["import", "f", "--force"], .optionOfAnotherCommand(option: "--force", command: "import")),
            (["compact", "--in-memory"], .optionOfAnotherCommand(option: "--in-memory", command: "compact")),
            (["status", "now"], .unexpectedArgument("now")),
            (["status", "--nickname", "x"], .optionOfAnotherCommand(option: "--nickname", command: "status")),
            (
                ["sign-up", "a", "--nickname", "x", "--no-remember"],
                .optionOfAnotherCommand(option: "--no-remember", command: "sign-up")
            ),
        ]
    )
    func refuses(arguments: [String], error: UsageError) {
        #expect(throws: error) { try InvocationParser.parse(arguments) }
    }

    @Test func `a word of a megabyte is refused like any other`() {
        let word = String(repeating: "a", count: 1 << 20)
        #expect(throws: UsageError.unknownCommand(word, suggestion: nil)) { try InvocationParser.parse([word]) }
        #expect(throws: UsageError.unknownOption("--" + word, suggestion: nil)) {
            try InvocationParser.parse(["--" + word])
        }
    }

    @Test(
        "language and form are known even where the rest is wrong",
        arguments: [
            (["--bogus", "--json", "--language", "ko"], Language.korean, true),
            (["--language=en", "--bogus"], .english, false),
            (["--language", "fr", "--json"], nil, true),
            (["--language"], nil, false),
            (["--", "--json", "--language", "ko"], nil, false),
        ] as [([String], Language?, Bool)]
    )
    func manner(arguments: [String], language: Language?, isJSON: Bool) {
        let manner = InvocationParser.manner(of: arguments)
        #expect(manner.language == language)
        #expect(manner.isJSON == isJSON)
    }
}
