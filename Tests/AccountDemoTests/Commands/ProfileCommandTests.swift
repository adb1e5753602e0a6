import AccountDemo
import App
import Domain
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing

/// Tests of the command `profile` with accounts on this device.
struct ProfileCommandTests: FolderTests {
    let folder = TemporaryFolder()

    private func account(_ texts: [String: String]) -> NSDictionary {
        texts.merging(["id": "abcdef@gmail.com"]) { $1 } as NSDictionary
    }

    @Test func `profile shows the profile`() async throws {
        try await signUp()
        #expect(try await run("profile") == (.done, ["outcome": "profile", "account": account(["nickname": "Kim"])]))
    }

    @Test func `profile changes the fields of the options, and an empty text removes one`() async throws {
        try await signUp()
        let changed = account(["nickname": "Lee", "phone": "+82 10 1234 5678"])
        #expect(
            try await run("profile", "--nickname", "Lee", "--phone", "+82 10 1234 5678")
                == (.done, ["outcome": "profile-changed", "account": changed])
        )
        #expect(
            try await run("profile", "--nickname", "Lee")
                == (.done, ["outcome": "profile-unchanged", "account": changed])
        )
        let removed = account(["nickname": "Lee"])
        #expect(
            try await run("profile", "--phone", "") == (.done, ["outcome": "profile-changed", "account": removed])
        )
        #expect(try await run("profile").report["account"] as? NSDictionary == removed)
        #expect(try await run("status").report["account"] as? NSDictionary == removed)
    }

    @Test(arguments: [("--nickname", ""), ("--nickname", "123456789012345678901"), ("--email", "kim")])
    func `an invalid text is refused with its field, and changes nothing`(option: String, text: String) async throws {
        try await signUp()
        let (code, report) = try await run("profile", "--name", "Kim Gu", option, text)
        #expect(code == .refused)
        #expect(report["reason"] as? String == "invalid-input")
        #expect(report["field"] as? String == String(option.dropFirst(2)))
        #expect(try await run("profile").report["account"] as? NSDictionary == account(["nickname": "Kim"]))
    }

    @Test(arguments: Language.allCases)
    func `a conflict is explained without the buttons of a screen`(language: Language) async {
        var configuration = AppConfiguration.start
        configuration.language = language
        let composition = AppComposition(configuration, repositories: Repositories())
        let runner = CommandRunner(Invocation(.profile), composition: composition, console: RecordingConsole())
        let result = runner.failed(.conflict(ProfileConflict(fields: [.nickname, .phone], stored: Profile())))
        let labels = [AccountField.nickname, .phone].map { language.messages.label(of: $0) }
        #expect(result.errorText == language.demoText.profileConflict(labels.joined(separator: ", ")))
    }

    @Test func `profile needs a session`() async throws {
        let (code, report) = try await run("profile", "--nickname", "Lee")
        #expect(code == .refused)
        #expect(report["reason"] as? String == "not-signed-in")
    }
}
