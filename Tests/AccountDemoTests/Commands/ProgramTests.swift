import AccountDemo
import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of the program within this process, with real files and a recording console.
struct ProgramTests {
    private let folder = TemporaryFolder()

    /// Runs a command on the test's folder, and returns the exit code, the JSON object and the console.
    private func run(
        _ arguments: String...,
        password: Result<String, PasswordInputError> = .success("password1")
    ) async throws -> (code: ExitCode, report: NSDictionary, console: RecordingConsole) {
        try await Program.report(arguments, data: folder.path + "/data", password: password)
    }

    private var kim: NSDictionary { ["id": "abcdef@gmail.com", "nickname": "Kim"] }

    private func signUp() async throws {
        let (code, report, _) = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        #expect(code == .done)
        #expect(report == ["outcome": "signed-up", "account": kim])
    }

    @Test func `sign-up signs in, and status shows it`() async throws {
        try await signUp()
        let (code, report, console) = try await run("status")
        #expect(code == .done)
        #expect(report == ["outcome": "signed-in", "account": kim])
        #expect(console.error == "")
    }

    @Test func `--quiet prints nothing after a success, and a failure as always`() async throws {
        for (command, code) in [("sign-up", ExitCode.done), ("sign-in", .done), ("sign-up", .refused)] {
            let console = RecordingConsole(password: .success("password1"))
            let options = command == "sign-up" ? ["--nickname", "Kim"] : []
            let arguments = ["--data", folder.path + "/data", "--quiet", command, "abcdef@gmail.com"]
            #expect(await console.run(arguments + options) == code)
            #expect(console.output == "")
            #expect(console.error.isEmpty == (code == .done))
        }
        let console = RecordingConsole()
        let arguments = ["--data", folder.path + "/data", "--quiet", "export", folder.path + "/accounts.jsonl"]
        #expect(await console.run(arguments) == .done)
        #expect(console.output + console.error == "")
    }

    @Test func `a second sign-up with the same ID is rejected`() async throws {
        try await signUp()
        let (code, report, console) = try await run("sign-up", "abcdef@GMAIL.com", "--nickname", "Lee")
        #expect(code == .refused)
        #expect(report["outcome"] as? String == "refused")
        #expect(report["reason"] as? String == "duplicate-account")
        #expect(report["field"] as? String == "id")
        #expect(report["message"] as? String == console.error.trimmingCharacters(in: .newlines))
        #expect(!console.error.isEmpty)
    }

    @Test(arguments: [
        ("1bcdef@gmail.com", "password1", "Kim", "id"),
        ("abcdef", "password1", "Kim", "id"),
        ("", "password1", "Kim", "id"),
        ("abcdef@gmail.com", "short", "Kim", "password"),
        ("abcdef@gmail.com", "", "Kim", "password"),
        ("abcdef@gmail.com", "pass\0word1", "Kim", "password"),
        ("abcdef@gmail.com", "password1", "", "nickname"),
    ])
    func `input that violates the policy is rejected, and the report names the field`(
        id: String,
        password: String,
        nickname: String,
        field: String
    ) async throws {
        let (code, report, _) = try await run("sign-up", id, "--nickname", nickname, password: .success(password))
        #expect(code == .refused)
        #expect(report["reason"] as? String == "invalid-input")
        #expect(report["field"] as? String == field)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
    }

    @Test(arguments: Profile.fields.map(\.key))
    func `sign-up refuses a bad text in each profile field, also without a rule in the policy`(
        key: String
    ) async throws {
        let bad = String(repeating: "x", count: 81)
        let (code, report, _) = try await run("--preset", "shop", "sign-up", "abcdef", "--" + key, bad)
        #expect(code == .refused)
        #expect(report["reason"] as? String == "invalid-input")
        #expect(report["field"] as? String == key)
    }

    @Test func `sign-up prompts for the password twice, and sign-in once`() async throws {
        #expect(try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim").console.prompts.count == 2)
        #expect(try await run("sign-in", "abcdef@gmail.com").console.prompts.count == 1)
    }

    @Test(arguments: [(["status", "--preset", "shopp"], "shop"), (["completions", "bsh"], "bash")])
    func `a value that is misspelt is suggested`(arguments: [String], value: String) async {
        for language in Language.allCases {
            let console = RecordingConsole()
            #expect(await console.run(arguments + ["--language", language.rawValue]) == .usage)
            #expect(console.error.contains(language == .english ? "Did you mean \(value)?" : value), "\(console.error)")
            #expect(language == .english || console.error.components(separatedBy: value).count > 2)
        }
    }

