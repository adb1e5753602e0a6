import AccountDemo
import AccountFlowTesting
import App
import Presentation
import Testing

/// Tests of the menu of keys.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KeyMenuTests {
    @Test(arguments: Language.allCases)
    func `the menu names every key, also on a small screen`(language: Language) async {
        let app = await FullScreenApp.stub(language: language)
        await app.type([.enter, .tab])
        for columns in [80, 60, 40, 30, 16] {
            let line = app.drawn(columns: columns, rows: 12).lines().last ?? ""
            for key in ["F1", "F2", "F3", "F4", "F5"] { #expect(line.contains(key), "\(line)") }
            #expect(!line.contains("…") && line.columns < columns)
        }
        await app.type([.function(1)])
        var text = app.drawn(columns: 40, rows: 12).text
        await app.type([.end])
        text += app.drawn(columns: 40, rows: 12).text
        for key in [
            "F2", "F3", "F4", "F5", "^C", "^R", "^Y", "^Z", "^N", "^P", "PgUp", "PgDn", "Esc", "Tab", "^A", "^E", "^U",
            "^K", "^W", "Alt", "Del", "y", "n", "Enter", "Home", "End", "F1", "?",
        ] {
            #expect(text.contains(key))
        }
        func words(_ text: String) -> [Substring] { text.split { " │▌\n".contains($0) } }
        let wide = app.drawn().text.split(separator: "\n").dropFirst(2).dropLast(2).joined(separator: "\n")
        #expect(Set(words(wide)).isSubset(of: words(text)) && !text.contains("…"), "\(text)")
    }

    @Test(arguments: [
        (0, Language.english.next.demoText.hint(.keys)), (1, "AccountFlow — Choose an app"),
        (2, "No accounts are signed in."), (3, "No accounts."),
    ])
    func `Enter presses the key that is selected`(place: Int, text: String) async {
        let app = await FullScreenApp.stub()
        await app.type([.function(1)] + Array(repeating: .down, count: place) + [.enter])
        #expect(app.drawn().text.contains(text))
    }

    @Test func `Ctrl-N and Ctrl-P move as the arrows do, in menus and among the items of a screen`() async {
        let app = await FullScreenApp.stub()
        await app.type([.function(1)])
        let first = app.content.focus
        await app.type([.control("n"), .control("n")])
        #expect(app.content.focus == first.map { $0 + 2 })
        await app.type([.control("p"), .control("p"), .escape, .enter, .control("n")])
        #expect(app.content.focus == 1)
        await app.type([.control("p")])
        #expect(app.content.focus == 0)
    }

    @Test func `a key that the menu names works in the menu too`() async {
        let app = await FullScreenApp.stub()
        await app.type([.function(1), .function(4)])
        #expect(app.content.title == "AccountFlow — Accounts")
        await app.type([.escape, .function(1), .function(5)])
        #expect(app.drawn().text.contains("No accounts."))
    }

    @Test(arguments: [("j", "k"), ("ㅓ", "ㅏ")])
    func `j and k move in questions, also on a Korean keyboard, and search in menus`(down: String, up: String) async {
        let app = await FullScreenApp.stub()
        await app.type([.function(1), .text(down), .text(up)])
        #expect(app.content.status == "Search: " + down + up)
        await app.type([.escape, .escape, .enter, .text(down + up), .escape, .text(down)])
        #expect(app.drawn().text.contains(down + up) && app.content.alert?.selection == 1)
    }

    @Test func `Home and End select the first and the last line of a menu, and so do the page keys`() async {
        let app = await FullScreenApp.stub()
        await app.type([.function(1)])
        for (end, home) in [(Key.end, Key.home), (.pageDown, .pageUp)] {
            await app.type([end])
            #expect(app.content.focus == 4)
            await app.type([home])
            #expect(app.content.focus == 0)
        }
    }

    @Test func `the page keys move by a page in a form, and type nothing`() async {
        let app = await FullScreenApp.stub()
        await app.type([.enter])
        app.drawing = ScreenDrawing(columns: 40, rows: 12)
        let first = app.content.focus
        var places = [first]
        for _ in 0..<4 {
            await app.type([.pageDown])
            places.append(app.content.focus)
        }
        #expect(places[1] != first && places[4] == app.content.elements.lastIndex(where: \.takesFocus), "\(places)")
        await app.type([.pageUp, .pageUp, .pageUp, .pageUp])
        #expect(app.content.focus == first)
    }

    @Test(arguments: Language.allCases)
    func `typing filters the menu, Backspace undoes it, and Escape clears the text before it closes`(
        language: Language
    ) async {
        let app = await FullScreenApp.stub(language: language)
        await app.type([.text("?")])
        let (all, meaning) = (app.content, language.demoText.meaning(of: .preset))
        #expect(all.help.contains(language.demoText.hint(.search)))
        #expect(app.drawn(columns: 40, rows: 12).text.contains(language.demoText.hint(.search)))
        func column() -> Int? {
            let line = app.drawn().lines().first { $0.contains(meaning) } ?? ""
            return line.firstRange(of: meaning).map { line[..<$0.lowerBound].columns }
        }
        let place = column()
        await app.type([.text(meaning.uppercased())])
        #expect(app.content.elements == [.button("F3  " + meaning, isEnabled: true), .gap] && app.content.focus == 0)
        #expect(app.content.status == language.demoText.search + " " + meaning.uppercased())
        let cells = app.drawn().rows[2..<20].joined().filter { $0.style.contains(.underlined) }
        #expect(String(cells.compactMap(\.character)) == meaning && cells.count == meaning.columns)
        #expect(column() == place)
        await app.type([.backspace])
        #expect(app.content.status == language.demoText.search + " " + meaning.uppercased().dropLast())
        // Only a remark has it, and then nothing.
        await app.type([.control("u"), .text("^Z"), .enter, .down])
        #expect(app.content.elements.count == 2 && app.content.focus == nil)
        await app.type([.text(" j"), .enter])
        #expect(app.content.elements == [.text(language.demoText.noMatch)])
        #expect(!app.content.help.contains(language.demoText.hint(.press)))
        await app.type([.escape])
        #expect(app.content == all)
        await app.type([.text("F3"), .enter])
        #expect(app.content.title == "AccountFlow — " + language.demoText.presetQuestion)
        await app.type([.text("shop"), .escape, .escape])
        #expect(app.content.title == "AccountFlow — " + language.messages.title(of: ScreenName.start))
    }

    @Test func `Alt-? opens the menu also in a field, where ? is text`() async {
        let app = await FullScreenApp.stub()
        await app.type([.enter, .tab, .text("?")])
        #expect(app.content.title != "AccountFlow — Keys")
        await app.type([.alt("?")])
        #expect(app.content.title == "AccountFlow — Keys")
    }

    @Test func `a screen with one button names no key that moves`() async {
        let app = await FullScreenApp.stub()
        let next = Language.english.demoText.hint(.next)
        #expect(!app.content.help.contains(next))
        await app.type([.enter])
        #expect(app.content.help.contains(next))
    }

    @Test func `a click on a line that was found presses it`() async {
        let app = await FullScreenApp.launched(.start, language: .english)
        await app.type([.function(3), .text("shop")])
        let lines = app.drawn().lines()
        let row = lines.firstIndex { $0.contains("⟨ ○ shop ⟩") } ?? 0
        await app.type([.click(row: row, column: lines[row].prefix { $0 != "⟨" }.columns)])
        #expect(app.content.title == "AccountFlow — Home")
    }

    @Test func `the last key of the menu quits`() async {
        let app = await FullScreenApp.stub()
        await app.type([.function(1), .up, .enter])
        #expect(app.isFinished)
    }

    @Test func `a question mark opens the menu, except in a field`() async {
        let app = await FullScreenApp.stub()
        let start = app.content
        await app.type([.text("?")])
        #expect(app.content.title == "AccountFlow — Keys")
        await app.type([.escape])
        #expect(app.content == start)
        await app.type([.enter, .text("a?")])
        #expect(app.content.title == "AccountFlow — Sign up")
        #expect(app.drawn().text.contains("a?"))
        await app.type([.function(1)])
        #expect(app.content.title == "AccountFlow — Keys")
    }

    @Test(arguments: [Key.function(1), .function(3)])
    func `a menu stays when an operation leads to another screen`(key: Key) async {
        let gate = Gate()
        let app = await FullScreenApp.stub(hasher: PasswordHasherStub { await gate.pass() })
        await app.type([.enter] + [Key].filling("kimkim@x.com", "password1", "password1", "Kim").dropLast())
        let submission = app.press(.enter)
        await gate.arrival()
        app.press(key)
        let before = app.content
        await gate.open()
        await submission?.value
        while let turn = app.turn { await turn.value }
        #expect(app.content.elements == before.elements)
        await app.type([.escape])
        #expect(app.content.title == "AccountFlow — Welcome")
    }

    @Test(arguments: [Key.function(4), .function(5)])
    func `a key of the menu waits for the operation, as it does without the menu`(key: Key) async {
        let (gate, app) = (Gate(), await FullScreenApp.stub())
        let gated = await FullScreenApp.stub(hasher: PasswordHasherStub { await gate.pass() })
        for app in [app, gated] {
            await app.type([.enter] + [Key].filling("kimkim@x.com", "password1", "password1", "Kim").dropLast())
        }
        await app.type([.enter, key])
        let submission = gated.press(.enter)
        await gate.arrival()
        for key in [.function(1), key] { gated.press(key) }
        await gate.open()
        await submission?.value
        while let turn = gated.turn { await turn.value }
        #expect(gated.content.title == app.content.title)
        #expect(gated.content.title != "AccountFlow — Welcome")
    }
}
