import AccountDemo
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
        await app.type(
            ["kimkim@x.com", "password1", "password1", "Kim"].flatMap { [Key.text($0), .tab] }.dropLast() + [.enter]
        )
        await app.press(.account, in: language)
        await app.press(.profile, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.profile))
        #expect(app.drawn().text.contains("Kim"))

        await app.type([.backspace, .backspace, .backspace, .text("Lee")])
        await app.type(Array(repeating: .tab, count: 4))
        // The fields that may be empty say so, instead of having a tick.
        let lines = app.drawn().lines()
        #expect(lines.count { $0.contains(language.demoText.optionalTerms) } == 3, "\(lines)")
        #expect(lines.count { $0.contains("✔") } == 1)
        await app.press(.save, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.welcome))
        #expect(app.drawn().text.contains(language.messages.greeting(to: "Lee")))
    }
}
