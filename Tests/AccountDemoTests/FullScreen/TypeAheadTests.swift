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
    private static let life: [Key] = [
        .enter, .text("abcdef@gmail.com"), .tab, .text("password1"), .tab, .text("password1"), .tab, .text("김철수"),
        .enter, .tab, .enter, .enter, .tab, .tab, .tab, .tab, .tab, .enter, .text("abcdef@gmail.com"), .enter,
        .text("password1"), .enter, .tab,
    ]

    private func hurry(_ app: FullScreenApp, _ keys: [Key]) async {
        var turn: Task<Void, Never>?
        for key in keys { turn = app.press(key) }
        await turn?.value
    }

    @Test func `keys that are typed ahead reach the screens that they are meant for`() async {
        let (patient, hasty) = (await FullScreenApp.stub(), await FullScreenApp.stub())
        await patient.type(Self.life)
        await hurry(hasty, Self.life)
        #expect(hasty.content == patient.content)
        #expect(hasty.drawn().text.contains("Welcome, 김철수."))
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
        await patient.type(typed)
        await hurry(hasty, typed)
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
