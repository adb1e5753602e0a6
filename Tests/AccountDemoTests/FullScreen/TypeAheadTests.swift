import AccountDemo
import AccountFlowTesting
import App
import Domain
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of keys that are pressed faster than screens change.
@MainActor
struct TypeAheadTests {
    /// The keys of each screen.
    private static let life: [[Key]] = [
        [.enter], .filling("abcdef@gmail.com", "password1", "password1", "김철수"), [.tab, .enter], [.enter],
        [.tab, .tab, .tab, .tab, .tab, .enter],
        [.text("abcdef@gmail.com"), .enter, .text("password1"), .enter], [.tab],
    ]

    private func hurry(_ app: FullScreenApp, _ keys: [Key]) async {
        var turn: Task<Void, Never>?
        for key in keys { turn = app.press(key) }
        await turn?.value
        while let turn = app.turn { await turn.value }
    }

    /// Whether there is another screen, an alert or a failure.
    private func isNew(_ content: ScreenContent, after earlier: ScreenContent) -> Bool {
        content.title != earlier.title || content.alert != nil || content.elements.count != earlier.elements.count
            || content.elements.contains { if case .text(_, .red) = $0 { true } else { false } }
    }

    @Test func `keys that are typed ahead on a screen reach the fields that they are meant for`() async {
        let (patient, hasty) = (await FullScreenApp.stub(), await FullScreenApp.stub())
        for keys in Self.life {
            await patient.type(keys)
            await hurry(hasty, keys)
        }
        #expect(hasty.content == patient.content)
        #expect(hasty.drawn().text.contains("Welcome, 김철수."))
    }