    @Test func `an unknown ID and a wrong password have the same report and message`() async throws {
        try await signUp()
        let wrong = try await run("sign-in", "abcdef@gmail.com", password: .success("password2"))
        let unknown = try await run("sign-in", "nobody@gmail.com")
        #expect(wrong.code == .refused)
        #expect(wrong.report["reason"] as? String == "invalid-credentials")
        #expect(wrong.report == unknown.report)
        #expect(wrong.console.error == unknown.console.error)
    }

    @Test func `C9 a throttled sign-in reports the seconds to wait`() async throws {
        try await signUp()
        let attempts = FileAttemptRepository(folder: StorageDirectory(path: folder.path + "/data"))
        let tag = AccountTag(.stub())
        try await attempts.update { $0 = SignInAttempts(accounts: [tag: .init(failures: 20, since: Date())]) }
        let (code, report, console) = try await run("sign-in", "abcdef@gmail.com")
        #expect(code == .refused)
        #expect(report["outcome"] as? String == "refused")
        #expect(report["reason"] as? String == "throttled")
        let wait = try #require(report["retryAfter"] as? Int)
        #expect((1...3_600).contains(wait))
        #expect(console.error == "Too many attempts. Try again in \(wait) seconds.\n")

        try await attempts.update { $0 = SignInAttempts(accounts: [tag: .init(failures: 100, since: Date())]) }
        let banned = try await run("sign-in", "abcdef@gmail.com").report
        #expect(banned["reason"] as? String == "throttled")
        #expect(banned["retryAfter"] == nil)
    }

    @Test func `change-password prompts for the current password, and twice for the new one`() async throws {
        try await signUp()
        let (code, report, console) = try await run("change-password")
        #expect(code == .done)
        #expect(report == ["outcome": "password-changed", "account": kim])
        #expect(console.prompts.count == 3)
        #expect(try await run("status").code == .done)
        #expect(try await run("sign-in", "abcdef@gmail.com").report["reason"] as? String == "invalid-credentials")
        #expect(try await run("sign-in", "abcdef@gmail.com", password: .success("new password1")).code == .done)
    }

    @Test(arguments: [("wrong password", "wrong-password", nil as String?), ("", "invalid-input", "password")])
    func `change-password reports why it fails`(password: String, reason: String, field: String?) async throws {
        try await signUp()
        let (code, report, _) = try await run("change-password", password: .success(password))
        #expect(code == .refused)
        #expect(report["reason"] as? String == reason)
        #expect(report["field"] as? String == field)
        #expect(try await run("sign-in", "abcdef@gmail.com").code == .done)
    }

