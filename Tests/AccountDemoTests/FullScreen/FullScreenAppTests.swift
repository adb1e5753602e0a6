import AccountDemo
import AccountFlowTesting
import App
import Domain
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// The app on a whole terminal, without a terminal.
@MainActor
struct FullScreenAppTests {
    private func makeApp(
        _ configure: (inout AppConfiguration) -> Void = { _ in },
        hasher: (any PasswordHasher)? = nil,
        language: Language = .english
    ) async -> FullScreenApp {
        var configuration = AppConfiguration(policy: .emailLocalPart)
        configure(&configuration)
        return await FullScreenApp.stub(configuration, hasher: hasher, language: language)
    }

    private func press(_ app: FullScreenApp, _ keys: Key...) async {
        for key in keys { await app.press(key)?.value }
    }

    private func screen(_ app: FullScreenApp) -> String {
        ScreenDrawing(columns: 80, rows: 24).draw(app.content).text
    }

    private func signUp(_ app: FullScreenApp) async {
        await press(
            app,
            .enter,
            .text("abcdef@gmail.com"),
            .tab,
            .text("password1"),
            .tab,
            .text("password1"),
            .tab,
            .text("김철수"),
            .enter
        )
    }

    @Test func `S1.1 S1.7 S1.8 S1.9 S1.10 an account lives by the keyboard alone`() async {
        let app = await makeApp()
        #expect(screen(app).contains("Start"))
        await signUp(app)
        #expect(screen(app).contains("Welcome, 김철수."))
        await press(app, .enter)
        #expect(screen(app).contains("AccountFlow — Start"))
        await press(app, .enter, .tab, .tab, .tab, .tab, .enter)
        #expect(app.content.title == "AccountFlow — Sign in")
        await press(app, .text("abcdef@gmail.com"), .enter, .text("password1"), .enter)
        #expect(screen(app).contains("abcdef@gmail.com"))
        await press(app, .tab, .tab, .enter)
        #expect(app.content.alert?.buttons == ["Cancel", "Delete account"] && app.content.alert?.selection == 0)
        await press(app, .enter)
        #expect(app.content.alert == nil && screen(app).contains("Welcome"))
        await press(app, .enter, .right, .enter)
        #expect(screen(app).contains("AccountFlow — Start"))
    }

    @Test func `S1.2 S1.6 what is wrong is said below the field, and the button is out of use until all is right`()
        async
    {
        let app = await makeApp(language: .korean)
        await press(app, .enter, .text("1bcdef@gmail.com"), .tab)
        #expect(screen(app).contains("아이디는 숫자로 시작할 수 없습니다."))
        let isEnabled = app.content.elements.contains(.button("가입하기", isEnabled: false))
        #expect(isEnabled)
        await press(app, .backTab, .home, .delete, .text("a"))
        #expect(!screen(app).contains("✘ 숫자로") && !screen(app).contains("숫자로 시작할"))
    }

    @Test func `S1.2 the rules of the field that is typed into are ticked and crossed below it, whatever the colours`()
        async
    {
        let app = await makeApp(language: .korean)
        await press(app, .enter, .text("1bcdef@gmail.com"))
        #expect(screen(app).contains("✘ 숫자로 시작하지 않음") && screen(app).contains("✔ 6~20자"))
        await press(app, .tab, .text("passwor"))
        #expect(screen(app).contains("· 8~128자") && !screen(app).contains("시작하지 않음"))
        await press(app, .text("d"))
        #expect(screen(app).contains("✔ 8~128자"))
        // Where there is little room, the field and its rules are seen together.
        let small = app.drawn(columns: 30, rows: 8).text
        #expect(small.contains("••••••••") && small.contains("✔ 8~128자"))
    }

    @Test func `no character of a password is on the screen until it is revealed`() async {
        let app = await makeApp()
        await press(app, .enter, .tab, .text("hunter22"))
        #expect(!screen(app).contains("hunter22") && screen(app).contains("••••••••"))
        await press(app, .control("r"))
        #expect(screen(app).contains("hunter22"))
        await press(app, .control("r"))
        #expect(!screen(app).contains("hunter22"))
    }

