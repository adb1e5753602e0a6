import AccountDemo
import Foundation
import TestSupport
import Testing

/// Tests of the commands for a forgotten password, with accounts on this device.
struct RecoveryCommandTests {
    private let folder = TemporaryFolder()

    private func run(_ arguments: String..., password: String = "password1") async throws -> (ExitCode, NSDictionary) {
        let data = folder.path + "/data"
        let (code, report, _) = try await Program.report(arguments, data: data, password: .success(password))
        return (code, report)
    }

    private func signUp() async throws { _ = try await run("sign-up", "abcdef@gmail.com", "--nickname", "Kim") }

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

    @Test(arguments: [("abcdef@gmail.com", "code-required"), ("", "invalid-input")])
    func `accounts on this device need a code`(id: String, reason: String) async throws {
        let (code, report) = try await run("reset-password", id)
        #expect(code == .refused)
        #expect(report["reason"] as? String == reason)
    }

    @Test func `a recovery code needs the password`() async throws {
        try await signUp()
        let (code, report) = try await run("recovery-code", password: "wrong")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "wrong-password")
        #expect(report["recoveryCode"] == nil)
    }
}
