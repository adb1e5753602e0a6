import AccountDemo
import AccountFlowTesting
import AccountFlowTransportTesting
import App
import Domain
import Networking
import Presentation
import Testing

/// Tests of the steps before a session on the full screen, at a server in this process.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ChallengeScreenTests {
    private static let description = """
        {
          "response": {"codes": {"mail": "confirm-by-code", "app": "totp-required", "locked": "too-many-attempts"}},
          "signUp": {"method": "POST", "path": "/up", "body": {"id": "$id", "password": "$password"}},
          "signIn": {
            "method": "POST", "path": "/in", "body": {"id": "$id", "password": "$password"}, "token": {"json": "t"},
            "challenge": {"capture": {"step": {"json": "step"}}, "destination": "to"}
          },
          "verify": {"method": "POST", "path": "/verify", "body": {"code": "$code"}},
          "resendVerification": {"method": "POST", "path": "/verify/again", "body": {"id": "$id"}},
          "answerChallenge": {
            "method": "POST", "path": "/step", "body": {"step": "$step", "code": "$code"}, "token": {"json": "t"}
          }
        }
        """

    private func launch(_ challenge: ResponseKind?, _ language: Language) async throws -> (
        FullScreenApp, InMemoryAccountServer
    ) {
        let base = try HTTPURL("http://localhost")
        let api = try AccountAPI(describedBy: Array(Self.description.utf8), baseURL: base)
        let server = InMemoryAccountServer(api, challenge: challenge)
        var configuration = AppConfiguration.remote(RemoteBackend(api: api))
        configuration.launchStyle = .signInScreen
        let composition = AppComposition(
            configuration,
            repositories: Repositories(),
            transport: LoopbackTransport(server)
        )
        let app = FullScreenApp(composition, language: language) { _ in composition }
        await app.launch()
        return (app, server)
    }

    private func title(_ name: ScreenName, _ language: Language) -> String {
        "AccountFlow — " + language.messages.title(of: name)
    }

    @Test(arguments: [Key.up, .pageUp])
    func `in a low window, a key leads to what is above the first item`(key: Key) async throws {
        let (app, _) = try await launch(.confirmByCode, .english)
        await app.press(.signUp, in: .english)
        await app.type(.filling("kim@x.com", "password1", "password1"))
        app.drawing = ScreenDrawing(columns: 40, rows: 6)
        var showsQuestion: Bool { app.drawing.draw(app.content).text.contains("Confirm your address") }
        let first = app.content.focus
        #expect(!showsQuestion)
        await app.type([key])
        #expect(showsQuestion && app.content.focus == first)
        await app.type([.text("1")])
        #expect(!showsQuestion)
        await app.type([key, key])
        #expect(key == .up ? app.content.focus != first : showsQuestion)
    }

    @Test(arguments: Language.allCases)
    func `a new user confirms the address with the code, leaves in between, and signs in`(language: Language)
        async throws
    {
        let (app, server) = try await launch(.confirmByCode, language)
        await app.press(.signUp, in: language)
        await app.type(["kim@x.com", "password1", "password1"].flatMap { [Key.text($0), .tab] })
        await app.press(.signUp, in: language)
        #expect(app.content.title == title(.challenge, language))
        #expect(app.drawn().text.contains("kim@x.com"))
        await app.press(.back, in: language)
        await app.press(.signIn, in: language)
        await app.press(.confirmAddress, in: language)
        #expect(app.content.title == title(.challenge, language))

        await app.type([.text("wrong"), .enter])
        #expect(app.drawn().text.contains(language.messages.message(for: .wrong(attemptsLeft: nil), of: nil)))
        #expect(!app.drawn().text.contains("wrong "))
        await app.type([.text("left")])
        await app.press(.back, in: language)
        #expect(app.content.alert?.title == language.demoText.discardQuestion)
        await app.type([.enter] + Array(repeating: .backTab, count: 3))
        #expect(app.drawn().text.contains("left"))
        await app.type(Array(repeating: .backspace, count: 4))
        await app.type([.text(try #require(server.code(for: .stub("kim@x.com")))), .enter])
        #expect(app.content.title != title(.challenge, language))
        #expect(app.drawn().text.contains(language.messages.message(for: FlowNotice.addressConfirmed).prefix(6)))
        await app.type([.enter])
        #expect(app.content.title == title(.signIn, language))
        // The ID is known, and the password is missing.
        await app.type([.text("password1"), .enter])
        #expect(app.content.title == title(.welcome, language))
    }

    @Test(arguments: Language.allCases)
    func `a user who is signed in confirms the address from the account screen`(language: Language) async throws {
        let (app, server) = try await launch(nil, language)
        await app.press(.signUp, in: language)
        await app.type(["kim@x.com", "password1", "password1"].flatMap { [Key.text($0), .tab] })
        await app.press(.signUp, in: language)
        await app.type([.text("password1"), .enter])
        await app.press(.account, in: language)
        await app.press(.confirmAddress, in: language)
        #expect(app.content.title == title(.challenge, language))
        let code = try #require(server.code(for: .stub("kim@x.com")))
        // A message that was sent a short time ago is not sent again.
        await app.press(.back, in: language)
        await app.press(.confirmAddress, in: language)
        #expect(app.content.title == title(.challenge, language))
        await app.type([.text(code), .enter])
        #expect(app.content.title == title(.account, language))
        #expect(app.content.alert != nil)
        await app.type([.enter])
        #expect(app.drawn().text.contains("kim@x.com"))
    }

    @Test(arguments: Language.allCases)
    func `a second factor is asked for after the password`(language: Language) async throws {
        let (app, server) = try await launch(.totpRequired, language)
        await app.press(.signUp, in: language)
        await app.type(["kim", "password1", "password1"].flatMap { [Key.text($0), .tab] })
        await app.press(.signUp, in: language)
        #expect(app.content.title == title(.signIn, language))
        await app.type([.text("password1"), .enter])
        #expect(app.content.title == title(.challenge, language))
        #expect(app.drawn().text.contains(language.messages.title(of: ButtonName.submitCode)))
        #expect(!app.drawn().text.contains(language.messages.title(of: ButtonName.resendCode)))
        for _ in 1...3 { await app.type([.text("1"), .enter]) }
        // Nothing else can be pressed.
        let focused = app.content.focus.map { app.content.elements[$0] }
        #expect(focused == .button(language.messages.title(of: ButtonName.back), isEnabled: true))
        await app.press(.submitCode, in: language)
        #expect(app.content.status == language.messages.message(for: .tooManyAttempts, of: nil))
        await app.press(.back, in: language)
        await app.type([.text("password1"), .enter])
        await app.type([.text(try #require(server.code(for: .stub("kim")))), .enter])
        #expect(app.content.title == title(.welcome, language))
    }
}
