import AccountDemo
import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of switching from one preset to another.
@MainActor
struct PresetSwitchTests {
    private static let presets = AppSettings.Preset.allCases

    /// Returns the keys that switch to a preset; the selection starts at the running one.
    private func keys(from running: AppSettings.Preset? = nil, to preset: AppSettings.Preset) -> [Key] {
        let (from, to) = (running.flatMap(Self.presets.firstIndex) ?? 0, Self.presets.firstIndex(of: preset) ?? 0)
        return [.function(3)] + Array(repeating: to < from ? .left : .right, count: abs(to - from)) + [.enter]
    }

    @Test func `the next app starts after the previous one has ended, and late answers change nothing`() async {
        let (gate, made) = (Gate(), MessageLog<String>())
        let repositories = Repositories()
        var configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        configuration.availabilityPause = nil
        let old = AppComposition(
            configuration,
            repositories: repositories,
            hasher: PasswordHasherStub { await gate.pass() }
        )
        let next = AppComposition(.start, repositories: Repositories())
        let app = FullScreenApp(old, language: .english) { preset in
            made.append("\(preset), old at work: \(old.hasPendingWork)")
            return next
        }
        await app.launch()
        await app.type([.text("abcdef"), .tab, .text("password1")])
        app.press(.enter)
        await gate.arrival()
        app.press(.text("for the earlier screen"))
        var turn: Task<Void, Never>?
        // The typed text would be lost.
        for key in keys(to: .start) + [.text("y")] { turn = app.press(key) }
        // It must not act on the next screen either, which the user has not seen.
        turn = app.press(.enter)
        #expect(made.messages == [])

        await gate.open()
        await turn?.value

        #expect(made.messages == ["start, old at work: false"])
        #expect(
            app.content.title == "AccountFlow — Start" && app.composition.configuration.launchStyle == .startScreen
        )
        #expect(!app.drawn().text.contains("abcdef"))
        #expect(!app.drawn().text.contains("earlier"))
        #expect(await old.restoreSession() == .unavailable(.stub(.session, .closed)))
    }

    @Test func `the question about a form's text ends with the form, the next is about the session`() async {
        let gate = Gate()
        let app = await FullScreenApp.stub(.start, named: .start, hasher: PasswordHasherStub { await gate.pass() })
        await app.type([.enter])
        let form = [Key].filling("kimkim@example.com", "password1", "password1", "Kim")
        await app.type(form.dropLast())
        let turn = app.press(.enter)
        await gate.arrival()
        for key in keys(from: .start, to: .accounts) { app.press(key) }
        #expect(app.content.alert?.title == Language.english.demoText.discardQuestion)
        await gate.open()
        await turn?.value
        while let turn = app.turn { await turn.value }
        #expect(app.content.alert == nil && app.composition.session.state.session != nil)
        await app.type(keys(from: .start, to: .accounts))
        #expect(app.content.alert?.title == Language.english.demoText.leaveAppQuestion)
        await app.type([.escape])
        #expect(app.content.title == "AccountFlow — Welcome")
    }

    @Test(arguments: Language.allCases)
    func `after a sign-up at a server that requires a sign-in, only the password is left to type`(
        language: Language
    ) async throws {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.type(keys(from: .start, to: .remote))
        await app.press(.signUp, in: language)
        await app.type(.filling("leelee", "password1", "password1", "Lee", "lee@example.com", "010-1234-5678"))
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
        await app.type([.text("password1"), .enter, .text(LocalServer.code), .enter])
        #expect(app.composition.session.state.session?.accountID.text == "leelee")
    }

    @Test(arguments: Language.allCases)
    func `another app asks before accounts in memory are lost, and the present one stays open`(
        language: Language
    ) async {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.press(.start, in: language)
        await app.type(.filling("kimkim@example.com", "password1", "password1", "Kim"))
        await app.type([.home])
        let welcome = app.content
        await app.type(keys(from: .start, to: .start))
        #expect(app.content == welcome)
        for key in [Key.enter, .escape, .text("n")] {
            await app.type(keys(from: .start, to: .accounts))
            #expect(app.content.alert?.title == language.demoText.leaveAppQuestion)
            await app.type([key])
            #expect(app.content == welcome, "\(key)")
        }
        await app.type(keys(from: .start, to: .accounts) + [.text("y")])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
        // The app has had no account since it was opened, so that nothing is lost.
        await app.type(keys(from: .accounts, to: .start))
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.start))
    }

    @Test(arguments: AppSettings.Preset.allCases)
    func `a typed name selects its app`(preset: AppSettings.Preset) async {
        let app = await FullScreenApp.launched(.start, language: .english)
        await app.type([.function(3), .text(preset.rawValue)])
        let focused = app.content.focus.map { app.content.elements[$0] }
        #expect(focused == .button((preset == .start ? "● " : "○ ") + preset.rawValue, isEnabled: true))
    }

    @Test func `Escape and Cancel leave the app unchanged, even in the middle of a form`() async {
        let app = await FullScreenApp.stub(.accounts)
        await app.type([.text("abcdef")])
        let before = app.content
        await app.type([.function(3), .down, .escape])
        #expect(app.content == before)
        await app.type([.function(3), .left])
        let focused = app.content.focus.map { app.content.elements[$0] }
        #expect(focused == .button("Cancel", isEnabled: true))
        await app.type([.enter])
        #expect(app.content == before)
        await app.type([.function(3), .function(3)])
        #expect(app.content == before)
    }

    @Test(arguments: Language.allCases)
    func `the menu describes every app, marks the running one, and says where the accounts are`(
        language: Language
    ) async {
        let path = "/home/kim/" + String(repeating: "long/", count: 9) + "account-flow"
        let launcher = PresetLauncher(storage: .folder(path), language: language, hashingCost: .minimal)
        let app = FullScreenApp(
            launcher.launch(.accounts),
            preset: .accounts,
            language: language,
            location: launcher.location,
            launch: launcher.launch
        )
        await app.launch()
        await app.type([.function(3)])
        let text = app.drawn(rows: 40).text
        let words = text.split { " │▌\n".contains($0) }.joined(separator: " ")
        for preset in Self.presets {
            #expect(text.contains((preset == .accounts ? "⟨ ● " : "⟨ ○ ") + "\(preset) ⟩"))
            let summary = language.demoText.summary(of: preset)
            let sentence = language.demoText.sentence(about: launcher.location(of: preset))
            #expect(words.replacing(" ", with: "").contains((summary + sentence).replacing(" ", with: "")))
            #expect(preset.needsServer || sentence.contains("\(path)/presets/\(preset)"))
        }
        // In a small window, the description of the selected app is visible.
        for preset in Self.presets[2...] {
            let small = app.drawn(columns: 40, rows: 12).text
            #expect(small.contains(language.demoText.summary(of: preset).prefix(12)))
            #expect(!small.contains("\n   ."), "the end of a sentence is alone on its row")
            await app.type([.down])
        }
    }

    @Test(arguments: [
        (
            ["database": "postgresql://kim:secret@db.example.com:5433/accounts"],
            AccountLocation.database(host: "db.example.com")
        ),
        (["database": "host=db.example.com password=secret"], .database(host: "db.example.com")),
        (["database": "password='x host=secret'"], .database(host: nil)),
        (["database": "password= host=secret"], .database(host: nil)),
        (["database": "postgresql://kim:sec/ret@db.example.com/accounts"], .database(host: nil)),
        (["server": "http://127.0.0.1:9"], .server(host: "127.0.0.1")),
        ([:], .folder("/data")),
    ])
    func `the place of the first app is that of the command line, without a password`(
        options: [String: String],
        location: AccountLocation
    ) throws {
        var configuration = AppConfiguration.accounts
        configuration.storage = .folder("/data")
        if let database = options["database"] {
            configuration.storage = .postgreSQL(ConnectionString(database), sessions: .folder("/data"))
        }
        if let server = options["server"] { configuration = .remote(at: try HTTPURL(server)) }
        let first = options["server"] == nil ? AppSettings.Preset.accounts : .remote
        let launcher = PresetLauncher(
            storage: .folder("/data"),
            language: .english,
            hashingCost: .minimal,
            first: first,
            configuration: configuration
        )
        #expect(launcher.location(of: first) == location)
        #expect(launcher.location(of: .signIn) == .program)
        #expect(launcher.location(of: .shop) == .folder("/data/presets/shop"))
        for language in Language.allCases {
            let sentence = language.demoText.sentence(about: location)
            #expect(!sentence.contains("sec") && !sentence.contains("ret@"), "\(sentence)")
        }
    }

    @Test(arguments: [AppSettings.Preset.start, .shop], Language.allCases)
    func `a first screen of buttons says what the app is, until the next screen`(
        preset: AppSettings.Preset,
        language: Language
    ) async {
        let app = await FullScreenApp.launched(preset, language: language)
        let words = [language.demoText.summary(of: preset), language.demoText.sentence(about: .memory)]
        for (columns, rows) in [(80, 24), (200, 60), (40, 12)] {
            let lines = app.drawn(columns: columns, rows: rows).lines()
            for text in words { #expect(lines.contains { $0.contains(text) }, "\(lines)") }
        }
        // The button is more important.
        #expect(app.drawn(columns: 40, rows: 4).text.contains("⟨"))
        await app.type([.enter])
        for text in words { #expect(!app.drawn().text.contains(text)) }
    }

    @Test func `what the app of the command line uses is used again when F3 starts it`() {
        var configuration = AppConfiguration.quick
        configuration.storage = .folder("/data")
        let launcher = PresetLauncher(
            storage: .inMemory,
            language: .english,
            hashingCost: .minimal,
            first: .start,
            configuration: configuration
        )
        #expect(launcher.launch(.start).configuration.storage == .folder("/data"))
        #expect(launcher.location(of: .accounts) == .memory)
    }

    @Test(arguments: AppSettings.Preset.allCases)
    func `settings apply to every preset, except the start and the terms of the first one`(preset: AppSettings.Preset) {
        var settings = AppSettings()
        (settings.signInDelay, settings.keepsSecurityEvents) = (.seconds(1), false)
        (settings.launchStyle, settings.terms) = (.mainScreen, AppConfiguration.shop.terms)
        for isFirst in [true, false] {
            let launcher = PresetLauncher(
                storage: .inMemory,
                language: .english,
                hashingCost: .minimal,
                settings: settings,
                first: isFirst ? preset : nil
            )
            let configuration = launcher.launch(preset).configuration
            #expect(configuration.signInDelay == .seconds(1) && !configuration.keepsSecurityEvents)
            let own = preset.configuration(in: .english, hashingCost: .minimal)
            #expect(configuration.launchStyle == (isFirst ? .mainScreen : own.launchStyle))
            #expect(configuration.terms == (isFirst ? AppConfiguration.shop.terms : own.terms))
        }
    }

    @Test func `the preset with which the program was started stays in the folder of the program`()
        async throws
    {
        let folder = TemporaryFolder()
        var configuration = AppConfiguration.accounts
        configuration.hashingCost = .minimal
        configuration.storage = .folder(folder.path)
        let launcher = PresetLauncher(
            storage: .folder(folder.path),
            language: .english,
            hashingCost: .minimal,
            first: .accounts,
            configuration: configuration
        )
        let form = AccountForm([.id: "abcdef", .password: "password1", .confirmation: "password1"])
        let app = launcher.launch(.accounts)
        _ = try await app.signUp(form)
        await app.shutDown()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("session.json") && !names.contains("presets"))
    }

    @Test func `each preset has its own folder, or a server within the program`() async throws {
        let folder = TemporaryFolder()
        let launcher = PresetLauncher(storage: .folder(folder.path), language: .english, hashingCost: .minimal)
        for preset in Self.presets where preset != .signIn {
            let app = launcher.launch(preset)
            var form = AccountForm([.id: "abcdef", .password: "password1", .confirmation: "password1"])
            if preset == .start { form[.id] = "abcdef@gmail.com" }
            for field in app.signUpValidator.fields where form[field].isEmpty { form[field] = "Kim" }
            form[.email] = "kim@example.com"
            form[.phone] = "010-1234-5678"
            // An S3 server requires a sign-in after the sign-up.
            let terms = app.configuration.terms.required
            _ = try? await app.signUp(form, agreeingTo: terms)
            _ = try await app.signIn(form, agreeingTo: terms)
            await app.shutDown()
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            #expect(names.contains("presets/\(preset)/session.json") == !preset.needsServer, "\(preset): \(names)")
        }
        for preset in Self.presets where preset.needsServer {
            #expect(try await signIn(to: launcher.launch(preset)).accountID.text == LocalServer.knownAccount.id)
        }
    }

    /// Signs in to the server of a preset, also with the code that it asks for.
    private func signIn(to app: AppComposition) async throws -> Session {
        let known = LocalServer.knownAccount
        let step = try await app.signIn(AccountForm([.id: known.id, .password: known.password]))
        guard case .challenge(let challenge) = step else { return try step.get().session }
        _ = try await app.answer(challenge, with: AccountConfirmation(code: LocalServer.code))
        return try #require(app.session.state.session)
    }

    @Test(arguments: Language.allCases)
    func `a server within the program asks for a code at sign-in, which the screen shows`(language: Language) async {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.type(keys(from: .start, to: .remote))
        let known = LocalServer.knownAccount
        await app.type([.text(known.id), .tab, .text(known.password), .enter])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.challenge))
        #expect(app.content.status == language.demoText.knownCode(LocalServer.code))
        await app.type([.text("1"), .enter])
        #expect(app.drawn().text.contains(language.messages.message(for: .wrong(attemptsLeft: 2), of: nil)))
        await app.type([.backspace, .text(LocalServer.code), .enter])
        #expect(app.composition.session.state.session?.accountID.text == known.id)
    }

    @Test(arguments: Language.allCases)
    func `what a server within the program refuses is said in the language of the app`(language: Language) async {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.type(keys(from: .start, to: .remote))
        let (id, password) = LocalServer.knownAccount
        await app.type([.text(id), .tab, .text("password2"), .enter])
        let refused = language.messages.message(for: SignInError.invalidCredentials)
        #expect(app.drawn(columns: 200).text.contains(refused))
        await app.type([.control("u"), .text(password), .enter])
        for _ in 0..<3 { await app.type([.control("u"), .text("1"), .enter]) }
        let over = language.messages.message(for: .tooManyAttempts, of: nil)
        #expect(app.drawn(columns: 200).text.contains(over))
    }

    @Test(arguments: Language.allCases)
    func `a server within the program says that an ID is taken in the language of the app`(language: Language) async {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.type(keys(from: .start, to: .remote))
        await app.press(.signUp, in: language)
        let (id, password) = LocalServer.knownAccount
        await app.type(.filling(id, password, password, "Kim", "kim@example.com", "010-1234-5678"))
        let message = "This ID is taken."
        #expect(app.content.alert?.message == language.demoText.serverMessages[message, default: message])
    }

    @Test(arguments: Language.allCases)
    func `the sign-in at a server within the program names the account that exists there`(language: Language) async {
        let app = await FullScreenApp.launched(.start, language: language)
        let (id, password) = LocalServer.knownAccount
        for preset in Self.presets.filter(\.needsServer) {
            await app.type(keys(from: .start, to: preset))
            let text = language.demoText.knownAccount(id, password: password, asksForCode: preset == .remote)
            #expect(app.content.status == text, "\(preset)")
            // A sign-up that the server does not have leads nowhere.
            let signUp = language.messages.title(of: ButtonName.signUp)
            #expect(app.content.elements.contains(.button(signUp, isEnabled: true)) == (preset == .remote))
            await app.type(keys(from: preset, to: .accounts))
            #expect(app.content.status == nil)
            await app.type(keys(from: .accounts, to: .start))
        }
    }

    @Test(arguments: Language.allCases)
    func `an account that is gone from a server is no longer named`(language: Language) async {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.type(keys(from: .start, to: .remote))
        let (id, password) = LocalServer.knownAccount
        let text = language.demoText.knownAccount(id, password: password, asksForCode: true)
        #expect(app.content.status == text)
        await app.type([.text(id), .tab, .text(password), .enter])
        await app.type([.text(LocalServer.code), .enter])
        await app.press(.deleteAccount, in: language)
        await app.type([.tab, .enter])
        #expect(app.composition.session.state.session == nil)
        await app.type([.tab])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
        #expect(app.content.status != text)
    }

    @Test(arguments: Language.allCases)
    func `the sign-in that exists on a server within the program has room on a small screen`(language: Language) {
        let (id, password) = LocalServer.knownAccount
        for asksForCode in [false, true] {
            let text = language.demoText.knownAccount(id, password: password, asksForCode: asksForCode)
            #expect(text.columns <= 38)
            #expect(text.contains(id) && text.contains(password))
            let other = language.demoText.knownAccount(id, password: password, asksForCode: !asksForCode)
            #expect(text != other)
        }
        #expect(language.demoText.knownCode(LocalServer.code).columns <= 38)
    }

    @Test(arguments: Language.allCases)
    func `a server within the program resets passwords with a code that the screen shows`(language: Language) async {
        let app = await FullScreenApp.launched(.start, language: language)
        await app.type(keys(from: .start, to: .remote))
        await app.press(.forgotPassword, in: language)
        #expect(app.content.status == nil)
        await app.type([.text("nobody")])
        await app.press(.requestCode, in: language)
        #expect(app.content.status == language.demoText.knownCode(LocalServer.code))
        // For another account, the form starts again, with the focus on its first field.
        await app.press(.changeID, in: language)
        await app.type([.control("u"), .text(LocalServer.knownAccount.id)])
        await app.press(.requestCode, in: language)
        let focused = app.content.focus.map { app.content.elements[$0] }
        #expect(focused == app.content.elements.first { $0.takesFocus }, "\(String(describing: focused))")
        await app.type([.text("000000"), .tab, .text("password2"), .tab, .text("password2")])
        await app.press(.setPassword, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.passwordReset))
        #expect(!app.drawn(columns: 200).text.contains("The code is not valid."))
        await app.type([.control("u"), .text(LocalServer.code)])
        await app.press(.setPassword, in: language)
        #expect(app.content.status == nil)
        await app.press(.signIn, in: language)
        await app.type([.text("password2"), .enter])
        await app.type([.text(LocalServer.code), .enter])
        #expect(app.composition.session.state.session?.accountID.text == LocalServer.knownAccount.id)
    }

    @Test func `a server within the program changes profiles, and confirms addresses`() async throws {
        let app = PresetLauncher(storage: .inMemory, language: .english, hashingCost: .minimal).launch(.remote)
        let session = try await signIn(to: app)
        let profile = try await app.currentProfile(of: session).session.profile
        #expect(profile.email?.text == "kim@example.com")
        let edited = Profile(name: profile.name, email: try EmailAddress("lee@example.com"), phone: profile.phone)
        let outcome = try await app.updateProfile(of: session, ProfileEdit(of: profile, to: edited))
        #expect(outcome.session?.profile == edited)
        let pending = try #require(try await app.pendingConfirmation())
        #expect(pending.address == edited.email)
        let step = try await app.answer(pending, with: AccountConfirmation(code: LocalServer.code))
        #expect(step == .signInRequired)
        await app.shutDown()
    }

    @Test func `requests prefer the language of the screen, also after F2 and in the next app`() async throws {
        let languages = MessageLog<String>()
        let url = try HTTPURL("http://localhost")
        let server = InMemoryAccountServer(.s3(at: url))
        let transport = LoopbackTransport { request in
            languages.append(request.fields[.acceptLanguage].joined())
            return server.respond(to: request)
        }
        func make() -> AppComposition {
            AppComposition(.remote(at: url), repositories: Repositories(), transport: transport)
        }
        let app = FullScreenApp(make(), preset: .remote, language: .english) { _ in make() }
        await app.launch()
        let wrong = [Key.text("kim"), .tab, .text("wrong"), .enter]
        await app.type(wrong)
        #expect(languages.messages == ["en"])
        await app.type([.function(2), .enter])
        let next = Language.english.next.rawValue
        #expect(languages.messages == ["en", next])
        await app.type(keys(from: .remote, to: .remote) + [.text("y")])
        await app.type(wrong)
        #expect(languages.messages.last == next && app.content.context == "remote · \(next)")
    }

    @Test(arguments: Language.allCases)
    func `keys alone switch to every preset and away from it`(language: Language) async {
        let launcher = PresetLauncher(storage: .inMemory, language: language, hashingCost: .minimal)
        let app = FullScreenApp(launcher.launch(.start), language: language, launch: launcher.launch)
        await app.launch()
        let titles: [AppSettings.Preset: ScreenName] = [
            .signIn: .signIn, .start: .start, .accounts: .signIn, .remote: .signIn, .shop: .main,
        ]
        var running: AppSettings.Preset?
        for preset in Self.presets + Self.presets.reversed() {
            await app.type(keys(from: running, to: preset))
            running = preset
            let title = titles[preset].map { language.messages.title(of: $0) } ?? ""
            #expect(app.content.title == "AccountFlow — " + title, "\(preset)")
            let line = app.drawn().lines()[23]
            #expect(line.contains("F1") && line.contains("F3"), "the line of keys has no room in 80 columns")
        }
    }
}
