import AccountDemo
import AccountFlowTesting
import App
import Domain
import Persistence
import Presentation
import Testing
import Validation

/// Tests of the account switcher on the full screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountSwitcherScreenTests {
    /// Returns an app in which kim has signed up and added lee.
    private func launch(_ language: Language = .english) async -> FullScreenApp {
        let app = await FullScreenApp.stub(language: language)
        await app.type([.enter] + signUp("kimkim"))
        await app.type([.function(4), .down, .enter])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
        await app.type([.tab, .tab, .tab, .tab, .enter] + signUp("leelee"))
        await app.type([.function(4)])
        return app
    }

    private func signUp(_ name: String) -> [Key] {
        .filling("\(name)@x.com", "password1", "password1", name)
    }

    /// Waits until the flow has followed the session to a screen.
    private func wait(for title: ScreenName, in app: FullScreenApp) async {
        while app.content.title != "AccountFlow — " + Language.english.messages.title(of: title) { await Task.yield() }
    }

    @Test(arguments: Language.allCases)
    func `the switcher lists the accounts, marks the active one and fits on every screen`(language: Language) async {
        let app = await launch(language)
        #expect(app.content.title.contains(language.messages.title(of: ScreenName.accounts)))
        #expect(app.drawn().text.contains("○ kimkim@x.com  kimkim"))
        #expect(app.drawn().text.contains("● leelee@x.com  leelee"))
        #expect(app.drawn(columns: 20, rows: 6).text.contains("● leelee@x.com"))
        #expect(app.content.help.columns <= 78)
        await app.type([.escape])
        #expect(app.content.title.contains(language.messages.title(of: ScreenName.welcome)))
        #expect(app.content.help.contains("F4"))
    }

    @Test func `a session that another program ends leads to the signed-out screen with a notice`() async {
        let repositories = Repositories()
        var configuration = AppConfiguration(policy: .emailLocalPart)
        configuration.hashingCost = .minimal
        let other = AppComposition(configuration, repositories: repositories)
        let composition = AppComposition(configuration, repositories: repositories)
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        await app.type([.enter] + signUp("kimkim"))
        await app.secondPassed()
        #expect(app.drawn().text.contains("Welcome, kimkim."))
        #expect(await other.signOut() == .complete)
        await app.secondPassed()
        await wait(for: .start, in: app)
        #expect(app.drawn().text.contains("You were signed out by another window or"))
        // That the user has signed in is no longer true.
        #expect(app.content.status == nil)
    }

    @Test func `a switch is confirmed, also if another program has signed out a third account`() async throws {
        let repositories = Repositories()
        var configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        configuration.hashingCost = .minimal
        let other = AppComposition(configuration, repositories: repositories)
        for name in ["kimkim", "leelee", "parkpark"] {
            var form = AccountForm([.password: "password1", .confirmation: "password1", .nickname: "Kim"])
            form[.id] = name + "@x.com"
            _ = try await other.signUp(form)
        }
        let composition = AppComposition(configuration, repositories: repositories)
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        await app.type([.function(4), .home, .down])
        let first = try #require(try await other.listSessions().first { $0.accountID == .stub("kimkim@x.com") })
        #expect(await other.signOut(first.id) == .complete)
        await app.type([.enter])
        #expect(app.drawn().text.contains("Welcome, Kim."))
        #expect(app.content.status == "✔ Signed in as leelee@x.com.")
    }

    @Test func `Enter switches to the account, and its screen appears`() async {
        let app = await launch()
        await app.type([.up, .enter])
        #expect(app.drawn().text.contains("Welcome, kimkim."))
        await app.type([.function(4)])
        #expect(app.drawn().text.contains("● kimkim@x.com"))
        #expect(app.drawn().text.contains("○ leelee@x.com"))
        // Signs kim out, and continues with lee.
        await app.type([.delete, .text("y")])
        await wait(for: .start, in: app)
        await app.type([.function(4), .enter])
        #expect(app.drawn().text.contains("Welcome, leelee."))
    }

    @Test(arguments: [Key.delete, .backspace])
    func `a key signs out one account, and a button all of them`(key: Key) async {
        let app = await launch()
        await app.type([.up, key])
        #expect(app.content.alert?.title == "Sign out of kimkim@x.com?" && app.content.alert?.selection == 0)
        await app.type([.text("n")])
        #expect(app.drawn().text.contains("kimkim"))
        await app.type([key, .left, .enter])
        #expect(app.content.status == "✔ Signed out kimkim@x.com.")
        await app.type([.home])
        #expect(!app.drawn().text.contains("kimkim"))
        #expect(app.drawn().text.contains("● leelee@x.com"))
        // The question is about all accounts, so its safe button is selected first.
        await app.type([.down, .down, .enter])
        #expect(app.content.alert?.buttons == ["Cancel", "Sign out of all accounts"])
        #expect(app.content.alert?.selection == 0)
        await app.type([.enter])
        #expect(app.content.alert == nil && app.drawn().text.contains("● leelee@x.com"))
        await app.type([.enter, .left, .enter])
        await wait(for: .start, in: app)
        #expect(app.content.status == "✔ Signed out leelee@x.com.")
        await app.type([.function(4)])
        #expect(app.drawn().text.contains("No accounts are signed in."))
        await app.type([.enter])
        #expect(app.content.title == "AccountFlow — Sign in")
    }

    @Test func `a sign-out ends the search, in whose place its confirmation is`() async {
        let app = await launch()
        await app.type([.text("kim"), .delete, .text("y")])
        #expect(app.content.status == "✔ Signed out kimkim@x.com.")
        await app.type([.home])
        #expect(app.drawn().text.contains("● leelee@x.com"))
    }

    @Test func `the sign-out of all accounts says how many they were`() async {
        let app = await launch()
        await app.type([.down, .down, .enter, .text("y")])
        await wait(for: .start, in: app)
        #expect(app.content.status == "✔ Signed out of 2 accounts.")
    }

    @Test func `Escape, Back and the active account return to the same screen and focus`() async {
        let app = await launch()
        await app.type([.escape, .tab])
        let before = app.content
        await app.type([.function(4), .down, .escape])
        #expect(app.content == before)
        await app.type([.function(4), .up, .up, .enter])
        #expect(app.content == before)
        await app.type([.function(4), .enter])
        #expect(app.content == before)
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)])
    func `typed text selects accounts, which stay where they are`(columns: Int, rows: Int) async {
        let app = await launch()
        let all = app.content
        #expect(all.help.contains(Language.english.demoText.hint(.search)))
        let lines = app.drawn(columns: columns, rows: rows).lines()
        let kim = lines.firstIndex { $0.contains("kimkim") } ?? 0
        await app.type([.text("KIM")])
        let found = app.drawn(columns: columns, rows: rows)
        func column(_ line: String) -> Int { line.prefix { $0 != "○" }.columns }
        #expect(found.lines()[kim].contains("○ kimkim") && column(found.lines()[kim]) == column(lines[kim]))
        #expect(!found.text.contains("leelee"))
        #expect(app.content.status == "Search: KIM")
        await app.type([.backspace, .backspace, .backspace, .text("lee")])
        #expect(app.drawn(columns: columns, rows: rows).lines()[kim].contains("leelee"))
        await app.type([.text("x"), .enter])
        #expect(app.drawn(columns: columns, rows: rows).text.contains("No account has this text."))
        #expect(!app.content.help.contains(Language.english.demoText.hint(.press)))
        await app.type([.escape, .text("kim"), .enter])
        #expect(app.drawn().text.contains("Welcome, kimkim."))
    }

    @Test func `the accounts that are signed in and the search of all accounts have different titles`() async {
        let app = await launch()
        let title = app.content.title
        await app.type([.escape, .function(5)])
        #expect(app.content.title != title && app.content.title == "AccountFlow — Search all accounts")
    }

    @Test func `a failure is shown`() async throws {
        let app = await launch()
        for item in try await app.composition.listSessions() where !item.isActive {
            _ = await app.composition.signOut(item.id)
        }
        await app.type([.up, .enter])
        #expect(app.drawn().text.contains("This account is no longer signed in on this device."))
        #expect(app.drawn().text.contains("1 account signed in"))
    }
}
