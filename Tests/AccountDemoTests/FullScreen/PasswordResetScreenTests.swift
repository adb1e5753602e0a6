import AccountDemo
import Domain
import Foundation
import Presentation
import TestSupport
import Testing

/// Tests of recovery codes, of a forgotten password and of exports on the full screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct PasswordResetScreenTests {
    private func signedIn(_ language: Language, exportPath: String = ".") async -> FullScreenApp {
        let app = await FullScreenApp.stub(language: language, exportPath: exportPath)
        await app.type([.enter])
        await type(["kimkim@x.com", "password1", "password1", "Kim"], into: app)
        return app
    }

    private func type(_ texts: [String], into app: FullScreenApp) async {
        await app.type(texts.flatMap { [Key.text($0), .tab] }.dropLast() + [.enter])
    }

    @Test(arguments: Language.allCases)
    func `a user keeps a recovery code, forgets the password, and signs in with a new one`(language: Language) async {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        await app.type([.text("password1")])
        await app.press(.makeRecoveryCode, in: language)
        let message = app.content.alert?.message ?? ""
        let code = message.firstMatch(of: /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/).map { String($0.output) } ?? ""
        #expect(RecoveryCode(code) != nil, "\(message)")
        await app.type([.enter])
        #expect(!app.drawn().text.contains(code))
        await app.press(.back, in: language)
        await app.press(.signOut, in: language)

        await app.press(.start, in: language)
        await app.press(.signIn, in: language)
        await app.press(.forgotPassword, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.passwordReset))
        await type(["kimkim@x.com", code.lowercased(), "password2", "password2"], into: app)
        let next = app.content.alert?.message ?? ""
        #expect(next.contains(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/) && !next.contains(code))
        await app.type([.enter])
        #expect(app.drawn().text.contains(language.messages.text(of: Prompt.passwordSet).prefix(10)))
        await app.press(.signIn, in: language)
        await type(["kimkim@x.com", "password2"], into: app)
        #expect(app.drawn().text.contains(language.messages.greeting(to: "Kim")))
    }

    @Test(arguments: Language.allCases)
    func `a user saves the stored data in a file, and reads where it is`(language: Language) async throws {
        let folder = TemporaryFolder()
        let app = await signedIn(language, exportPath: folder.path)
        await app.press(.account, in: language)
        await app.type([.text("wrong")])
        await app.press(.exportAccount, in: language)
        #expect(app.drawn().text.contains(language.messages.message(for: ExportAccountError.wrongPassword)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])

        await app.type("wrong".map { _ in .backspace } + [.text("password1")])
        await app.press(.exportAccount, in: language)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first)
        #expect(names.count == 1)
        #expect(name.contains(/^account-\d{4}-\d\d-\d\dT\d{6}Z\.json$/))
        // A long name is wrapped.
        #expect(app.drawn().text.filter { !$0.isWhitespace }.contains(name))
        let text = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        #expect(text.contains("kimkim@x.com") && !text.contains("password1"))
    }
}
