import AccountDemo
import AccountFlowTesting
import App
import Domain
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of clicks on the full screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct MouseTests {
    private func shop(hasher: (any PasswordHasher)? = nil) async -> FullScreenApp {
        await FullScreenApp.stub(AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen), hasher: hasher)
    }

    /// Clicks a text of the screen.
    private func click(_ text: String, in app: FullScreenApp) async throws {
        let lines = app.drawn().lines()
        let row = try #require(lines.firstIndex { $0.contains(text) }, "\(text) is not on the screen")
        let column = try #require(lines[row].ranges(of: text).first.map { lines[row][..<$0.lowerBound].columns })
        await app.press(.click(row: row, column: column))?.value
    }

    @Test func `a click selects a field, ticks a check box and presses a button`() async throws {
        let app = await shop()
        try await click("Password", in: app)
        await app.type([.text("password1")])
        #expect(app.drawn().text.contains("•••••••••"))
        try await click("[x] Keep", in: app)
        #expect(app.drawn().text.contains("[ ] Keep"))
        try await click("⟨ Sign up ⟩", in: app)
        #expect(app.content.title == "AccountFlow — Sign up")
    }

    @Test func `a click beside a button or a check box does nothing`() async throws {
        let app = await shop()
        let before = app.content
        for text in ["[x] Keep", "⟨ Sign up ⟩"] {
            let lines = app.drawn().lines()
            let row = try #require(lines.firstIndex { $0.contains(text) })
            let left = try #require(lines[row].firstRange(of: text).map { lines[row][..<$0.lowerBound].columns })
            for column in [0, left - 1, lines[row].dropLast().columns, 70] {
                await app.press(.click(row: row, column: column))?.value
                #expect(app.content == before, "\(text) at \(column)")
            }
        }
    }

    @Test func `a click on a key that the menu cannot press does nothing`() async throws {
        let app = await shop()
        await app.type([.function(1)])
        let menu = app.content
        try await click("Suspend", in: app)
        #expect(app.content == menu)
        try await click(Language.english.next.demoText.languageName, in: app)
        #expect(app.content.context == Language.english.next.rawValue)
    }

    @Test func `a click on a disabled button selects it, and says why it is disabled`() async throws {
        let app = await shop()
        try await click("( Sign in )", in: app)
        #expect(app.content.title == "AccountFlow — Sign in")
        #expect(app.content.status == "Fill in the fields above first.")
    }

    @Test func `a click presses a button of an alert, and nothing beside it`() async throws {
        let app = await shop()
        await app.type([.text("x")])
        await app.press(.signUp, in: .english)
        await app.type([.text("x"), .escape])
        await app.press(.click(row: 0, column: 3))?.value
        #expect(app.content.alert != nil)
        try await click("⟨ Cancel ⟩", in: app)
        #expect(app.content.alert == nil)
    }

    @Test func `a click on the terms marks the line`() async throws {
        let app = await FullScreenApp.stub(.shop)
        await app.type([.enter])
        try await click("⟨ Show the terms ⟩", in: app)
        let line = "The next launch does not ask for your password."
        try await click(line, in: app)
        let place = try #require(app.content.elements.firstIndex(of: .text(line)))
        #expect(app.content.title == "AccountFlow — Terms")
        #expect(app.content.status?.hasPrefix("\(place + 1)/") == true)
    }

    @Test func `a click during an operation is dropped, because it was meant for the screen before it`() async throws {
        let gate = Gate()
        let app = await shop(hasher: PasswordHasherStub { await gate.pass() })
        await app.type([.text("abcdef@gmail.com"), .tab, .text("password1")])
        let submission = app.press(.enter)
        await gate.arrival()
        let lines = app.drawn().lines()
        app.press(.click(row: try #require(lines.firstIndex { $0.contains("⟨ Sign up ⟩") }), column: 10))
        await gate.open()
        await submission?.value
        #expect(app.content.title == "AccountFlow — Sign in")
    }
}
