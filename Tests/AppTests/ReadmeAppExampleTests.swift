import App
import Foundation
import Presentation
import TestSupport
import Testing

@MainActor
struct ReadmeAppExampleTests {
    @Test func `the app of the README starts at Sign-in if there is no remembered session`() async throws {
        let folder = TemporaryFolder()
        await runApp(in: folder.path + "/accounts") { flow in
            #expect(flow.state.value.route == .signIn)
            flow.makeSignInViewModel().switchToSignUp()
            #expect(flow.state.value.route == .signUp)
        }
    }

    @Test func `the app in the README equals the compiled example`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let example = try String(contentsOf: folder.appending(path: "ReadmeAppExample.swift"), encoding: .utf8)
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        #expect(readme.contains("```swift\n" + example + "```\n"))
    }
}
