import Domain
import Presentation

/// The texts of terms, a line of which is marked.
struct TermsReader: Overlay {
    let documents: [ConsentDocument]
    private var line = 0

    init(documents: [ConsentDocument]) { self.documents = documents }

    private func lines(in text: any DemoText) -> [ScreenElement] {
        documents.flatMap { document in
            text.terms(document).enumerated().map { place, line in
                // The first line is the title, and headings have numbers.
                .text(line, style: place == 0 || line.first?.isNumber == true ? .bold : .plain)
            }
        }
    }

    func cover(_ content: inout ScreenContent, in text: any DemoText) {
        let lines = lines(in: text)
        content = ScreenContent(
            title: "AccountFlow — " + text.messages.title(of: ScreenName.agreement),
            elements: lines,
            focus: line,
            status: "\(line + 1)/\(lines.count)",
            help: text.hints([.close, .move, .language, .quit])
        )
        content.isPaged = true
    }

    mutating func press(_ key: Key, in text: any DemoText, page: Int) -> OverlayAnswer {
        if key == .escape || key == .enter { return .close }
        let key = key == .text(" ") ? .pageDown : key
        line = key.scrolled(line, of: lines(in: text).count, page: page) ?? line
        return .stay
    }

    mutating func select(_ place: Int, in text: any DemoText) { line = place }
}