    @Test func `S2.4 a paste that is too long is refused as a whole and said so`() async {
        let app = await makeApp { $0.policy = AppConfiguration.accounts.policy }
        await press(app, .enter, .text("abcd"), .paste(String(repeating: "x", count: 13)))
        let fields = app.content.elements.compactMap { element in
            if case .field(let field) = element { field } else { nil }
        }
        #expect(fields.first?.editor.text == "abcd" && fields.first?.mark == .invalid)
    }

    @Test func `S4.6 Escape stops a sign-in that is under way, and what was typed stays`() async throws {
        let gate = Gate()
        let app = await makeApp({ $0.launchStyle = .signInScreen }, hasher: PasswordHasherStub { await gate.pass() })
        await press(app, .text("abcdef@gmail.com"), .tab, .text("password1"))
        let submission = try #require(app.press(.enter))
        await gate.arrival()
        #expect(app.content.status?.contains("Esc") == true)
        await press(app, .escape)
        #expect(app.content.status == nil && app.content.title.contains("Sign in"))
        await gate.open()
        await submission.value
        #expect(app.content.title.contains("Sign in") && screen(app).contains("abcdef@gmail.com"))
    }

    @Test func `S4.6 keys that waited for a sign-in are dropped when Escape stops it`() async throws {
        let gate = Gate()
        let app = await makeApp({ $0.launchStyle = .signInScreen }, hasher: PasswordHasherStub { await gate.pass() })
        await press(app, .text("abcdef@gmail.com"), .tab, .text("password1"))
        let submission = try #require(app.press(.enter))
        await gate.arrival()
        let before = screen(app)
        app.press(.text("zzz"))
        await press(app, .escape)
        #expect(!screen(app).contains("••••••••••") && before.contains("•••••••••"))
        await gate.open()
        await submission.value
    }

    @Test func `S2.4 of characters that come together those are refused that are too many`() async {
        let app = await makeApp({
            $0.policy = .length(4...16)
            $0.launchStyle = .signInScreen
        })
        await press(app, .text("abcdefghijklmno"), .text("pqr"))
        #expect(screen(app).contains("abcdefghijklmnop") && !screen(app).contains("abcdefghijklmnopq"))
    }

    @Test func `F2 goes on in the other language with all that was typed`() async {
        let app = await makeApp()
        await press(app, .enter, .text("abcdef"), .function(2))
        #expect(screen(app).contains("회원가입") && screen(app).contains("abcdef"))
        await press(app, .function(2))
        #expect(screen(app).contains("Sign up"))
    }

    @Test("Ctrl-C quits", arguments: [Key.control("c"), .control("q")])
    func quits(key: Key) async {
        let app = await makeApp()
        #expect(!app.isFinished)
        await press(app, key)
        #expect(app.isFinished)
    }

    @Test(
        "whatever is pressed, a screen can be drawn and has a focus",
        arguments: 1...UInt64(Thoroughness.count(2, change: 8, soak: 800))
    )
    func nonsense(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let keys: [Key] = [
            .text("a"), .text("한"), .text("1@x.com"), .paste("password1\n"), .enter, .enter, .tab, .tab, .backTab,
            .escape,
            .backspace, .delete, .left, .home, .function(2), .function(9), .control("r"), .control("u"), .text(" "),
            .up,
        ]
        let app = await makeApp { $0.launchStyle = LaunchStyle.allCases.randomElement(using: &generator) ?? .direct }
        for _ in 0..<150 {
            await press(app, keys.randomElement(using: &generator) ?? .tab)
            let content = app.content
            #expect(content.focus != nil && !content.title.isEmpty, "seed \(seed)")
            _ = ScreenDrawing(columns: 50, rows: 12).draw(content)
        }
    }
}
