import AccountDemo
import AccountFlowTesting
import App
import Domain
import Foundation
import Networking
import Persistence
import Presentation
import Testing
import Validation

/// Tests of the list of all accounts on the full screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountListTests {
    private func app(_ count: Int, nickname: String = "Kim", failure: StorageError? = nil) async -> FullScreenApp {
        let profile = Profile(nickname: .stub(nickname))
        let accounts = (0..<count).map { Account.stub(id: .stub("person\($0)@x.com"), profile: profile) }
        var repositories = Repositories()
        repositories.accounts = AccountRepositorySpy(wrapping: InMemoryAccountRepository(accounts)) {
            _ throws(StorageError) in
            if let failure { throw failure }
        }
        var configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        configuration.hashingCost = .minimal
        let composition = AppComposition(configuration, repositories: repositories)
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        await app.type([.function(5)])
        return app
    }

    @Test(arguments: Language.allCases)
    func `where there is no list, there is no field to search it`(language: Language) async {
        let app = await FullScreenApp.launched(.remote, language: language)
        await app.type([.function(5)])
        #expect(app.drawn().text.contains(language.demoText.accountsOnServer.prefix(8)))
        #expect(app.content.status == nil && app.content.statusCursor == nil)
        await app.type([.text("x")])
        #expect(!app.drawn().text.contains(language.demoText.search))
        await app.type([.escape])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.signIn))
    }

    @Test func `an unreachable database is named in plain words`() async {
        var configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        configuration.storage = .postgreSQL("host=127.0.0.1", sessions: .inMemory)
        let failure = StorageError.stub(.accounts, .unreachable)
        var repositories = Repositories()
        repositories.accounts = AccountRepositorySpy(wrapping: InMemoryAccountRepository([])) {
            _ throws(StorageError) in throw failure
        }
        let composition = AppComposition(configuration, repositories: repositories)
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        await app.type([.function(5)])
        #expect(app.drawn().text.contains("The database cannot be reached, or lost the connection."))
        #expect(!app.drawn().text.contains("error") && app.content.status == nil)
    }

    @Test(arguments: Language.allCases)
    func `an empty list says that there are no accounts`(language: Language) async {
        let app = await FullScreenApp.stub(language: language)
        await app.type([.function(5)])
        #expect(app.content.title == "AccountFlow — " + language.demoText.meaning(of: .accounts))
        #expect(app.content.elements == [.text(language.demoText.accountCount(0))])
    }

    @Test func `100,000 accounts are searched, and few of them are drawn`() async {
        let app = await app(100_000)
        #expect(app.content.title == "AccountFlow — Search all accounts")
        #expect(app.content.elements.count <= 48)
        await app.type([.end])
        #expect(app.content.status?.hasSuffix("100000/100000") == true)
        #expect(app.drawn().text.contains("person99999@x.com"))
        await app.type([.text("PERSON9999")])
        // Of them, one has four digits, and ten have five.
        #expect(app.content.status == "Search: PERSON9999  1/11")
        await app.type([.text("8"), .down])
        #expect(app.content.status == "Search: PERSON99998  1/1")
        await app.type([.backspace])
        #expect(app.content.status?.hasSuffix(" 1/11") == true)
        await app.type([.escape])
        #expect(app.content.status == "Search:   1/100000")
        await app.type([.escape])
        #expect(app.content.title == "AccountFlow — Sign in")
    }

    @Test(arguments: ["김민수", "Ren\u{E9}e"], [true, false])
    func `a nickname is found, whether its letters are composed or not`(name: String, isComposed: Bool) async {
        let apart = name.decomposedStringWithCanonicalMapping
        let app = await app(2, nickname: isComposed ? name : apart)
        await app.type([.paste(isComposed ? apart : name)])
        #expect(app.content.elements.count == 2 && app.content.status?.hasSuffix("1/2") == true)
        await app.type([.text("x")])
        #expect(app.content.status?.hasSuffix("0/0") == true)
    }

    @Test func `a list that takes time shows for how long, and Escape closes it`() async {
        let (gate, accounts) = (Gate(), [Account.stub(id: .stub("kimkim@x.com"))])
        var repositories = Repositories()
        repositories.accounts = AccountRepositorySpy(wrapping: InMemoryAccountRepository(accounts)) {
            (call) async throws(StorageError) in
            if case .page = call { await gate.pass() }
        }
        let composition = AppComposition(.quick, repositories: repositories)
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        for isClosed in [false, true] {
            let listing = app.press(.function(5))
            await gate.arrival()
            #expect(app.content.title == "AccountFlow — Search all accounts")
            #expect(app.content.elements == [.text("")])
            for _ in 0..<11 { app.turnSpinner() }
            #expect(app.content.elements == [.text("⠙ 1 s · Esc stops it")])
            if isClosed { app.press(.escape) } else { app.press(.text("kim")) }
            #expect((app.content.title == "AccountFlow — Start") == isClosed)
            await gate.open()
            await listing?.value
            #expect(app.drawn().text.contains("kimkim@x.com") == !isClosed)
            await app.type([.escape, .escape])
        }
    }

    @Test(arguments: [Key.escape, .function(1), .function(3)])
    func `a key that closes the list stops the listing, and the next key does not wait for it`(key: Key) async {
        let (gate, log) = (Gate(), MessageLog<AccountRepositorySpy.Call>())
        let accounts = (0..<30_000).map { Account.stub(id: .stub("person\($0)@x.com")) }
        var repositories = Repositories()
        repositories.accounts = AccountRepositorySpy(wrapping: InMemoryAccountRepository(accounts), log: log) {
            (call) async throws(StorageError) in
            if case .page = call { await gate.pass() }
        }
        let composition = AppComposition(.quick, repositories: repositories)
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        let listing = app.press(.function(5))
        await gate.arrival()
        await app.press(key)?.value
        if app.content.title != "AccountFlow — Start" { await app.type([.escape]) }
        await app.type([.enter])
        #expect(app.content.title == "AccountFlow — Sign up")
        await gate.open()
        await listing?.value
        let pages = log.messages.filter { if case .page = $0 { true } else { false } }
        #expect(pages.count == 1)
        #expect(app.content.title == "AccountFlow — Sign up")
    }

    @Test func `Enter begins the sign-in of the account, or switches to it if it is signed in`() async {
        let app = await app(3)
        await app.type([.down, .enter])
        #expect(app.content.title == "AccountFlow — Sign in")
        #expect(app.drawn().text.contains("person1@x.com"))
        // The password is what is left to type.
        #expect(app.content.focus == 1)
        await app.type([.tab, .tab, .tab, .enter])
        await app.type(.filling("kimkim@x.com", "password1", "password1", "Kim"))
        #expect(app.drawn().text.contains("Welcome, Kim."))
        await app.type([.function(5)])
        #expect(app.drawn().text.contains("● kimkim@x.com · Kim"))
        await app.type([.text("kim"), .enter])
        #expect(app.drawn().text.contains("Welcome, Kim."))
        // The marks are those of the account switcher.
        await app.type([.function(4)])
        await app.press(.addAccount, in: .english)
        await app.press(.signUp, in: .english)
        await app.type(.filling("leelee@x.com", "password1", "password1", "Lee") + [.function(5)])
        #expect(app.drawn().text.contains("○ kimkim@x.com · Kim"))
        #expect(app.drawn().text.contains("● leelee@x.com · Lee"))
    }

    @Test(arguments: [9, 10])
    func `the sign-in of one more account than the limit leads to the reason`(signedIn: Int) async throws {
        let repositories = Repositories()
        var configuration = AppConfiguration(policy: .emailLocalPart, launchStyle: .signInScreen)
        configuration.hashingCost = .minimal
        let composition = AppComposition(configuration, repositories: repositories)
        try await repositories.accounts.insert(.stub(id: .stub("eleven@x.com")))
        for number in 1...signedIn {
            var form = AccountForm([.password: "password1", .confirmation: "password1", .nickname: "Kim"])
            form[.id] = "person\(number)@x.com"
            _ = try await composition.signUp(form)
        }
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        await app.type([.function(5), .text("eleven"), .enter])
        let isFull = signedIn == StoredSessions.limit
        #expect(app.content.title == "AccountFlow — " + (isFull ? "Accounts" : "Sign in"))
        #expect((app.content.status == "At most 10 accounts can be signed in.") == isFull)
    }

    @Test(arguments: ["ERSON0@", "김", "수🐈 야", "옹"])
    func `the part of a row that has the typed text is underlined, and moves nothing`(typed: String) async {
        let app = await app(1, nickname: "김수🐈 야옹")
        let before = app.drawn().lines()
        await app.type([.text(typed)])
        let after = app.drawn()
        let cells = after.rows[2..<20].joined().filter { $0.style.contains([.bold, .underlined, .reversed]) }
        #expect(String(cells.compactMap(\.character)).uppercased() == typed.uppercased())
        #expect(cells.count == typed.columns && after.lines()[2..<20] == before[2..<20])
    }

    @Test(arguments: [(80, 24), (200, 60), (40, 12)])
    func `the list stays at the top, however many accounts are found`(columns: Int, rows: Int) async {
        let app = await app(3)
        let top = columns < 60 ? 1 : 2
        for text in ["person0", "person", "0", "no such account"] {
            #expect(app.drawn(columns: columns, rows: rows).lines()[top].contains("person0"))
            await app.type([.control("u"), .text(text)])
        }
        #expect(app.drawn(columns: columns, rows: rows).lines()[top].contains("No account has this text."))
    }

    @Test func `a message below a text that no account has is not underlined`() async {
        let app = await app(3)
        await app.type([.text("No account")])
        #expect(app.drawn().text.contains("No account has this text."))
        #expect(!app.drawn().rows.joined().contains { $0.style.contains(.underlined) })
    }

    @Test func `a text that no account has finds none, and Enter does nothing`() async {
        let app = await app(3)
        await app.type([.text("unknown"), .enter, .up, .pageDown])
        #expect(app.content.status == "Search: unknown  0/0")
        #expect(app.content.elements == [.text("No account has this text.")])
        #expect(app.content.help == "Esc closes · Type to search")
    }

    @Test func `the cursor is behind the text that is searched, also that of an input method`() async {
        let app = await app(3)
        await app.type([.text("김")])
        let grid = app.drawn()
        #expect(grid.lines()[22].trimmingPrefix(while: { $0 == " " }) == "Search: 김  0/0")
        #expect(grid.cursor == CellGrid.Position(row: 22, column: 4 + "Search: 김".columns))
    }

    @Test func `Escape after a choice leaves the sign-in at once, because nothing was typed`() async {
        let composition = AppComposition(
            .quick,
            repositories: {
                var repositories = Repositories()
                repositories.accounts = InMemoryAccountRepository([Account.stub(id: .stub("kimkim@x.com"))])
                return repositories
            }()
        )
        let app = FullScreenApp(composition, language: .english) { _ in composition }
        await app.launch()
        for typed in [[Key.text("p")], []] {
            await app.type([.function(5), .enter])
            #expect(app.content.title == "AccountFlow — Sign in")
            await app.type(typed + [.escape])
            #expect((app.content.alert == nil) == typed.isEmpty)
            if !typed.isEmpty { await app.type([.left, .enter]) }
        }
        #expect(app.content.title == "AccountFlow — Start")
    }

    @Test func `the list says that the accounts are on a server`() async throws {
        let app = await FullScreenApp.stub(.signIn(at: try HTTPURL("https://x.com")))
        await app.type([.function(5)])
        #expect(app.content.title == "AccountFlow — Search all accounts")
        #expect(app.drawn().text.contains("The accounts are on the server"))
    }

    @Test func `the list says why it cannot be read`() async {
        let app = await app(3, failure: .stub(.accounts))
        let message = Language.english.messages.message(forUnlistedAccounts: .stub(.accounts))
        #expect(app.drawn(columns: 200).text.contains(message.prefix(40)))
    }
}
