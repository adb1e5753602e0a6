import AccountDemo
import AccountFlowTesting
import App
import Domain
import Networking
import Persistence
import Presentation
import Validation

/// A screen of which the documentation has a picture in each language.
enum ScreenShot: String, CaseIterable, Sendable {
    case start, signUp = "sign-up", large, discard, signIn = "sign-in", waiting
    case signUpFields = "sign-up-fields", signUpTerms = "sign-up-terms"
    case refused, signedIn = "signed-in", forgottenPassword = "forgotten-password"
    case resetMessage = "reset-message", resetCode = "reset-code", stepMessage = "step-message", step, agreement,
        consent, terms
    case home, welcome, account, profile
    case authenticator, qrCode = "qr-code", setUp = "set-up", recoveryCode = "recovery-code", turnOff = "turn-off"
    case confirmAddress = "confirm-address", deletion, sessions, signOut = "sign-out", accounts
    case apps, leaveApp = "leave-app", keys, unavailable

    /// The size of the terminal.
    var size: (columns: Int, rows: Int) { self == .large ? (120, 40) : (80, 24) }

    /// Returns an app that shows the screen.
    @MainActor
    func app(in language: Language) async -> FullScreenApp {
        let name = language == .korean ? "김철수" : "Kim"
        func press(_ buttons: ButtonName..., in app: FullScreenApp) async {
            for button in buttons { await app.press(button, in: language) }
        }
        let clock = ManualClock()
        func launch(_ configuration: AppConfiguration, _ preset: AppSettings.Preset) async -> FullScreenApp {
            await .stub(configuration, named: preset, identifiers: .sequential(), clock: clock, language: language)
        }
        func signUp(_ name: String, _ user: String, in app: FullScreenApp) async {
            await app.type(.filling("\(user)@example.com", "password1", "password1", name))
        }
        /// Returns the app of the preset `start`, in which a user has signed up.
        func signedIn() async -> FullScreenApp {
            let app = await launch(.start, .start)
            await press(.start, in: app)
            await signUp(name, "kimkim", in: app)
            // Ends the confirmation.
            await app.type([.home])
            return app
        }
        /// Returns the app of the preset `remote`.
        func remote() async -> FullScreenApp {
            let composition = AppComposition(
                AppSettings.Preset.remote.configuration(in: language, hashingCost: .minimal),
                repositories: Repositories(),
                dates: clock.dates,
                clock: clock,
                transport: LoopbackTransport(LocalServer.make(for: .remote))
            )
            let app = FullScreenApp(
                composition,
                preset: .remote,
                language: language,
                location: { _ in .program },
                launch: { _ in composition }
            )
            await app.launch()
            return app
        }
        /// Returns an app with the QR code of an authenticator app, or with the key and its code of this moment.
        func settingUp(showingQRCode: Bool) async -> FullScreenApp {
            let app = await signedIn()
            await press(.account, .totp, in: app)
            await app.type([.text("password1"), .enter])
            guard !showingQRCode else { return app }
            await app.type([.escape])
            let key = app.drawn().text.firstMatch(of: #/[A-Z2-7]{32}/#).map { String($0.output) } ?? ""
            let totp = TOTPSecret(base32: key).map { TOTP($0) }
            let code = totp.map { $0.revealedPassword(ofStep: $0.step(at: clock.dates.now)) } ?? ""
            await app.type([.text(code)])
            return app
        }
        switch self {
        case .start: return await launch(.start, .start)
        case .discard:
            let app = await launch(.start, .start)
            await press(.start, in: app)
            await app.type([.text("kimkim@example.com"), .tab, .escape])
            return app
        case .waiting:
            let app = await launch(.shop, .shop)
            await app.type([.enter, .text("abcdef"), .tab, .text("ghijkl"), .tab, .tab, .text(" ")])
            await app.type([.backTab, .backTab])
            app.press(.enter)
            for _ in 0..<1_000 where !app.content.help.contains(language.demoText.hint(.stop)) { await Task.yield() }
            return app
        case .consent:
            let app = await launch(.shop, .shop)
            await app.type([.enter, .text("abcdef"), .tab, .text("ghijkl"), .enter])
            return app
        case .home: return await launch(.shop, .shop)
        case .signUp, .large:
            let app = await launch(.start, .start)
            await press(.start, in: app)
            await app.type([.text("1kimkim@example.com"), .tab, .text("password1"), .tab, .text("pass")])
            return app
        case .signIn:
            let app = await launch(.accounts, .accounts)
            await app.type([.text("kimkim"), .tab, .text("password1")])
            return app
        case .forgottenPassword:
            let app = await launch(.accounts, .accounts)
            await press(.forgotPassword, in: app)
            await app.type([.text("kimkim"), .tab])
            return app
        case .signedIn:
            let app = await FullScreenApp.launched(.signIn, language: language)
            await app.type(.filling("kim", "password1"))
            return app
        case .resetMessage, .resetCode:
            let app = await remote()
            await press(.forgotPassword, in: app)
            await app.type([.text("kim")] + (self == .resetCode ? [.enter, .text("123456"), .tab] : []))
            return app
        case .signUpFields, .confirmAddress:
            let app = await remote()
            await press(.signUp, in: app)
            let keys = [Key].filling("leelee", "password1", "password1", name, "lee@example.com", "010-1234-5678")
            await app.type(self == .signUpFields ? Array(keys.dropLast()) : keys)
            guard self == .confirmAddress else { return app }
            await app.type([.text("password1"), .enter, .text(LocalServer.code), .enter])
            await press(.account, .confirmAddress, in: app)
            return app
        case .signUpTerms:
            let app = await launch(.shop, .shop)
            await app.type([.enter])
            await press(.signUp, in: app)
            await app.type([.text("abcdef"), .tab])
            return app
        case .stepMessage:
            let app = await remote()
            await press(.signUp, in: app)
            await app.type(.filling("leelee", "password1", "password1", name, "lee@example.com", "010-1234-5678"))
            await app.type([.text("password1"), .enter])
            return app
        case .refused:
            let app = await launch(.accounts, .accounts)
            await app.type(.filling("kimkim", "wrong"))
            return app
        case .unavailable:
            var repositories = Repositories()
            repositories.sessions = SessionRepositorySpy(wrapping: InMemorySessionRepository()) {
                _ throws(StorageError) in throw .stub(.session, .corrupt)
            }
            let composition = AppComposition(.accounts, repositories: repositories, clock: clock)
            let app = FullScreenApp(composition, preset: .accounts, language: language) { _ in composition }
            await app.launch()
            return app
        case .welcome: return await signedIn()
        case .account:
            let app = await signedIn()
            await press(.account, in: app)
            return app
        case .profile:
            let app = await signedIn()
            await press(.account, .profile, in: app)
            return app
        case .authenticator:
            let app = await signedIn()
            await press(.account, .totp, in: app)
            return app
        case .qrCode: return await settingUp(showingQRCode: true)
        case .setUp: return await settingUp(showingQRCode: false)
        case .recoveryCode, .turnOff:
            let app = await settingUp(showingQRCode: false)
            await app.type([.enter] + (self == .turnOff ? [.enter, .home] : []))
            return app
        case .step:
            var repositories = Repositories()
            let totp = AccountTOTP(TOTP(TOTPSecret(.sequential())), usedSteps: [0])
            repositories.accounts = InMemoryAccountRepository([.stub(id: .stub("kimkim"), totp: totp)])
            let composition = AppComposition(
                .accounts,
                repositories: repositories,
                hasher: PasswordHasherStub(),
                clock: ManualClock()
            )
            let app = FullScreenApp(composition, preset: .accounts, language: language) { _ in composition }
            await app.launch()
            await app.type([.text("kimkim"), .tab, .text("password1"), .enter, .text("123")])
            return app
        case .agreement:
            let app = await launch(.shop, .shop)
            await app.type([.enter, .text("abcdef"), .tab, .text("ghijkl"), .tab])
            return app
        case .terms:
            let app = await launch(.shop, .shop)
            await app.type([.enter])
            await press(.terms, in: app)
            return app
        case .deletion:
            let app = await signedIn()
            await press(.deleteAccount, in: app)
            return app
        case .sessions, .signOut, .accounts:
            let app = await signedIn()
            await app.type([.function(4)])
            await press(.addAccount, .signUp, in: app)
            await signUp(language == .korean ? "이영희" : "Lee", "leelee", in: app)
            await app.type(self == .accounts ? [.function(5), .text("e")] : [.function(4)])
            if self == .signOut { await app.type([.delete]) }
            return app
        case .apps:
            let app = await launch(.start, .start)
            await app.type([.function(3), .right])
            return app
        case .leaveApp:
            let app = await FullScreenApp.launched(.signIn, language: language)
            await app.type(.filling("kim", "password1"))
            await app.type([.enter, .function(3), .right, .enter])
            return app
        case .keys:
            let app = await launch(.start, .start)
            await app.type([.function(1)])
            return app
        }
    }
}
