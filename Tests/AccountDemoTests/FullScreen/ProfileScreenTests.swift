import AccountDemo
import App
import Domain
import Presentation
import Testing

/// Tests of the profile screen on the full screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ProfileScreenTests {
    @Test(arguments: Language.allCases)
    func `a user changes the nickname, and the main screen greets with the new one`(language: Language) async {
        let app = await FullScreenApp.stub(language: language)
        await app.type([.enter])
        await app.type(.filling("kimkim@x.com", "password1", "password1", "Kim"))
        await app.press(.account, in: language)
        await app.press(.profile, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.profile))
        #expect(app.drawn().text.contains("Kim"))
        let optional = language.demoText.optionalTerms
        #expect(app.drawn().lines().count { $0.contains(optional) } == 3, "before they are visited")

        await app.type([.backspace, .backspace, .backspace, .text("Lee")])
        await app.type(Array(repeating: .tab, count: 4))
        // The fields that may be empty say so, instead of having a tick.
        let lines = app.drawn().lines()
        #expect(lines.count { $0.contains(optional) } == 3, "\(lines)")
        #expect(lines.count { $0.contains("✔") } == 1)
        await app.press(.save, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.welcome))
        #expect(app.drawn().text.contains(language.messages.greeting(to: "Lee")))
    }

    @Test func `the focus stays in a field while another program changes the profile`() async throws {
        let app = await FullScreenApp.stub(language: .english)
        await app.type([.enter])
        await app.type(.filling("kimkim@x.com", "password1", "password1", "Kim"))
        await app.press(.account, in: .english)
        await app.press(.profile, in: .english)
        await app.type([.tab, .text("Kim G")])
        let session = try #require(app.composition.session.state.session)
        let nickname = ProfileEdit(of: session.profile, to: Profile(nickname: try Nickname("Lee")))
        _ = try await app.composition.updateProfile(of: session, nickname)
        let home = Route.home(session.with(Profile(nickname: try Nickname("Lee"))))
        for await state in app.flow.state.values where state.routes?.routes.contains(home) == true { break }
        await app.type([.text("u")])
        #expect(app.drawn().text.contains("Kim Gu"))
    }
}
