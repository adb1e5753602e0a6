import AccountDemo
import Domain
import Foundation
import Presentation
import TestSupport
import Testing

/// Tests of the commands for one-time passwords.
struct TOTPCommandTests: FolderTests {
    let folder = TemporaryFolder()

    /// Begins, and returns the generator of the authenticator app.
    private func begin() async throws -> TOTP {
        try await signUp()
        let (code, report) = try await run("totp", "enable")
        #expect(code == .done)
        let key = try #require(report["key"] as? String)
        #expect((report["uri"] as? String)?.contains("secret=\(key)&issuer=AccountFlow") == true)
        return TOTP(try #require(TOTPSecret(base32: key)))
    }

    /// Returns the one-time password of the step that is some steps from now.
    private func code(_ totp: TOTP, steps: Int) -> String {
        totp.revealedPassword(ofStep: totp.step(at: Date()) + steps)
    }

    @Test func `a sign-in requires a code from the first one on, until it is turned off`() async throws {
        let totp = try await begin()
        let (enabled, report) = try await run("totp", "enable", "--code", code(totp, steps: 0))
        #expect(enabled == .done)
        let recoveryCode = try #require(report["recoveryCode"] as? String)
        #expect(try await run("sign-out").0 == .done)

        let wrong = try await run("sign-in", "abcdef@gmail.com", "--code", code(totp, steps: 9))
        #expect(wrong.0 == .refused)
        #expect(try await run("status").0 == .refused)
        #expect(try await run("sign-in", "abcdef@gmail.com", "--code", code(totp, steps: 1)).0 == .done)

        let used = try await run("totp", "disable", "--code", code(totp, steps: 0))
        #expect(["used-code", "wrong-code"].contains(used.1["reason"] as? String))
        let disabled = try await run("totp", "disable", "--code", recoveryCode)
        #expect(disabled.0 == .done)
        #expect(disabled.1 == ["outcome": "totp-disabled", "reason": "recovery-code-used"])
        _ = try await run("sign-out")
        #expect(try await run("sign-in", "abcdef@gmail.com").0 == .done)
    }

    @Test func `recovery-code asks for a code of the authenticator app if sign-in needs one`() async throws {
        let totp = try await begin()
        #expect(try await run("recovery-code").0 == .done)
        _ = try await run("totp", "enable", "--code", code(totp, steps: 0))
        let wrong = try await run("recovery-code", "--code", code(totp, steps: 9))
        #expect(wrong.1["reason"] as? String == "wrong-code")
        let made = try await run("recovery-code", "--code", code(totp, steps: 1))
        #expect(made.0 == .done)
        let recoveryCode = try #require(made.1["recoveryCode"] as? String)
        #expect(try await run("totp", "disable", "--code", recoveryCode).0 == .done)
    }

    @Test func `a sign-in says that the recovery code has ended the second factor`() async throws {
        let totp = try await begin()
        let (_, report) = try await run("totp", "enable", "--code", code(totp, steps: 0))
        _ = try await run("sign-out")
        let recoveryCode = try #require(report["recoveryCode"] as? String)
        let signIn = try await run("sign-in", "abcdef@gmail.com", "--code", recoveryCode)
        #expect(signIn.1["outcome"] as? String == "signed-in")
        #expect(signIn.1["reason"] as? String == "recovery-code-used")
    }

    @Test func `codes are read from a pipe, so that no argument has them`() async throws {
        let data = ["--data", folder.path + "/data", "--json"]
        func run(_ lines: String..., arguments: String...) async throws -> (code: Int32, report: NSDictionary) {
            let input = Data(lines.map { $0 + "\n" }.joined().utf8)
            let ending = try await DemoProcess.run(data + arguments, input: input)
            return (ending.exitCode, try jsonObject(ending.output))
        }
        let totp = try await begin()
        #expect(try await run(code(totp, steps: 0), arguments: "totp", "enable", "--code", "-").code == 0)
        _ = try await run(arguments: "sign-out")
        func expectMissingCode(_ arguments: String...) async throws {
            let missing = try await DemoProcess.run(data + arguments, input: Data("password1\n".utf8))
            #expect(missing.exitCode == 1)
            let report = try jsonObject(missing.output)
            #expect(report["reason"] as? String == "code-required")
            #expect(report["field"] as? String == "confirmationCode")
        }
        try await expectMissingCode("sign-in", "abcdef@gmail.com")
        let signIn = try await run(
            "password1",
            code(totp, steps: 1),
            arguments: "sign-in",
            "abcdef@gmail.com",
            "--code",
            "-"
        )
        #expect(signIn.code == 0)
        try await expectMissingCode("totp", "disable")
        try await expectMissingCode("recovery-code")
        let wrong = try await run("password1", "0000-0000-0000-0000", arguments: "totp", "disable")
        #expect(wrong.code == 1)
        #expect(wrong.report["reason"] as? String == "wrong-code")
    }

    @Test(arguments: Language.allCases)
    func `the question for a code mentions the recovery code, and an answer no attempts`(language: Language)
        async throws
    {
        let totp = try await begin()
        _ = try await run("totp", "enable", "--code", code(totp, steps: 0))
        let console = RecordingConsole()
        let data = ["--data", folder.path + "/data", "--language", language.rawValue]
        #expect(await console.run(data + ["sign-in", "abcdef@gmail.com"]) == .refused)
        let challenge = Challenge(
            id: ChallengeID("1"),
            accountID: try AccountID("abcdef@gmail.com"),
            kind: .totp,
            purpose: .secondFactor,
            sentAt: Date(),
            acceptsRecoveryCode: true
        )
        #expect(console.prompts.last == language.messages.message(for: challenge) + " ")
        #expect(console.error == language.messages.message(for: .wrong(attemptsLeft: nil), of: nil) + "\n")

        let other = RecordingConsole()
        #expect(await other.run(data + ["totp", "disable"]) == .refused)
        let text = language.demoText
        #expect(other.prompts == [text.passwordPrompt, text.appOrRecoveryCodePrompt])
    }

    @Test(arguments: Language.allCases)
    func `the key is shown as a QR code that an authenticator app reads`(language: Language) async throws {
        try await signUp()
        let console = RecordingConsole()
        let arguments = ["--data", folder.path + "/data", "--language", language.rawValue, "totp", "enable"]
        #expect(await console.run(arguments) == .done)
        let key = try #require(console.output.firstMatch(of: #/[A-Z2-7]{32}/#)).output
        let uri =
            "otpauth://totp/AccountFlow:abcdef%40gmail.com?secret=\(key)&issuer=AccountFlow"
        let lines = try #require(QRCode(uri)).lines(quietZone: 1)
        // A terminal of 24 rows shows all of it above the prompt.
        #expect(lines.count <= 22)
        #expect(
            console.output.hasSuffix(
                "account-demo totp enable --code - --data " + folder.path + "/data --language "
                    + language.rawValue + "\n" + lines.joined(separator: "\n") + "\n"
            )
        )
    }

    @Test(arguments: [[:], ["NO_COLOR": "1"]])
    func `on a terminal with colours, the QR code is dark on a light ground`(variables: [String: String]) async throws {
        try await signUp()
        let console = RecordingConsole(columns: 80)
        let environment = variables.merging(["TERM": "xterm-256color"]) { $1 }
        let arguments = ["--data", folder.path + "/data", "totp", "enable"]
        #expect(await console.run(arguments, environment: environment) == .done)
        let blocks = console.output.split(separator: "\n").filter { $0.contains("█") }
        #expect(blocks.count > 16)
        for line in blocks {
            #expect(line.hasPrefix("\u{1B}[0;97;40m") == variables.isEmpty)
            #expect(line.hasSuffix("\u{1B}[0m") == variables.isEmpty)
        }
    }

    @Test func `a wrong password shows no key`() async throws {
        try await signUp()
        let (code, report) = try await run("totp", "enable", password: "wrong")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "wrong-password")
        #expect(report["key"] == nil)
    }
}