    @Test func `keys that are typed ahead for a form that opens at once fill it`() async {
        let app = await FullScreenApp.stub(AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen))
        await app.type([.tab, .tab, .tab, .tab])
        await hurry(app, [.enter] + .filling("kimkim@x.com", "password1", "password1", "Kim"))
        #expect(app.drawn().text.contains("Welcome, Kim."))
    }

    @Test func `keys that are typed while the start screen looks for a session fill the form after it`() async {
        let app = await FullScreenApp.stub()
        await hurry(app, [.enter] + .filling("kimkim@x.com", "password1", "password1", "Kim"))
        #expect(app.drawn().text.contains("Welcome, Kim."))
    }

    @Test func `keys that are typed before the first form fill it`() async {
        let configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        let composition = AppComposition(configuration, repositories: Repositories())
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        async let launch: Void = app.launch()
        while app.turn == nil { await Task.yield() }
        await hurry(app, [.text("abcdef@gmail.com"), .tab, .text("password1")])
        await launch
        #expect(app.drawn().text.contains("abcdef@gmail.com") && app.content.focus == 1)
    }

    @Test(arguments: [[Key.tab, .enter], [.tab, .tab, .enter, .text("y")], [.tab, .tab, .enter, .left, .enter]])
    func `keys that are pressed during a sign-in press no button of the next screen`(keys: [Key]) async {
        let app = await FullScreenApp.stub()
        await app.type([.enter])
        await hurry(app, .filling("kimkim@x.com", "password1", "password1", "Kim") + keys)
        #expect(app.drawn().text.contains("Welcome, Kim.") && app.content.alert == nil)
        await app.type([.tab, .enter])
        #expect(app.content.title == "AccountFlow — Start")
        await app.type([.enter, .tab, .tab, .tab, .tab, .tab, .enter])
        await hurry(app, .filling("kimkim@x.com", "password1") + keys)
        #expect(app.drawn().text.contains("Welcome, Kim.") && app.content.alert == nil)
    }

    @Test func `keys that are pressed before a restored session is shown do not end it`() async {
        let repositories = Repositories()
        let first = AppComposition(.quick, repositories: repositories)
        let old = FullScreenApp(first, language: .english) { _ in first }
        await old.launch()
        await old.type([.enter] + .filling("kimkim@x.com", "password1", "password1", "Kim"))
        #expect(first.session.state.session != nil)
        await old.shutDown()
        let next = AppComposition(.quick, repositories: repositories)
        let app = FullScreenApp(next, language: .english) { _ in next }
        async let launch: Void = app.launch()
        while app.turn == nil { await Task.yield() }
        await hurry(app, [.tab, .enter])
        await launch
        #expect(next.session.state.session != nil && app.drawn().text.contains("Welcome, Kim."))
    }

    @Test func `keys that are pressed before a question appears do not answer it`() async {
        let app = await FullScreenApp.stub()
        await app.type([.enter] + .filling("kimkim@x.com", "password1", "password1", "Kim"))
        await hurry(app, [.tab, .tab, .enter, .text("y"), .left, .enter])
        #expect(app.content.alert?.buttons.count == 2 && app.content.alert?.selection == 0)
        await app.type([.escape, .up, .enter, .enter, .tab, .tab, .tab, .tab, .tab, .enter])
        #expect(app.content.title == "AccountFlow — Sign in")
        await app.type([.text("kimkim@x.com"), .tab, .tab])
        await hurry(app, [.text(" "), .escape, .text("y")])
        #expect(app.content.title == "AccountFlow — Sign in" && app.content.alert?.selection == 0)
    }

    @Test func `keys that are pressed during a submission do not repeat it after a failure`() async {
        let attempts = MessageLog<Void>()
        let configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        let app = await FullScreenApp.stub(configuration, hasher: PasswordHasherStub { attempts.append(()) })
        for count in 1...2 {
            await hurry(app, .filling("kimkim@x.com", "password1") + [.enter, .enter, .tab, .text("z")])
            #expect(attempts.messages.count == count)
            await app.type([.backTab])
        }
    }

    @Test(arguments: 1...UInt64(12))
    func `keys that are typed ahead have the same result as keys typed one by one`(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let keys: [Key] = [
            .enter, .enter, .enter, .text("abcdef"), .text("한글"), .text("password1"), .tab, .tab, .backTab, .text(" "),
            .paste("abcdef@gmail.com\n"), .backspace, .function(2), .function(4), .control("r"), .pageDown,
        ]
        let style = LaunchStyle.allCases.randomElement(using: &generator) ?? .direct
        var configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: style)
        configuration.terms = AppConfiguration.shop.terms
        let typed = (0..<80).map { _ in keys.randomElement(using: &generator) ?? .tab }
        let (patient, hasty) = (
            // On a clock that stands still, so that no red field reverts.
            await FullScreenApp.stub(configuration, clock: ManualClock()),
            await FullScreenApp.stub(configuration, clock: ManualClock())
        )
        for key in typed {
            let before = patient.content
            await patient.type([key])
            hasty.press(key)
            // Keys for what is not shown yet are dropped.
            if isNew(patient.content, after: before) { await hurry(hasty, []) }
        }
        await hurry(hasty, [])
        #expect(hasty.content == patient.content, "seed \(seed)")
    }

    @Test func `no key that is typed ahead replaces what another program has changed`() async throws {
        let app = await FullScreenApp.stub()
        await app.type([.enter])
        await app.type(.filling("kimkim@x.com", "password1", "password1", "Kim"))
        await app.press(.account, in: .english)
        await app.press(.profile, in: .english)
        await app.type([.text("my")])
        let session = try #require(app.composition.session.state.session)
        let edit = ProfileEdit(of: session.profile, to: Profile(nickname: try Nickname("Lee")))
        _ = try await app.composition.updateProfile(of: session, edit)
        await app.type([.tab, .tab, .tab])
        await hurry(app, [.tab, .enter, .enter, .enter])
        #expect(app.drawn().text.contains("Kimmy"))
        #expect(app.content.title == "AccountFlow — Profile")
        #expect(app.composition.session.state.session?.profile.nickname?.text == "Lee")
    }

    @Test func `S4.6 Escape stops a sign-in at once, drops the waiting keys, and leaves the typed text`() async {
        let gate = Gate()
        let configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        let app = await FullScreenApp.stub(configuration, hasher: PasswordHasherStub { await gate.pass() })
        await app.type([.text("abcdef@gmail.com"), .tab, .text("password1")])
        let before = app.content
        let submission = app.press(.enter)
        await gate.arrival()
        #expect(app.content.status?.contains("Esc") == true)
        app.press(.tab)
        app.press(.text("zzz"))
        let turn = app.press(.escape)
        #expect(app.content.status == nil)
        await gate.open()
        await submission?.value
        await turn?.value
        #expect(app.content == before)
    }
}
