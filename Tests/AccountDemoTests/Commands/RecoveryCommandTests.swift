import AccountDemo
import Foundation
import Presentation
import TestSupport
import Testing

/// Tests of the commands for a forgotten password, with accounts on this device.
struct RecoveryCommandTests: FolderTests {
    let folder = TemporaryFolder()

    @Test func `a recovery code resets the password once, and the next one is shown`() async throws {
        try await signUp()
        let (code, report) = try await run("recovery-code")
        #expect(code == .done)
        let recoveryCode = try #require(report["recoveryCode"] as? String)
        _ = try await run("sign-out")
        let reset = try await run("reset-password", "abcdef@gmail.com", "--code", recoveryCode, password: "password2")
        #expect(reset.0 == .done)
        #expect(reset.1["outcome"] as? String == "password-reset")
        let next = try #require(reset.1["recoveryCode"] as? String)
        #expect(next != recoveryCode)
        #expect(try await run("sign-in", "abcdef@gmail.com", password: "password2").0 == .done)
        let again = try await run("reset-password", "abcdef@gmail.com", "--code", recoveryCode)
        #expect(again.0 == .refused)
        #expect(again.1["reason"] as? String == "wrong-code")
        #expect(try await run("reset-password", "abcdef@gmail.com", "--code", next, password: "password3").0 == .done)
        // The reset has signed the account out.
        #expect(try await run("status").0 == .refused)
    }

    @Test func `an unknown ID and a wrong code have the same report`() async throws {
        try await signUp()
        _ = try await run("recovery-code")
        let code = "0000-0000-0000-0000"
        let wrong = try await run("reset-password", "abcdef@gmail.com", "--code", code)
        let unknown = try await run("reset-password", "unknown@gmail.com", "--code", code)
        #expect(wrong.0 == .refused)
        #expect(wrong.1 == unknown.1)
    }

    @Test func `an empty ID is rejected before anything is read`() async throws {
        let (code, report) = try await run("reset-password", "")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "invalid-input")
        #expect(report["field"] as? String == "id")
    }

    @Test(arguments: Language.allCases, [[], ["--code", "-"]])
    func `the recovery code is asked for like a password`(language: Language, options: [String]) async throws {
        let console = RecordingConsole()
        let arguments = ["--in-memory", "--language", language.rawValue, "reset-password", "abcdef@gmail.com"]
        #expect(await console.run(arguments + options) == .refused)
        let text = language.demoText
        #expect(console.prompts == [text.recoveryCodePrompt, text.newPasswordPrompt, text.repeatPrompt])
        let short = RecordingConsole(password: .failure(.endOfInput(at: 1)))
        #expect(await short.run(arguments + options) == .refused)
        #expect(short.error == text.passwordAfterCodeMissing + "\n", "the only line was taken for the code")
        #expect(![text.appCodePrompt, text.messageCodePrompt].contains(text.recoveryCodePrompt))
    }

    @Test func `a sign-up with --recovery-code shows a code, which resets the password from a pipe`() async throws {
        let data = ["--data", folder.path + "/data", "--json"]
        let signUp = ["sign-up", "abcdef@gmail.com", "--nickname", "Kim", "--recovery-code"]
        let made = try await DemoProcess.run(data + signUp, input: Data("password1\n".utf8))
        let report = try jsonObject(made.output)
        #expect(report["outcome"] as? String == "signed-up")
        let code = try #require(report["recoveryCode"] as? String)
        let reset = try await DemoProcess.run(
            data + ["reset-password", "abcdef@gmail.com"],
            input: Data("\(code)\npassword2\n".utf8)
        )
        #expect(reset.exitCode == 0)
        let signIn = ["sign-in", "abcdef@gmail.com"]
        #expect(try await DemoProcess.run(data + signIn, input: Data("password2\n".utf8)).exitCode == 0)
    }

    @Test func `a sign-up without --recovery-code shows none`() async throws {
        let (code, report) = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim")
        #expect(code == .done)
        #expect(report["recoveryCode"] == nil)
    }

    @Test func `a server without recovery codes gets no sign-up with --recovery-code`() async throws {
        let (code, report) = try await run("--server", "http://localhost:1", "sign-up", "kim", "--recovery-code")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "not-offered")
    }

    @Test func `a recovery code needs the password`() async throws {
        try await signUp()
        let (code, report) = try await run("recovery-code", password: "wrong")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "wrong-password")
        #expect(report["recoveryCode"] == nil)
    }
}
