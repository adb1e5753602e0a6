import AccountDemo
import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import Presentation
import Testing

/// Tests that nothing on a screen moves when something appears or disappears.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StillScreenTests {
    private typealias Size = (columns: Int, rows: Int)

    private nonisolated static let presets = [AppSettings.Preset.start, .accounts, .remote, .shop]
    private nonisolated static let sizes: [Size] = [(80, 24), (200, 60), (40, 12)]

    /// An app whose labels and buttons stay where they are.
    @MainActor
    private struct StillApp {
        let app: FullScreenApp
        let size: Size
        let language: Language

        private var drawn: CellGrid { app.drawn(columns: size.columns, rows: size.rows) }

        /// The rows of the visible labels and buttons.
        private var places: [String: Int] {
            // Below them are the frame and a message, which may begin with a label.
            let lines = drawn.lines().dropLast(3).map { $0.trimmingPrefix { "│▌ ".contains($0) } }
            var places: [String: Int] = [:]
            for element in app.content.elements {
                let text =
                    switch element {
                    case .field(let field): field.label
                    case .button(let title, let isEnabled, _): (isEnabled ? "⟨ " : "( ") + title
                    case .text, .rule, .ruleSpace, .ruleRoom, .checkBox, .gap: ""
                    }
                guard !text.isEmpty else { continue }
                // The label of the field with the focus is also above its rules, which are lower.
                let row = lines.firstIndex { $0.hasPrefix(text) }
                places[String(text.trimmingPrefix { "⟨( ".contains($0) })] = row
            }
            return places
        }

        /// Presses keys, which move nothing; a small window may scroll to another item that gets the focus.
        func type(_ keys: [Key]) async {
            var (before, focus) = (places, app.content.focus)
            for key in keys {
                let title = app.content.title
                await app.type([key])
                #expect(app.content.title == title)
                let after = places
                if isLarge || app.content.focus == focus {
                    // The comment is evaluated only after a failure.
                    #expect(after == before, "\(key), \(language):\n\(drawn.text)")
                }
                (before, focus) = (after, app.content.focus)
            }
            #expect(before.count >= (isLarge ? 5 : 2), "\(before)")
        }

        /// Whether all labels and buttons have room; below 64 columns, labels are above their fields.
        var isLarge: Bool { size.rows > (size.columns < 64 ? 21 : 12) }

        /// Presses a button, unless the screen lacks it.
        func press(_ button: ButtonName) async {
            let title = language.messages.title(of: button)
            func isButton(_ element: ScreenElement) -> Bool {
                if case .button(title, _, _) = element { true } else { false }
            }
            guard app.content.elements.contains(where: isButton) else { return }
            while app.content.focus.map({ isButton(app.content.elements[$0]) }) != true { await type([.tab]) }
            await type([.enter])
        }
    }

    @Test(arguments: presets, sizes + [(50, 24), (60, 20), (63, 21), (45, 15), (80, 18), (200, 18)])
    private func `nothing on a sign-up moves while the user types and moves on`(
        preset: AppSettings.Preset,
        size: Size
    ) async {
        for language in Language.allCases {
            let app = await FullScreenApp.launched(preset, language: language)
            for _ in 0..<3 where app.content.title != "AccountFlow — " + language.messages.title(of: ScreenName.signUp)
            {
                await app.press(preset == .start ? .start : .signUp, in: language)
            }
            let still = StillApp(app: app, size: size, language: language)
            for _ in 0..<(still.isLarge ? 8 : 3) { await still.type([.text("1"), .text("kim@"), .text("❤️"), .tab]) }
        }
    }

    @Test(arguments: presets, [50, 63, 64, 80])
    private func `the rules of each field have room, and begin below the values`(
        preset: AppSettings.Preset,
        columns: Int
    ) async {
        for language in Language.allCases {
            let app = await FullScreenApp.launched(preset, language: language)
            for _ in 0..<2 where app.content.title != "AccountFlow — " + language.messages.title(of: ScreenName.signUp)
            {
                await app.press(preset == .start ? .start : .signUp, in: language)
            }
            for _ in 0..<8 {
                await app.type([.text("ab❤️")])
                let screen = app.drawn(columns: columns, rows: 40)
                let lines = screen.lines()
                let value = screen.rows.lazy.compactMap { $0.firstIndex { $0.style.contains(.underlined) } }.first
                for case .rule(let rule, _) in app.content.elements {
                    let line = lines.first { $0.contains(rule) }
                    #expect(line?.prefix { !"✔✘·".contains($0) }.columns == value, "\(screen.text)")
                }
                await app.type([.tab])
            }
        }
    }

    @Test(arguments: presets, sizes + [(50, 20), (63, 21)])
    private func `nothing on an account moves while the user types, fails and exports it`(
        preset: AppSettings.Preset,
        size: Size
    ) async throws {
        for language in Language.allCases {
            // In 80 columns, its path has room in one line.
            let folder = "/tmp/e\(UInt16.random(in: 0 ... .max))"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let composition = PresetLauncher(storage: .inMemory, language: language, hashingCost: .minimal)
                .launch(preset)
            try await signIn(to: composition, of: preset)
            let app = FullScreenApp(
                composition,
                preset: preset,
                language: language,
                exportPath: folder
            ) { _ in composition }
            await app.launch()
            if preset == .start { await app.press(.start, in: language) }
            await app.press(.account, in: language)
            #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.account))
            let still = StillApp(app: app, size: size, language: language)
            for _ in 0..<3 { await still.type([.text("1"), .tab]) }
            for button in [ButtonName.changePassword, .makeRecoveryCode, .exportAccount] { await still.press(button) }
            guard still.isLarge else { continue }
            while app.content.focus != app.content.elements.firstIndex(where: \.takesFocus) { await still.type([.tab]) }
            await still.type([.control("u"), .text("password1")])
            await still.press(.exportAccount)
            #expect(app.drawn().text.contains("\(folder)/account-"))
        }
    }

    @Test(arguments: Language.allCases)
    func `a failure of two lines takes a row of the frame, and moves nothing`(language: Language) async {
        let app = await brokenApp(language)
        await app.type([.text("kimkim"), .tab, .text("password1")])
        await StillApp(app: app, size: (80, 24), language: language).type([.enter])
        let lines = app.drawn().lines()
        let message = language.messages.message(for: SignInError.service(.storage(Self.broken))).wrapped(to: 72)
        #expect(message.count == 2 && lines[20].hasPrefix("╰"))
        #expect(lines[21...22].map { $0.trimmingPrefix { $0 == " " } } == message.map { $0[...] })
    }

    /// An app whose accounts cannot be read.
    private func brokenApp(_ language: Language) async -> FullScreenApp {
        var repositories = Repositories()
        repositories.accounts = AccountRepositorySpy(wrapping: InMemoryAccountRepository([])) {
            _ throws(StorageError) in throw Self.broken
        }
        var configuration = AppConfiguration.accounts
        configuration.hashingCost = .minimal
        let composition = AppComposition(configuration, repositories: repositories)
        let app = FullScreenApp(composition, language: language) { _ in composition }
        await app.launch()
        return app
    }

    private nonisolated static let broken = StorageError.stub(.accounts, .unsafeLocation(.writableByOthers))

    @Test(arguments: Language.allCases)
    func `a failure of three lines covers the end of a small screen, and moves nothing`(language: Language) async {
        let app = await brokenApp(language)
        func lines() -> [String] {
            app.drawn(columns: 40, rows: 12).lines().map { $0.replacing(#/^[ ▼▲]+|[ ▼▲]+$/#, with: "") }
        }
        await app.type([.text("kimkim"), .tab, .text("password1"), .tab, .tab])
        let before = lines()
        await app.type([.enter])
        let message = language.messages.message(for: SignInError.service(.storage(Self.broken))).wrapped(to: 38)
        #expect(message.count == 3 && lines()[8..<11] == message[...])
        #expect(lines()[..<8] == before[..<8])
        // What it covers can be reached.
        await app.type([.down, .down])
        #expect(lines()[7].contains(language.messages.title(of: ButtonName.forgotPassword)))
        #expect(lines()[8..<11] == message[...])
    }

    /// Signs a new user in, or the one whom the server within the program knows.
    private func signIn(to app: AppComposition, of preset: AppSettings.Preset) async throws {
        let (id, password) = LocalServer.knownAccount
        var form = AccountForm([.id: id, .password: password, .confirmation: password])
        if !preset.needsServer {
            form[.id] = preset == .start ? "kimkim@x.com" : "kimkim"
            for field in app.signUpValidator.fields where form[field].isEmpty { form[field] = "Kim" }
            _ = try await app.signUp(form, agreeingTo: app.configuration.terms.required)
        }
        let step = try await app.signIn(form, agreeingTo: app.configuration.terms.required, remember: true)
        guard case .challenge(let challenge) = step else { return }
        _ = try await app.answer(challenge, with: AccountConfirmation(code: LocalServer.code))
    }
}