    @Test func `change-password needs a session`() async throws {
        let (code, report, console) = try await run("change-password")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "not-signed-in")
        #expect(console.prompts.isEmpty)
    }

    @Test func `sign-in is remembered unless --no-remember is given`() async throws {
        try await signUp()
        #expect(try await run("sign-in", "--no-remember", "abcdef@gmail.com").code == .done)
        #expect(try await run("status").code == .refused)
        #expect(try await run("sign-in", "abcdef@gmail.com").code == .done)
        #expect(try await run("status").code == .done)
    }

    @Test func `the session of a deleted account deletes nothing, and can be signed out`() async throws {
        try await signUp()
        try await AccountsFixture.remove("abcdef@gmail.com", from: folder.path + "/data")
        let (code, report, console) = try await run("delete-account", "--yes")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "session-ended")
        #expect(console.error == "Your session has ended, and your account may already be deleted. Please sign out.\n")
        #expect(try await run("sign-out").code == .done)
        #expect(try await run("status").report["outcome"] as? String == "signed-out")
    }

    @Test(arguments: [
        ["status"], ["consents"], ["agree", "terms@1"], ["change-password"], ["delete-account", "--yes"],
    ])
    func `the session of an earlier owner of the ID has ended for every command`(command: [String]) async throws {
        try await signUp()
        try await AccountsFixture.remove("abcdef@gmail.com", from: folder.path + "/data")
        try await AccountsFixture.insert(["abcdef@gmail.com"], into: folder.path + "/data")
        let (code, report, console) = try await Program.report(command, data: folder.path + "/data")
        #expect(code == .refused)
        #expect(report["outcome"] as? String == "refused")
        #expect(report["reason"] as? String == "session-ended")
        #expect(console.prompts == [])
        #expect(try await AccountsFixture.count(in: folder.path + "/data") == 1)
    }

    @Test func `delete-account deletes the signed-in account, and no other`() async throws {
        _ = try await run("sign-up", "other1@gmail.com", "--nickname", "Lee")
        try await signUp()
        let (code, report, _) = try await run("delete-account", "--yes")
        #expect(code == .done)
        #expect(report == ["outcome": "deleted", "account": kim])
        let accounts = try await run("accounts").report
        #expect(accounts == ["outcome": "accounts", "accounts": [["id": "other1@gmail.com", "nickname": "Lee"]]])

        let again = try await run("delete-account", "--yes")
        #expect(again.code == .refused)
        #expect(again.report["reason"] as? String == "not-signed-in")
    }

    @Test func `delete-account asks on a terminal, and requires --yes without one`() async throws {
        try await signUp()
        let (code, report, console) = try await run("delete-account")
        #expect(code == .usage)
        #expect(report["reason"] as? String == "usage")
        #expect(console.error.contains("--yes"))
        let command = ["--data", folder.path + "/data", "--language", "en", "delete-account"]
        let (no, yes) = (RecordingConsole(answer: false), RecordingConsole(answer: true))
        #expect(await no.run(command) == .refused)
        #expect(no.prompts == ["Delete abcdef@gmail.com? A deleted account cannot be restored. [y/N] "])
        #expect(try await run("status").code == .done)
        #expect(await yes.run(command) == .done)
        #expect(yes.output == "Deleted abcdef@gmail.com. The ID is available again.\n")
        #expect(try await run("status").code == .refused)
    }

    @Test(arguments: [("password1", nil), ("password2", "wrong-password")] as [(String, String?)])
    func `delete-account reads the password if the settings file requires it`(password: String, reason: String?)
        async throws
    {
        try await signUp()
        let settings = folder.path + "/settings.json"
        try Data(#"{"sessions": "standard"}"#.utf8).write(to: URL(filePath: settings))
        // More than five minutes pass.
        let sessions = FileSessionRepository(folder: StorageDirectory(path: folder.path + "/data"))
        let session = try #require(try await sessions.active())
        let old = Session(
            id: session.id,
            accountID: session.accountID,
            registrationID: session.registrationID,
            profile: session.profile,
            tokens: session.tokens,
            startedAt: session.startedAt - 301,
            isRemembered: true
        )
        try await sessions.save(old)
        let delete = ["--config", settings, "delete-account", "--yes"]
        let (_, report, console) = try await Program.report(
            delete,
            data: folder.path + "/data",
            password: .success(password)
        )
        #expect(console.prompts == ["Password: "])
        #expect(report["reason"] as? String == reason)
        #expect(try await AccountsFixture.count(in: folder.path + "/data") == (reason == nil ? 0 : 1))
    }

    @Test func `every page of accounts is listed`() async throws {
        let ids = (0..<103).map { "person\($0)@gmail.com" }
        let console = RecordingConsole()
        #expect(await console.run(["--in-memory", "accounts"]) == .done)
        #expect(console.output == "No accounts.\n")
        // Inserted directly, to save a hundred hashes.
        try await AccountsFixture.insert(ids, into: folder.path + "/data")
        let listed = try await run("accounts").report["accounts"] as? [NSDictionary]
        #expect(listed?.compactMap { $0["id"] as? String } == ids.sorted())
    }

    @Test func `without --json sentences are printed in the chosen language`() async throws {
        try await signUp()
        let console = RecordingConsole()
        let (status, korean) = (["--data", folder.path + "/data", "status"], ["LANG": "ko_KR.UTF-8"])
        #expect(await console.run(status, environment: korean) == .done)
        #expect(console.output == "로그인되어 있습니다: abcdef@gmail.com\n")
        #expect(await console.run(["--language=en"] + status, environment: korean) == .done)
        #expect(console.output.hasSuffix("abcdef@gmail.com is signed in.\n"))
    }

    @Test(arguments: [
        (["LC_ALL": "ko_KR.UTF-8", "LANG": "en_US"], "ko"),
        (["LC_ALL": "", "LC_MESSAGES": "ko", "LANG": "en_US"], "ko"),
        (["LC_ALL": "en_US", "LANG": "ko_KR"], "en"),
        (["LANG": "C"], "en"),
        ([:], "en"),
    ])
    func `the language follows the POSIX variables of the environment`(environment: [String: String], code: String) {
        #expect(Language(of: environment).rawValue == code)
    }

    @Test func `a usage error is reported in JSON too`() async throws {
        let (code, report, console) = try await run("stauts")
        #expect(code == .usage)
        #expect(report["outcome"] as? String == "refused")
        #expect(report["reason"] as? String == "usage")
        #expect(console.error.contains("Did you mean status?"))
    }

    @Test(arguments: [
        (["sign-in", "kim", "--quick"], " sign-in"), (["--data", "/x", "compact", "all"], " compact"), (["sgn-in"], ""),
    ])
    func `a usage error names the help of its command`(arguments: [String], name: String) async {
        for language in Language.allCases {
            let console = RecordingConsole()
            #expect(await console.run(arguments + ["--language", language.rawValue]) == .usage)
            #expect(console.error.hasSuffix(": account-demo help\(name)\n"), "\(console.error)")
        }
    }

    @Test(arguments: [[], ["--json"]])
    func `lost output is an error, which says what was done`(options: [String]) async throws {
        let console = RecordingConsole(takesOutput: false)
        let data = ["--data", folder.path + "/data", "--language", "en"] + options
        #expect(await console.run(data + ["sign-up", "abcdef@gmail.com", "--nickname", "Kim"]) == .storageFailed)
        #expect(console.error == "Signed up as abcdef@gmail.com.\nThe output could not be written.\n")
        #expect(try await run("status").code == .done)
    }

    @Test func `a recovery code that cannot be printed is told, and not printed as an error`() async throws {
        let arguments = ["--data", folder.path + "/data", "--language", "en"]
        let hint = "A new recovery code was made, but not shown. account-demo recovery-code makes another one.\n"
        let failure = "The output could not be written.\n"
        let signUp = RecordingConsole(takesOutput: false)
        let command = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim", "--recovery-code"]
        #expect(await signUp.run(arguments + command) == .storageFailed)
        #expect(signUp.error == "Signed up as abcdef@gmail.com.\n" + hint + failure)
        for options in [[], ["--json"]] {
            let console = RecordingConsole(takesOutput: false)
            #expect(await console.run(arguments + options + ["recovery-code"]) == .storageFailed)
            #expect(console.error == hint + failure)
        }
    }

    @Test(arguments: [["accounts"], ["tour"], ["tour", "--verbose"], ["status", "--watch"]])
    func `output that cannot be written is an error`(arguments: [String]) async {
        let console = RecordingConsole(takesOutput: false)
        #expect(await console.run(["--in-memory", "--language", "en"] + arguments) == .storageFailed)
        #expect(console.error.hasSuffix("The output could not be written.\n"))
    }

    @Test func `a refusal is reported although the output cannot be written`() async {
        let refused = RecordingConsole(takesOutput: false)
        #expect(await refused.run(["--in-memory", "--json", "--language", "en", "sign-in", ""]) == .storageFailed)
        #expect(refused.error == "The output could not be written.\nEnter your ID.\n")
    }

    @Test func `the usage error of an argument that is not UTF-8 names its position`() async {
        let console = RecordingConsole()
        #expect(await console.run(["--in-memory", "sign-in", nil]) == .usage)
        #expect(console.error.contains("Argument 3"))
    }

    #if !canImport(Darwin)  // Apple platforms store such data in Application Support.
    @Test(arguments: [
        (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/account-flow"),
        (["HOME": "/h"], "/h/.local/share/account-flow"),
        (["XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/account-flow"),
        (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/account-flow"),
        (["XDG_DATA_HOME": "/x"], "/x/account-flow"),
    ])
    func `the data folder follows the XDG Base Directory Specification`(environment: [String: String], path: String)
        throws
    {
        #expect(try Program.dataFolder(in: environment) == path)
    }

    @Test(arguments: [[:], ["HOME": ""], ["HOME": "relative"]])
    func `a missing home folder is a usage error`(environment: [String: String]) {
        #expect(throws: UsageError.noDataFolder) { try Program.dataFolder(in: environment) }
    }
    #endif
}
