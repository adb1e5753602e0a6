import AccountDemo
import Domain
import Foundation
import Presentation
import TestSupport
import Testing

/// Tests of what users do on the account screen beside the profile, and of a forgotten password.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountCareScreenTests {
    private var code: Regex<Substring> { /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/ }

    private func signedIn(_ language: Language, exportPath: String = ".") async -> FullScreenApp {
        let app = await FullScreenApp.stub(language: language, exportPath: exportPath)
        await app.type([.enter])
        await app.type(.filling("kimkim@x.com", "password1", "password1", "Kim"))
        return app
    }

    @Test(arguments: Language.allCases)
    func `a user keeps a recovery code, forgets the password, and signs in with a new one`(language: Language) async {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        await app.type([.text("password1")])
        await app.press(.makeRecoveryCode, in: language)
        let message = app.content.alert?.message ?? ""
        let code = message.firstMatch(of: self.code).map { String($0.output) } ?? ""
        #expect(RecoveryCode(code) != nil, "\(message)")
        let drawn = app.drawn().text
        #expect(drawn.contains(code) && !drawn.contains("\u{FFFD}"))
        await app.type([.enter])
        #expect(!app.drawn().text.contains(code))
        await app.press(.back, in: language)
        await app.press(.signOut, in: language)

        await app.press(.start, in: language)
        await app.press(.signIn, in: language)
        await app.press(.forgotPassword, in: language)
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.passwordReset))
        await app.type(.filling("kimkim@x.com", code.lowercased(), "password2", "password2"))
        let next = app.content.alert?.message ?? ""
        #expect(next.contains(self.code) && !next.contains(code))
        await app.type([.enter])
        #expect(app.drawn().text.contains(language.messages.text(of: Prompt.passwordSet).prefix(10)))
        await app.press(.signIn, in: language)
        await app.type([.text("password2"), .enter])
        #expect(app.drawn().text.contains(language.messages.greeting(to: "Kim")))
    }

    @Test(arguments: Language.allCases)
    func `a gap is above the text about what needs the password`(language: Language) async throws {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        let elements = app.content.elements
        let place = elements.firstIndex(of: .text(language.messages.text(of: .passwordNeeded), style: .plain))
        #expect(elements[try #require(place) - 1] == .gap)
    }

    @Test func `a key that was pressed before a recovery code appeared does not close it`() async {
        let app = await signedIn(.english)
        await app.press(.account, in: .english)
        await app.type([.text("password1"), .tab, .tab])
        while app.content.focus.map({ app.content.elements[$0] }) != .button("New recovery code", isEnabled: true) {
            await app.type([.tab])
        }
        let operation = app.press(.enter)
        app.press(.enter)
        await operation?.value
        #expect(app.content.alert?.message.contains(code) == true)
        await app.type([.enter])
        #expect(app.content.alert == nil)
    }

    @Test(arguments: Language.allCases)
    func `Ctrl-Y copies the key or the recovery code that is shown, and nothing else`(language: Language) async throws {
        let app = await signedIn(language)
        var copied: [String] = []
        app.copy = { copied.append($0) }
        await app.press(.account, in: language)
        await app.press(.totp, in: language)
        await app.type([.text("password1"), .control("y")])
        #expect(copied == [] && !app.content.help.contains("^Y"))
        await app.press(.beginTOTP, in: language)
        await app.type([.control("y")])
        #expect(copied.count == 1)
        await app.type([.escape])
        #expect(app.drawn().text.contains(try #require(copied.first)))
        #expect(app.content.help.contains(language.demoText.hint(.copy)))
        let totp = TOTP(try #require(copied.first.flatMap { TOTPSecret(base32: $0) }))
        await app.type([.text(totp.revealedPassword(ofStep: totp.step(at: Date()))), .enter])
        #expect(app.content.help.contains(language.demoText.hint(.copy)))
        await app.type([.control("y")])
        #expect(app.content.status == "✔ " + language.demoText.copied)
        // The title and the keys are visible around the code, which is shown only once.
        let small = app.drawn(columns: 40, rows: 12).lines()
        #expect(small[0].contains("AccountFlow") && small[0].contains(app.content.context) && small[11].contains("^Y"))
        #expect(small.contains { $0.contains(copied[1]) } && !small.contains { $0.contains("…") })
        #expect(copied.count == 2 && app.content.alert?.message.contains(copied[1]) == true)
    }

    @Test(arguments: Language.allCases)
    func `a user sets up an authenticator app, whose code the next sign-in requires`(language: Language) async throws {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        await app.press(.totp, in: language)
        await app.type([.text("password1")])
        await app.press(.beginTOTP, in: language)
        let picture = app.drawn().text
        #expect(picture.contains("\u{2588}") && picture.contains(language.demoText.scanning.prefix(8)))
        #expect(app.drawn().rows[1].contains { $0.style == .picture })
        // Where there is room, the title and the keys are visible, and the code is in the middle.
        let large = app.drawn(columns: 200, rows: 60).lines()
        #expect(large[0].contains(app.content.title) && large[59].contains(language.demoText.hint(.close)))
        let line = try #require(large.first { $0.contains(language.demoText.scanning.prefix(8)) })
        #expect(abs(line.prefix { $0 == " " }.count - (200 - line.columns)) <= 1, "\(line)")
        // A window that is too small has the key instead, and so has the form.
        let small = app.drawn(columns: 80, rows: 20).text
        #expect(!small.contains("\u{2588}") && small.contains("43"))
        await app.type([.enter])
        let key = try #require(app.drawn().text.firstMatch(of: /[A-Z2-7]{32}/)).output
        #expect(small.contains(key))
        let totp = TOTP(try #require(TOTPSecret(base32: String(key))))
        let uri = totp.revealedURI(issuer: "AccountFlow", account: try AccountID("kimkim@x.com"))
        let code = try #require(QRCode(uri))
        #expect(code.lines(quietZone: 2).filter { !picture.contains($0) } == [])
        #expect(!app.drawn().lines().suffix(1).contains { $0.contains("▀") })
        await app.type([.tab, .tab, .enter])
        #expect(app.drawn().text == picture)
        await app.type([.escape, .backTab, .backTab])

        let step = totp.step(at: Date())
        await app.type([.text(totp.revealedPassword(ofStep: step)), .enter])
        #expect(app.content.status == "✔ " + language.demoText.totpEnabled)
        #expect(RecoveryCode(String(app.content.alert?.message.matches(of: self.code).first?.output ?? "")) != nil)
        await app.type([.enter])
        // The form that turns it off begins with its first field.
        #expect(app.content.focus == app.content.elements.firstIndex { $0.takesFocus })
        await app.press(.back, in: language)
        await app.press(.back, in: language)
        await app.press(.signOut, in: language)
        await app.press(.start, in: language)
        await app.press(.signIn, in: language)
        await app.type(.filling("kimkim@x.com", "password1"))
        #expect(!app.drawn().text.contains(language.messages.greeting(to: "Kim")))
        await app.type([.text(totp.revealedPassword(ofStep: step + 1)), .enter])
        #expect(app.drawn().text.contains(language.messages.greeting(to: "Kim")))
    }

    @Test(arguments: Language.allCases)
    func `a button that can be pressed no more says so when the recovery code is closed`(language: Language) async {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        await app.type([.text("password1")])
        await app.press(.makeRecoveryCode, in: language)
        #expect(app.content.alert != nil)
        await app.type([.escape])
        let issue = FieldIssue(field: .currentPassword, issue: .empty)
        #expect(app.content.alert == nil && app.content.status == language.messages.message(for: issue))
    }

    @Test(arguments: Language.allCases)
    func `the app, the preset and the language are visible beside every QR code`(language: Language) async throws {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        await app.press(.totp, in: language)
        await app.type([.text("password1")])
        await app.press(.beginTOTP, in: language)
        let names = ["AccountFlow", app.content.context]
        // A code of 43 columns and 22 rows has the bar above it, or needs columns beside it.
        for (rows, limit) in [(21, 201), (22, 67), (23, 43), (24, 43), (26, 43), (60, 43)] {
            for columns in [42, 43, 66, 67, 80, 200] {
                let screen = app.drawn(columns: columns, rows: rows)
                #expect(names.allSatisfy(screen.text.contains), "\(columns) × \(rows)")
                let isShown = screen.rows.joined().contains { $0.style == .picture }
                #expect(isShown == (columns >= limit), "\(columns) × \(rows)")
            }
        }
    }

    @Test(arguments: Language.allCases)
    func `a user saves the stored data in a file, and reads where it is`(language: Language) async throws {
        let folder = TemporaryFolder()
        let app = await signedIn(language, exportPath: folder.path)
        await app.press(.account, in: language)
        await app.type([.text("wrong")])
        await app.press(.exportAccount, in: language)
        #expect(app.drawn().text.contains(language.messages.message(for: ExportAccountError.wrongPassword)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])

        await app.type("wrong".map { _ in .backspace } + [.text("password1")])
        await app.press(.exportAccount, in: language)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first)
        #expect(names.count == 1)
        // The form is empty again, but no button that needs it was pressed.
        #expect(app.content.status == nil)
        #expect(app.content.elements.last == .text("✔ " + language.demoText.savedExport(at: folder.path + "/" + name)))
        #expect(name.contains(/^account-\d{4}-\d\d-\d\dT\d{6}Z\.json$/))
        // A long name is wrapped, and a small window shows where the file is.
        for (columns, rows) in [(80, 24), (40, 12)] {
            let drawn = app.drawn(columns: columns, rows: rows).text.filter { !$0.isWhitespace && $0 != "│" }
            #expect(drawn.contains(name) && drawn.contains(folder.path))
        }
        let text = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
        #expect(text.contains("kimkim@x.com") && !text.contains("password1"))
    }

    @Test func `a second export of the same second gets a number, and replaces no file`() async throws {
        let folder = TemporaryFolder()
        let app = await signedIn(.english, exportPath: folder.path)
        await app.press(.account, in: .english)
        // A busy machine may need minutes until the export.
        let files = (0...1_200).map { seconds in
            let date = (Date() + Double(seconds)).formatted(
                .iso8601.dateTimeSeparator(.standard).timeSeparator(.omitted)
            )
            return folder.path + "/account-\(date).json"
        }
        for file in files { try Data("mine".utf8).write(to: URL(filePath: file)) }
        await app.type([.text("password1")])
        await app.press(.exportAccount, in: .english)
        #expect(try files.allSatisfy { try String(contentsOfFile: $0, encoding: .utf8) == "mine" })
        let new = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("-2.json") }
        #expect(new.count == 1)
        let drawn = app.drawn().text.filter { !$0.isWhitespace && $0 != "│" }
        #expect(drawn.contains(new.first ?? "no name"))
    }

    @Test(arguments: Language.allCases)
    func `a button that needs the current password says so, and blames no other field`(language: Language) async {
        let app = await signedIn(language)
        await app.press(.account, in: language)
        await app.press(.exportAccount, in: language)
        let needed = FieldIssue(field: .currentPassword, issue: .empty)
        #expect(app.content.status == language.messages.message(for: needed))
        #expect(!app.drawn().text.contains("✘"))
        await app.press(.changePassword, in: language)
        #expect(app.content.status == language.demoText.fieldsMissing)
        await app.type([.backTab, .text("x")])
        await app.press(.back, in: language)
        #expect(app.content.alert?.title == language.demoText.discardQuestion)
        await app.type([.left, .enter])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.welcome))
    }
}
