import AccountFlowTesting
import App
import Domain
import Foundation
import Persistence
import Presentation
import TestSupport
import Testing
import Validation

/// Tests of the files, logs and texts of the composed app, which must not reveal secrets.
struct SecretLifeTests {
    private let folder = TemporaryFolder()
    private let clock = ManualClock()
    private var data: String { folder.path + "/data" }

    private func launch(_ sessions: SessionPolicy = .untilSignOut) -> AppComposition {
        var configuration = AppConfiguration.quick()
        configuration.sessions = sessions
        return AppComposition(
            configuration,
            repositories: Repositories(folder: StorageDirectory(path: data), keepsEvents: true),
            dates: clock.dates,
            clock: clock
        )
    }

    private func holds(_ text: String) throws -> Bool {
        try folder.contents().range(of: Data(text.utf8)) != nil
    }

    private func account(_ id: AccountID) async throws -> Account? {
        try await FileAccountRepository(folder: StorageDirectory(path: data)).find(id)
    }

    private func file(_ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: data + "/" + name) ?? Data(), as: UTF8.self)
    }

    /// Returns the kinds of the events in the file, in order.
    private func events() -> [String] {
        file("events.log").split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/"event":"([-a-z]+)"/#).map { String($0.1) }
        }
    }

    @Test(arguments: [
        "sign-out", "deletion", "expiry",
    ])
    func `T1 no file has the token of a session, nor its digest after the session`(ending: String) async throws {
        let session = try #require(try await launch(.standard).signUp(.signUp()).session)
        let token = try #require(session.token.revealed)
        #expect(token.utf8.count == 64)
        #expect(try !holds(token) && holds(session.token.digest.revealed))
        #expect(await launch(.standard).restoreSession() == .restored(session))

        switch ending {
        case "sign-out": #expect(await launch().signOut() == .complete)
        case "deletion": try await launch().deleteAccount(session)
        default:
            let app = launch(.standard)
            #expect(await app.restoreSession() == .restored(session))
            clock.advance(by: .seconds(8 * 86_400))
            #expect(await app.restoreSession() == .none)
            // Only a sign-in shows that the session is not needed.
            _ = try await app.signUp(.signUp(id: "another@gmail.com"))
        }
        #expect(try !holds(token) && !holds(session.token.digest.revealed))
    }

    @Test func `T2 a wrong clock neither ends nor extends a session by itself`() async throws {
        _ = try await launch(.standard).signUp(.signUp())
        clock.advance(by: .seconds(6 * 86_400))
        guard case .restored(let used) = await launch(.standard).restoreSession() else {
            Issue.record("the session has ended too early")
            return
        }
        #expect(used.lastUsedAt == clock.date)
        // The recorded use is the lower bound of the time, whatever the clock says.
        for (seconds, outcome) in [(-86_401, .uncertain(used)), (1, .restored(used)), (86_400, .restored(used))]
            as [(Int, RestoreOutcome)]
        {
            clock.advance(by: .seconds(seconds))
            #expect(await launch(.standard).restoreSession() == outcome)
        }
        for day in [13, 14, 4_000] as [TimeInterval] {
            clock.date = .stub + day * 86_400
            #expect(await launch(.standard).restoreSession() == .none)
        }
        clock.date = .stub - 4_000 * 86_400
        #expect(await launch(.standard).restoreSession() == .uncertain(used))
        clock.date = .stub + 12 * 86_400
        #expect(await launch(.standard).restoreSession() == .restored(used.touched(at: clock.date)))
    }

    @Test func `an uncertain session stays stored until the user signs in`() async throws {
        let first = try #require(try await launch(.standard).signUp(.signUp()).session)
        clock.advance(by: .seconds(-2 * 86_400))
        for _ in 1...2 { #expect(await launch(.standard).restoreSession() == .uncertain(first)) }
        await #expect(throws: SignInError.invalidCredentials) {
            try await launch(.standard).signIn(.signIn(password: "wrong"))
        }
        #expect(await launch(.standard).restoreSession() == .uncertain(first))
        let second = try await launch(.standard).signIn(.signIn()).get().session
        #expect(await launch(.standard).restoreSession() == .restored(second))
    }

    @Test func `T4 a sign-out or a deletion changes no other account`() async throws {
        let lee = try #require(try await launch().signUp(.signUp(id: "lee123@gmail.com", nickname: "Lee")).session)
        let terms = ConsentDocument(name: "terms", version: 1)
        try await launch().agreeToTerms(to: [terms], by: lee)
        await #expect(throws: SignInError.invalidCredentials) {
            try await launch().signIn(.signIn(id: "lee123@gmail.com", password: "wrong"))
        }
        let account = try await account(lee.accountID)
        let names = ["consents.json", "attempts.json"]
        let before = names.map(file)

        let kim = try #require(try await launch().signUp(.signUp()).session)
        try await launch().agreeToTerms(to: [terms], by: kim)
        #expect(await launch().signOut() == .complete)
        let again = try await launch().signIn(.signIn()).get().session
        try await launch().deleteAccount(again)
        #expect(names.map(file) == before)
        #expect(try await self.account(lee.accountID) == account)
    }

    @Test func `ASVS 7.4.3 a password change replaces the stored session`() async throws {
        let old = try #require(try await launch().signUp(.signUp()).session)
        let app = launch()
        let (current, other) = (Password("password1"), Password("password2"))
        let new = try #require(await app.changePassword(old, from: current, to: other, confirmation: other).session)
        #expect(new.token != old.token)
        #expect(try !holds(old.token.digest.revealed))
        #expect(await launch().restoreSession() == .restored(new))
        await #expect(throws: SignInError.invalidCredentials) { try await launch().signIn(.signIn()) }
        _ = try await launch().signIn(.signIn(password: "password2"))
        let short = Password("short")
        await #expect(throws: ChangePasswordError.self) {
            try await app.changePassword(new, from: Password("password2"), to: short, confirmation: short)
        }
    }

    @Test func `ASVS 7.5.1 an old session requires the password for a deletion, if so configured`() async throws {
        let session = try #require(try await launch(.standard).signUp(.signUp()).session)
        clock.advance(by: .seconds(301))
        await #expect(throws: DeleteAccountError.passwordRequired) {
            try await launch(.standard).deleteAccount(session)
        }
        await #expect(throws: DeleteAccountError.wrongPassword) {
            try await launch(.standard).deleteAccount(session, password: Password("password2"))
        }
        try await launch(.standard).deleteAccount(session, password: Password("password1"))
        let other = try #require(try await launch().signUp(.signUp()).session)
        clock.advance(by: .seconds(1e9))
        try await launch().deleteAccount(other)
    }

    @Test func `ASVS 16.3.1 the events of an account are recorded in order`() async throws {
        let app = launch()
        let session = try #require(try await app.signUp(.signUp()).session)
        for _ in 0..<5 { _ = try? await app.signIn(.signIn(password: "wrong")) }
        clock.advance(by: .seconds(1))
        let again = try await app.signIn(.signIn()).get().session
        await #expect(throws: SignUpError.duplicateAccount) { try await app.signUp(.signUp()) }
        let password = Password("password2")
        _ = try await app.changePassword(again, from: Password("password1"), to: password, confirmation: password)
        try await app.deleteAccount(session)
        let attempts = Array(repeating: "refused", count: 4) + ["throttled", "signed-in"]
        #expect(events() == ["signed-up"] + attempts + ["refused", "password-changed", "deleted"])
    }

    @Test func `ASVS 16.3.1 simultaneous deletions of one account are one event`() async throws {
        let session = try #require(try await launch().signUp(.signUp()).session)
        let apps = [launch(), launch()]
        await withTaskGroup { group in
            for number in 0..<8 { group.addTask { try? await apps[number % 2].deleteAccount(session) } }
        }
        #expect(events() == ["signed-up", "deleted"])
    }

    @Test func `ASVS 16.3.1 a deletion that another device has just completed is no event`() async throws {
        let (accounts, events, isDeleting) = (InMemoryAccountRepository(), InMemorySecurityEvents(), Switch(false))
        let sessions = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            if case .changeSessions = call, isDeleting.isOn { try await accounts.delete(.stub()) }
        }
        let app = AppComposition(
            .quick(),
            repositories: Repositories(
                accounts: accounts,
                sessions: sessions,
                consents: InMemoryConsentRepository(),
                events: events
            )
        )
        let session = try #require(try await app.signUp(.signUp()).session)
        #expect(session.accountID == .stub())
        isDeleting.isOn = true
        try await app.deleteAccount(session)
        #expect(await events.events.count == 1)
    }

    @Test func `ASVS 16.3.1 a recovery after a crash is one event before the next change`() async throws {
        _ = try await launch().signUp(.signUp())
        // Bytes after the last change that are not a change, as a power failure leaves them.
        let url = URL(filePath: data + "/accounts.store")
        var store = try Data(contentsOf: url)
        let end = try #require(store.lastIndex { $0 != 0 })
        store[(end + 4096) / 4096 * 4096] = 1
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: store)
        try handle.close()

        let app = launch()
        #expect(await app.restoreSession() != .none)
        #expect(events() == ["signed-up"])
        for id in ["kim123@gmail.com", "lee123@gmail.com"] { _ = try await app.signUp(.signUp(id: id)) }
        #expect(events() == ["signed-up", "store-recovered", "signed-up", "signed-up"])
    }

    @Test func `T5 T6 the key of one-time passwords is in the store of the accounts alone`() async throws {
        let app = launch()
        let session = try #require(try await app.signUp(.signUp()).session)
        let setup = try await app.beginTOTP(for: session, password: Password("password1"))
        let key = setup.secret.revealed
        let totp = try #require(try await account(session.accountID)?.totp?.totp)
        var shown = "\(setup)" + String(reflecting: setup)
        dump(setup, to: &shown)
        for (steps, password) in [(5, "password1"), (0, "password1")] {
            let code = totp.revealedPassword(ofStep: totp.step(at: clock.date) + steps)
            do throws(TOTPError) {
                shown += "\(try await app.confirmTOTP(for: session, code: code) as Any)"
            } catch {
                shown += "\(error)" + Language.english.messages.message(for: error)
            }
            await #expect(throws: TOTPError.self) {
                try await app.disableTOTP(for: session, password: Password(password), code: code)
            }
            #expect(!shown.contains(code))
        }
        #expect(try await app.requiresTOTP(session))
        dump(try await account(session.accountID), to: &shown)
        let export = try await app.exportAccount(session, password: Password("password1"))
        dump(export, to: &shown)
        shown += export.json
        #expect(!shown.contains(key))
        for name in try FileManager.default.contentsOfDirectory(atPath: data) where name != "accounts.store" {
            #expect(!file(name).contains(key), "\(name)")
        }
        #expect(
            events() == [
                "signed-up", "refused", "totp-enabled", "recovery-code-made", "refused", "exported",
            ]
        )
        #expect(try holds(key))
    }

    @Test func `T5 T6 T7 no secret is in a log, a description, an error or the wrong file`() async throws {
        let password = "canary-password-1"
        let app = launch()
        var shown = ""
        func show(_ value: Any) {
            dump(value, to: &shown)
            shown += "\(value)" + String(reflecting: value)
        }
        let session = try #require(
            try await app.signUp(.signUp(id: "canarylocal@gmail.com", password: password)).session
        )
        let token = try #require(session.token.revealed)
        let passwordHash = try #require(try await account(session.accountID)).passwordHash.revealed
        let parts = passwordHash.split(separator: "$")
        show(session)
        show(app.configuration)
        for form in [
            AccountForm.signIn(id: "canarylocal@gmail.com", password: "canary-wrong"),
            .signUp(id: "canarylocal@gmail.com", password: password),
        ] {
            for _ in 0..<5 {
                do throws(SignInError) { _ = try await app.signIn(form) } catch {
                    show(error)
                    for language in Language.allCases { show(language.messages.message(for: error)) }
                }
            }
            do throws(SignUpError) { _ = try await app.signUp(form) } catch {
                show(error)
                for language in Language.allCases { show(language.messages.message(for: error)) }
            }
            let new = Password("canary-short")
            do throws(ChangePasswordError) {
                _ = try await app.changePassword(session, from: Password("canary-wrong"), to: new, confirmation: new)
            } catch {
                show(error)
                for language in Language.allCases { show(language.messages.message(for: error)) }
            }
        }
        await show(app.restoreSession())
        for canary in ["canary-", token, session.token.digest.revealed, passwordHash]
            + parts.suffix(2).map(String.init)
        {
            #expect(!shown.contains(canary), "\(canary)")
        }
        // Error messages may contain the ID, but logs may not.
        for name in ["events.log", "attempts.json"] {
            for canary in ["canary", token, session.token.digest.revealed, passwordHash] {
                #expect(!file(name).contains(canary), "\(name): \(canary)")
            }
        }
        for secret in ["canary-", token] { #expect(try !holds(secret)) }
        #expect(!file("session.json").contains(passwordHash))
    }
}
