import AccountDemo
import AccountFlowTesting
import App
import Domain
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of the full-screen app without a terminal.
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

    private func signUp(_ app: FullScreenApp) async {
        await app.type([.enter] + .filling("abcdef@gmail.com", "password1", "password1", "김철수"))
    }

    @Test func `Escape asks before it clears a form, also on the first screen`() async {
        let app = await makeApp { $0.launchStyle = .signInScreen }
        await app.type([.text("abcdef@gmail.com"), .escape])
        #expect(app.drawn().text.contains(Language.english.messages.title(of: ButtonName.cancel)))
        await app.type([.escape])
        #expect(app.drawn().text.contains("abcdef@gmail.com"))
        await app.type([.escape, .tab, .enter])
        #expect(!app.drawn().text.contains("abcdef@gmail.com"))
    }

    @Test func `S1.1 S1.7 S1.8 S1.9 S1.10 the keyboard alone is enough from sign-up to deletion`() async {
        let app = await makeApp()
        #expect(app.drawn().text.contains("Start"))
        await signUp(app)
        #expect(app.drawn().text.contains("Welcome, 김철수."))
        await app.type([.tab, .enter])
        #expect(app.drawn().text.contains("AccountFlow — Start"))
        await app.type([.enter, .tab, .tab, .tab, .tab, .tab, .enter])
        #expect(app.content.title == "AccountFlow — Sign in")
        await app.type([.text("abcdef@gmail.com"), .enter, .text("password1"), .enter])
        #expect(app.drawn().text.contains("abcdef@gmail.com"))
        await app.type([.tab, .tab, .enter])
        #expect(app.content.alert?.buttons == ["Cancel", "Delete account"])
        #expect(app.content.alert?.selection == 0)
        await app.type([.enter])
        #expect(app.content.alert == nil)
        #expect(app.drawn().text.contains("Welcome"))
        await app.type([.enter, .right, .enter])
        #expect(app.drawn().text.contains("AccountFlow — Start"))
    }

    @Test(arguments: Language.allCases)
    func `a line confirms each success until the next key, or for four seconds`(language: Language) async throws {
        let app = await makeApp(language: language)
        let (text, id) = (language.demoText, AccountID.stub("abcdef@gmail.com"))
        #expect(app.content.status == nil)
        await signUp(app)
        #expect(app.content.status == "✔ " + text.signedIn(id))
        for _ in 0..<4 { await app.secondPassed() }
        #expect(app.content.status == "✔ " + text.signedIn(id))
        await app.secondPassed()
        #expect(app.content.status == nil)

        await app.press(.account, in: language)
        for password in ["password1", "password2", "password2"] { await app.type([.text(password), .tab]) }
        await app.press(.changePassword, in: language)
        #expect(app.content.alert == nil && app.content.status == "✔ " + text.passwordChanged(id))
        await app.press(.signOut, in: language)
        #expect(app.content.status == "✔ " + text.signedOut(id))
    }

    @Test(arguments: Language.allCases)
    func `a line confirms a registration that leads to the sign-in screen`(language: Language) async {
        let app = await FullScreenApp.launched(.remote, language: language)
        await app.press(.signUp, in: language)
        await app.type(.filling("leelee", "password1", "password1", "Lee", "lee@example.com", "010-1234-5678"))
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
        #expect(app.content.status == "✔ " + language.messages.message(for: FlowNotice.signInRequired))
        await app.type([.home])
        #expect(app.content.status == language.demoText.knownAccount("kim", password: "password1", asksForCode: true))
        await app.press(.signUp, in: language)
        await app.press(.signIn, in: language)
        #expect(app.content.status?.contains("✔") == false)
    }

    @Test(arguments: [Key.function(1), .function(3)])
    func `a confirmation waits until the menu that was opened meanwhile is closed`(menu: Key) async {
        let app = await makeApp()
        await app.type([.enter] + [Key].filling("kimkim@x.com", "password1", "password1", "Kim").dropLast())
        let signUp = app.press(.enter)
        app.press(menu)
        await signUp?.value
        for _ in 0..<10 { await app.secondPassed() }
        await app.type([.down, .escape])
        #expect(app.drawn().text.contains("Welcome, Kim."))
        #expect(app.content.status == "✔ Signed in as kimkim@x.com.")
        await app.type([.down])
        #expect(app.content.status == nil)
    }

    @Test func `a sign-in that an alert confirms has no second confirmation`() async {
        let app = await FullScreenApp.launched(.signIn, language: .english)
        await app.type([.text("kim"), .enter, .text("password1"), .enter])
        #expect(app.content.alert?.title == "Signed in" && app.content.status?.contains("✔") != true)
        await app.type([.enter])
        #expect(app.content.status == nil)
    }

    @Test(arguments: [[Key.text("new")], [.paste("new")], [.backspace, .text("new")], [.tab, .backTab, .text("new")]])
    func `what the user types replaces a refused password, which is selected`(keys: [Key]) async {
        let app = await FullScreenApp.launched(.remote, language: .english)
        await app.type([.text("kim"), .enter, .text("wrong"), .enter])
        let selected = app.drawn().rows.joined().filter { $0.character == "•" && $0.style.contains(.reversed) }
        #expect(selected.count == 5)
        await app.type(keys)
        #expect(app.drawn().text.contains("•••") && !app.drawn().text.contains("••••"))
        await app.type([.text("er")])
        #expect(app.drawn().text.contains("•••••") && app.drawn().text.contains("kim"))
        #expect(!app.drawn().rows.joined().contains { $0.character == "•" && $0.style.contains(.reversed) })
    }

    @Test(arguments: [true, false])
    func `after a refused sign-in, the password has the focus and stays hidden`(isRevealed: Bool) async {
        let app = await FullScreenApp.launched(.remote, language: .english)
        await app.type([.text("kim"), .enter, .text("wrong"), .end] + (isRevealed ? [.control("r")] : []) + [.enter])
        #expect(app.drawn().text.contains(Language.english.messages.message(for: SignInError.invalidCredentials)))
        await app.type([.control("u"), .text("secret")])
        #expect(app.drawn().text.contains("••••••") && !app.drawn().text.contains("secret"))
        #expect(app.drawn().text.contains("kim"))
    }

    @Test func `during a submission from a field and after a failure, that field has the focus`() async {
        let gate = Gate()
        let app = await makeApp(
            { $0.launchStyle = .signInScreen },
            hasher: PasswordHasherStub { await gate.pass() }
        )
        await app.type([.text("abcdef@gmail.com"), .enter, .text("password1")])
        let focus = app.content.focus
        let turn = app.press(.enter)
        await gate.arrival()
        #expect(app.content.focus == focus)
        let stop = app.press(.escape)
        await gate.open()
        await turn?.value
        await stop?.value
        #expect(app.content.focus == focus)
        await app.type([.text("2")])
        #expect(app.drawn().text.contains("••••••••••") && !app.drawn().text.contains("com2"))
    }

    @Test(arguments: Language.allCases)
    func `a disabled button takes the focus, says why it is disabled, and does nothing`(language: Language) async {
        let app = await makeApp(language: language)
        await app.type([.enter, .tab, .tab, .tab, .tab])
        #expect(app.content.status == language.demoText.fieldsMissing)
        let before = app.content
        await app.type([.enter])
        #expect(app.content == before)
        await app.type([.tab])
        #expect(app.content.status == nil)
    }

    @Test(arguments: Language.allCases)
    func `a disabled button names the first field that is filled in, but invalid`(language: Language) async {
        let app = await makeApp(language: language)
        await app.type([.enter, .text("abcdef@gmail.com"), .tab, .text("short"), .tab, .tab, .tab])
        let label = language.messages.label(of: .password)
        #expect(app.content.status == language.demoText.correctFirst(label))
    }

    @Test(arguments: Language.allCases)
    func `the last row names only keys that have an effect`(language: Language) async {
        let app = await makeApp(language: language)
        func hints(_ keys: Key...) async -> Set<KeyHint> {
            await app.type(keys)
            let shown = Set(app.content.help.split(separator: " · ").map(String.init))
            return Set(KeyHint.allCases.filter { shown.contains(language.demoText.hint($0)) })
        }
        let always: Set<KeyHint> = [.keys, .next, .quit, .language, .apps, .sessions, .accounts]
        let start = await hints()
        #expect(start == always.subtracting([.next]))
        let form = await hints(.enter)
        #expect(form == always.union([.back]))
        let password = await hints(.tab)
        #expect(password == always.union([.back, .reveal]))
        let visible = await hints(.control("r"))
        #expect(visible == always.union([.back, .hide]))
        let question = await hints(.text("p"), .escape)
        #expect(question == [.press, .moveAcross, .yesOrNo, .close, .language, .quit])
        let sessions = await hints(.escape, .function(4))
        #expect(sessions == [.keys, .close, .press, .search])
        let accounts = await hints(.escape, .function(5))
        #expect(accounts == [.close])
    }

    @Test(arguments: [("y", "n"), ("Y", "N"), ("ㅛ", "ㅜ")])
    func `y and n answer a question, also on a Korean keyboard`(yes: String, no: String) async {
        let app = await makeApp()
        await signUp(app)
        await app.press(.deleteAccount, in: .english)
        await app.type([.text("x"), .text(yes + yes)])
        #expect(app.content.alert != nil)
        await app.type([.text(no)])
        #expect(app.content.alert == nil)
        #expect(app.drawn().text.contains("Welcome"))
        await app.press(.account, in: .english)
        await app.type([.text("x"), .escape, .text(no)])
        #expect(app.content.title == "AccountFlow — Account")
        await app.type([.escape, .text(yes)])
        #expect(app.content.title == "AccountFlow — Welcome")
        await app.press(.deleteAccount, in: .english)
        await app.type([.text(yes)])
        #expect(app.content.title == "AccountFlow — Start")
    }

    @Test(arguments: Language.allCases)
    func `a disabled button of each screen says why it is disabled`(language: Language) async {
        let text = language.demoText
        let app = await makeApp({ $0.launchStyle = .startScreen }, language: language)
        await app.type([.function(4)])
        await app.press(.signOutAll, in: language)
        #expect(app.content.status == text.sessionCount(0))
        await app.type([.escape])
        await signUp(app)
        await app.press(.account, in: language)
        for password in ["password1", "short"] { await app.type([.text(password), .tab]) }
        await app.press(.changePassword, in: language)
        let labels = app.content.elements.compactMap { element in
            if case .field(let field) = element { field.label } else { nil }
        }
        #expect(app.content.status == text.correctFirst(labels[1]))
        await app.press(.profile, in: language)
        for button in [ButtonName.save, .revert] {
            await app.press(button, in: language)
            #expect(app.content.status == text.nothingChanged)
        }
    }

    @Test func `the focus returns to the button that opened the screen above`() async throws {
        let app = await makeApp()
        await signUp(app)
        await app.press(.account, in: .english)
        await app.press(.totp, in: .english)
        #expect(app.content.title == "AccountFlow — Authenticator app")
        await app.type([.escape])
        let focus = try #require(app.content.focus)
        #expect(
            app.content.elements[focus]
                == .button(Language.english.messages.title(of: ButtonName.totp), isEnabled: true)
        )
    }

    @Test func `the spinner turns while a sign-in runs, and not afterwards`() async {
        let gate = Gate()
        let app = await makeApp({ $0.launchStyle = .signInScreen }, hasher: PasswordHasherStub { await gate.pass() })
        await app.type([.text("abcdef@gmail.com"), .tab, .text("password1")])
        let submission = app.press(.enter)
        await gate.arrival()
        #expect(app.content.help.contains("Esc stops"))
        let frames = (0..<10).map { _ in
            app.turnSpinner()
            return app.content.status
        }
        #expect(Set(frames).count == 10)
        #expect(frames.allSatisfy { $0?.dropFirst().hasPrefix(" Sign in · ") == true }, "\(frames)")
        // The other keys wait.
        let waiting = [KeyHint.next, .sessions, .accounts].map(Language.english.demoText.hint)
        #expect(!waiting.contains { app.content.help.contains($0) }, "\(app.content.help)")
        await gate.open()
        await submission?.value
        #expect(app.content.status == nil)
        #expect(waiting.allSatisfy { app.content.help.contains($0) }, "\(app.content.help)")
    }

    @Test(arguments: [Key.tab, .enter, .up, .escape])
    func `a password that Ctrl-R has made visible is masked when its field is left`(key: Key) async {
        let app = await makeApp { $0.launchStyle = .signInScreen }
        await app.type([.tab, .text("password1"), .control("r")])
        #expect(app.drawn().text.contains("password1"))
        await app.type([key])
        // Escape asks first.
        if key == .escape { await app.type([.tab, .enter]) }
        #expect(!app.drawn().text.contains("password1"))
        await app.type([.control("r")])
    }

    @Test(arguments: Language.allCases)
    func `Escape asks before it throws typed text away, and leaves a form without text at once`(
        language: Language
    ) async {
        let app = await makeApp(language: language)
        let start = app.content.title
        await app.type([.enter, .escape])
        #expect(app.content.title == start)
        await app.type([.enter, .text("kim"), .escape])
        let title = app.content.title
        #expect(app.content.alert?.title == language.demoText.discardQuestion)
        // The safe button is selected, and Escape is safe too.
        for key in [Key.enter, .escape] {
            await app.type([key])
            #expect(app.content.alert == nil)
            #expect(app.content.title == title)
            #expect(app.drawn().text.contains("kim"))
            await app.type([.escape])
        }
        // A menu does not take the place of the question.
        await app.type([.function(1), .function(3)])
        #expect(app.content.alert?.title == language.demoText.discardQuestion)
        await app.type([.left, .enter])
        #expect(app.content.title == start)
    }

    @Test(arguments: [ButtonName.signUp, .forgotPassword], Language.allCases)
    func `a sign-in hands its ID to another form, and has it again after Escape`(
        button: ButtonName,
        language: Language
    ) async {
        let app = await makeApp({ $0.launchStyle = .signInScreen }, language: language)
        let start = app.content.title
        await app.type([.text("kim@x.com"), .tab, .text("password1")])
        await app.press(button, in: language)
        #expect(app.content.title != start && app.content.alert == nil)
        #expect(app.drawn().text.contains("kim@x.com") && !app.drawn().text.contains("•"))
        // The ID alone was not typed into this form, so there is nothing to ask.
        await app.type([.escape])
        #expect(app.content.title == start && app.content.alert == nil)
        #expect(app.drawn().text.contains("kim@x.com") && !app.drawn().text.contains("•"))
        await app.press(button, in: language)
        await app.type([.text("x"), .escape])
        #expect(app.content.alert?.title == language.demoText.discardQuestion)
    }

    @Test(arguments: Language.allCases)
    func `Home and End move to the first and the last item where no field has the focus`(language: Language) async {
        let app = await makeApp({ $0.launchStyle = .signInScreen }, language: language)
        await app.type([.tab, .tab, .end])
        let items = app.content.elements.indices.filter { app.content.elements[$0].takesFocus }
        #expect(app.content.focus == items.last)
        await app.type([.home])
        #expect(app.content.focus == items.first)
        // In a field, they move the cursor.
        await app.type([.text("kim"), .home, .text("x"), .end, .text("y")])
        #expect(app.drawn().text.contains("xkimy"))
    }

    @Test(arguments: Language.allCases)
    func `a sign-up asks before it throws typed text away for the sign-in`(language: Language) async {
        let app = await makeApp({ $0.launchStyle = .signInScreen }, language: language)
        await app.press(.signUp, in: language)
        let title = app.content.title
        await app.type([.text("kim")])
        await app.press(.signIn, in: language)
        #expect(app.content.alert?.title == language.demoText.discardQuestion)
        await app.type([.enter])
        #expect(app.content.title == title && app.drawn().text.contains("kim"))
        await app.press(.signIn, in: language)
        await app.type([.text("y")])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
    }

    @Test(arguments: Language.allCases)
    func `other apps and other accounts also ask before they throw typed text away`(language: Language) async {
        let app = await makeApp(language: language)
        await signUp(app)
        await app.type([.function(4)])
        await app.press(.addAccount, in: language)
        await app.type([.text("lee")])
        let start = app.content
        for keys in [[Key.function(3), .enter], [.function(4), .enter], [.function(5), .enter]] {
            await app.type(keys)
            #expect(app.content.alert?.title == language.demoText.discardQuestion, "\(keys)")
            #expect(app.content.alert?.selection == 0)
            await app.type([.escape])
            if keys[0] == .function(4) { await app.type([.escape]) }
            #expect(app.content == start, "\(keys)")
        }
        await app.type([.function(4), .enter, .text("y")])
        #expect(app.composition.session.state.session?.accountID.text == "abcdef@gmail.com")
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.welcome))
    }

    @Test(arguments: Language.allCases)
    func `Enter in the last field of an invalid form moves to the first invalid field`(
        language: Language
    ) async {
        let app = await makeApp(language: language)
        await app.type([.enter] + ["kimkim@", "password1", "password2"].flatMap { [.text($0), .tab] })
        await app.type([.text("Kim"), .enter])
        #expect(app.content.focus == 0)
        guard case .field(let field)? = app.content.elements.first else { return }
        let issue = ValidationIssue.notAnEmailAddress(.shape)
        #expect(field.message == language.messages.message(for: FieldIssue(field: .id, issue: issue)))
        for (columns, rows) in [(80, 24), (40, 12)] {
            let text = app.drawn(columns: columns, rows: rows).text
            #expect(text.contains((field.message ?? "").prefix(8)), "\(text)")
        }
        await app.type([.end, .text("example.com"), .tab, .tab, .tab, .enter])
        #expect(app.content.focus == 2)
    }

    @Test(arguments: Language.allCases)
    func `the message about an ID begins where its field begins`(language: Language) async throws {
        let app = await makeApp(language: language)
        await app.type([.enter, .text("kimkim@"), .tab])
        let lines = app.drawn().lines()
        let row = try #require(lines.firstIndex { $0.contains("kimkim@") })
        let start = lines[row].split(separator: "kimkim@")[0].columns
        #expect(lines[row + 1].dropFirst().prefix { $0 == " " }.count + 1 == start, "\(lines[row + 1])")
    }

    @Test(arguments: Language.allCases)
    func `Enter names the field that is missing for the change of a password`(language: Language) async {
        let app = await makeApp(language: language)
        await signUp(app)
        await app.press(.account, in: language)
        await app.type([.tab, .text("password2"), .tab, .text("password2"), .enter])
        let field = FieldIssue(field: .currentPassword, issue: .empty)
        #expect(app.content.status == language.messages.message(for: field))
        await app.type([.text("p")])
        #expect(app.content.status == nil)
    }

    @Test func `S1.2 S1.6 an issue is shown below its field, and the button is disabled`() async {
        let app = await makeApp(language: .korean)
        await app.type([.enter, .text("1bcdef@gmail.com"), .tab])
        #expect(app.drawn().text.contains("@ 앞부분은 숫자로 시작할 수 없습니다."))
        let isEnabled = app.content.elements.contains(.button("가입하기", isEnabled: false))
        #expect(isEnabled)
        await app.type([.backTab, .home, .delete, .text("a")])
        #expect(!app.drawn().text.contains("✘ @ 앞부분 숫자로"))
        #expect(!app.drawn().text.contains("숫자로 시작할"))
    }

    @Test func `S1.2 the rules of the focused field are listed below it, each with a mark`() async {
        let app = await makeApp(language: .korean)
        await app.type([.enter, .text("1bcdef@gmail.com")])
        #expect(app.drawn().text.contains("✘ @ 앞부분 숫자로 시작하지 않음"))
        #expect(app.drawn().text.contains("✔ @ 앞부분 6~20자"))
        await app.type([.tab, .text("passwor")])
        #expect(app.drawn().text.contains("· 8~128자"))
        #expect(!app.drawn().text.contains("시작하지 않음"))
        await app.type([.text("d")])
        #expect(app.drawn().text.contains("✔ 8~128자"))
        // A small screen shows the field together with its rules.
        let small = app.drawn(columns: 30, rows: 8).text
        #expect(small.contains("••••••••"))
        #expect(small.contains("✔ 8~128자"))
    }

    @Test func `no character of a password is on the screen until it is revealed`() async {
        let app = await makeApp()
        await app.type([.enter, .tab, .text("hunter22")])
        #expect(!app.drawn().text.contains("hunter22"))
        #expect(app.drawn().text.contains("••••••••"))
        await app.type([.control("r")])
        #expect(app.drawn().text.contains("hunter22"))
        await app.type([.control("r")])
        #expect(!app.drawn().text.contains("hunter22"))
    }

    @Test(arguments: [Key.function(1), .function(3), .function(4), .function(5), .escape])
    func `what covers a form hides its password again`(key: Key) async {
        let app = await makeApp()
        await app.type([.enter, .tab, .text("hunter22"), .control("r")])
        #expect(app.drawn().text.contains("hunter22"))
        await app.type([key, .escape])
        #expect(app.content.title == "AccountFlow — Sign up" && !app.drawn().text.contains("hunter22"))
    }

    @Test(arguments: Language.allCases)
    func `a paste of several lines becomes one line, but a password refuses it until the next key`(
        language: Language
    ) async {
        let app = await makeApp(language: language)
        await app.type([.enter, .paste("abc\n"), .paste("def\r\nghi\n")])
        #expect(app.drawn().text.contains("abcdef ghi") && app.content.status == nil)
        await app.type([.tab, .paste("pass\nword1"), .control("r")])
        #expect(!app.drawn().text.contains("pass"))
        await app.type([.paste("pass\nword1")])
        #expect(app.content.status == language.demoText.severalLines && app.content.isStatusNew)
        await app.type([.paste("password1\n")])
        #expect(app.drawn().text.contains("password1") && app.content.status == nil)
    }

    @Test func `S2.4 a paste that is too long is rejected as a whole, and the field is marked`() async {
        let app = await makeApp {
            $0.policy = AppConfiguration.accounts.policy
            // On a busy machine, the mark would be gone again.
            $0.rejectionTime = .seconds(3_600)
        }
        await app.type([.enter, .text("abcd"), .paste(String(repeating: "x", count: 13))])
        let fields = app.content.elements.compactMap { element in
            if case .field(let field) = element { field } else { nil }
        }
        #expect(fields.first?.editor.text == "abcd")
        #expect(fields.first?.mark == .invalid)
    }

    @Test(arguments: [
        (AppConfiguration.start, AccountField.id, "is too long. At most 254 bytes"),
        (.start, .nickname, "must have at most 20 characters"), (.start, .password, "must have at most 128 characters"),
        (.accounts, .id, "must have at most 16 characters"), (.accounts, .password, "must have at most 16 characters"),
        (.shop, .id, "must have at most 12 characters"),
    ])
    func `the message about a paste that is too large names the field's limit until the next key`(
        configuration: AppConfiguration,
        field: AccountField,
        message: String
    ) async {
        let app = await makeApp {
            $0.policy = configuration.policy
            $0.launchStyle = .startScreen
            // On a busy machine, the message would be gone again.
            $0.rejectionTime = .seconds(3_600)
        }
        await app.type([.enter])
        let fields = app.content.elements.compactMap { element in
            if case .field(let field) = element { field.label } else { nil }
        }
        let place = fields.firstIndex(of: Language.english.messages.label(of: field)) ?? 0
        await app.type(Array(repeating: .tab, count: place))
        for keys in [[Key.tab, .backTab], [.text("a")]] {
            await app.type([.paste(String(repeating: "x", count: 5_000))])
            #expect(app.drawn(rows: 60).text.contains(message), "\(app.drawn().text)")
            await app.type(keys)
            #expect(!app.drawn(rows: 60).text.contains(message), "\(app.drawn().text)")
        }
    }

    @Test func `an invisible character in a nickname is reported when its field is left`() async {
        let app = await makeApp()
        await app.type([.enter, .text("abcdef@gmail.com"), .tab, .text("password1"), .tab, .text("password1"), .tab])
        await app.type([.paste("Kim\u{202E}"), .tab])
        #expect(app.drawn(rows: 40).text.contains("Nickname must not contain control"))
        #expect(!app.drawn(rows: 40).text.contains("\u{202E}"))
    }

    @Test func `S2.4 of characters that arrive together, only those beyond the limit are rejected`() async {
        let app = await makeApp({
            $0.policy = .length(4...16)
            $0.launchStyle = .signInScreen
        })
        await app.type([.text("abcdefghijklmno"), .text("pqr")])
        #expect(app.drawn().text.contains("abcdefghijklmnop"))
        #expect(!app.drawn().text.contains("abcdefghijklmnopq"))
    }

    @Test func `F2 switches the language, and the typed text stays`() async {
        let app = await makeApp()
        await app.type([.enter, .text("abcdef")])
        var contexts: [String] = []
        for _ in Language.allCases {
            await app.type([.function(2)])
            contexts.append(app.content.context)
            #expect(app.drawn().text.contains("회원가입") == (app.content.context == "ko"))
            #expect(app.drawn().text.contains("abcdef"))
        }
        #expect(Set(contexts) == Set(Language.allCases.map(\.rawValue)))
        #expect(app.drawn().text.contains("Sign up"))
    }

    @Test(arguments: [Key.control("c"), .control("q")])
    func `Ctrl-C and Ctrl-Q quit`(key: Key) async {
        let app = await makeApp()
        #expect(!app.isFinished)
        await app.type([key])
        #expect(app.isFinished)
    }

    @Test(arguments: 1...UInt64(Thoroughness.count(2, change: 8, soak: 800)))
    func `any sequence of keys leads to a screen that can be drawn and has a focus`(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        let keys: [Key] = [
            .text("a"), .text("한"), .text("1@x.com"), .paste("password1\n"), .enter, .enter, .tab, .tab, .backTab,
            .escape, .backspace, .delete, .left, .home, .function(2), .function(4), .function(9), .control("r"),
            .control("u"), .text(" "), .up,
        ]
        let app = await makeApp { $0.launchStyle = LaunchStyle.allCases.randomElement(using: &generator) ?? .direct }
        for _ in 0..<150 {
            await app.type([keys.randomElement(using: &generator) ?? .tab])
            let content = app.content
            #expect(content.focus != nil || content.statusCursor != nil, "seed \(seed)")
            #expect(!content.title.isEmpty, "seed \(seed)")
            _ = ScreenDrawing(columns: 50, rows: 12).draw(content)
        }
    }
}
