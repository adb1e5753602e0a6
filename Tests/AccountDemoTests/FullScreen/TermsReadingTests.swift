import AccountDemo
import AccountFlowTesting
import App
import Domain
import Presentation
import TestSupport
import Testing

/// Tests of the screen that shows the text of the terms.
@MainActor
struct TermsReadingTests {
    /// Returns the shop's sign-in screen, with the focus on the button that opens the terms.
    private func shop(_ language: Language) async -> FullScreenApp {
        let app = await FullScreenApp.stub(.shop, language: language)
        await app.type([.enter, .text("abcdef")])
        let link = ScreenElement.button(language.messages.title(of: ButtonName.terms), isEnabled: true)
        for _ in 0..<10 where app.content.focus != app.content.elements.firstIndex(of: link) { await app.type([.tab]) }
        return app
    }

    @Test(arguments: Language.allCases)
    func `S4.2 the smallest screen shows the terms completely, and then the unchanged form`(language: Language) async {
        let app = await shop(language)
        let before = app.content
        await app.type([.enter])
        #expect(app.content.title.contains(language.messages.title(of: ScreenName.agreement)))
        let count = app.content.elements.count
        var seen = ""
        for _ in 0..<count {
            seen += app.drawn(columns: 30, rows: 8).text
            await app.type([.down])
        }
        for case .text(let line, _) in app.content.elements {
            for word in line.split(separator: " ") { #expect(seen.contains(word), "\(line)") }
        }
        #expect(app.content.status == "\(count)/\(count)")
        for (key, place) in [(Key.home, 1), (.down, 2), (.up, 1), (.up, 1), (.end, count)] {
            await app.type([key])
            #expect(app.content.status == "\(place)/\(count)")
        }
        await app.type([.escape])
        #expect(app.content == before)
    }

    @Test(arguments: Language.allCases)
    func `the title and the headings of the terms are bold`(language: Language) async {
        let app = await shop(language)
        await app.type([.enter])
        var bold: [String] = []
        for case .text(let line, style: .bold) in app.content.elements { bold.append(line) }
        #expect(bold.count == 7)
        let document = ConsentDocument(name: "auto-login", version: 1)
        #expect(bold.first?.hasPrefix(language.demoText.title(of: document)) == true)
        #expect(bold.dropFirst().map { $0.prefix(2) } == ["1.", "2.", "3.", "4.", "5.", "6."])
    }

    @Test(arguments: [(40, 12, 9), (80, 24, 19), (200, 60, 55)])
    func `a page of the terms begins with what was last on the page before`(columns: Int, rows: Int, page: Int) async {
        let app = await shop(.english)
        await app.type([.enter])
        app.drawing = ScreenDrawing(columns: columns, rows: rows)
        func shown() -> [String] {
            let lines = app.drawn(columns: columns, rows: rows).lines().dropFirst(rows == 12 ? 1 : 2).prefix(page)
            return lines.map { line in
                let text = line.drop { " │▌".contains($0) }.reversed().drop { " │▲▼".contains($0) }
                return String(text.reversed())
            }
        }
        var seen = shown()
        for _ in 0..<20 where app.drawn(columns: columns, rows: rows).text.contains("▼") {
            let last = shown()
            await app.type([.pageDown])
            let overlap = last.count - (last.lastIndex(of: shown()[0]) ?? 0)
            // Nothing is skipped; a paragraph that does not end on a page is repeated, and the last page is full.
            #expect((1...3).contains(overlap) || !app.drawn(columns: columns, rows: rows).text.contains("▼"))
            seen += shown()
        }
        for case .text(let line, _) in app.content.elements {
            for word in line.split(separator: " ") { #expect(seen.contains { $0.contains(word) }, "\(word)") }
        }
        await app.type([.home, .pageDown, .pageUp])
        #expect(shown() == Array(seen.prefix(page)))
    }

    @Test func `S4.2 after an agreement the link at the bottom opens the terms`() async {
        let app = await shop(.english)
        // Signs up with an agreement in the alert, and signs out.
        await app.type([.tab, .tab, .enter])
        #expect(app.content.title == "AccountFlow — Sign up")
        for text in ["abcdef", "ghijkl", "ghijkl"] { await app.type([.text(text), .tab]) }
        await app.type([.tab, .tab, .enter])
        #expect(app.content.alert?.selection == 0, "Cancel")
        await app.type([.right, .enter])
        #expect(app.drawn().text.contains("abcdef"))
        await app.type([.tab, .enter, .enter])
        #expect(app.content.title == "AccountFlow — Sign in")
        let last = app.content.elements.count - 1
        #expect(app.content.elements[last] == .button("Show the terms", isEnabled: true), "\(app.content.elements)")
        await app.type([.backTab, .enter])
        #expect(app.content.title == "AccountFlow — Terms")
    }
}
