import Domain
import Testing
import Validation

struct EmptinessRuleTests {
    @Test("something is typed", arguments: [" ", "\0", "\u{200B}", "a", "\u{301}", "한"])
    func notEmpty(_ text: String) {
        #expect(Rule.notEmpty.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .satisfied))
    }

    @Test func `nothing is typed`() {
        #expect(Rule.notEmpty.report(on: "") == RuleReport(requirement: .notEmpty, outcome: .violated(.empty)))
    }

    @Test("something shows", arguments: ["!", "~", "a", " a", "\u{3000}한", "\u{A1}", "é", "👨‍👩‍👧‍👦", "\u{200B}x"])
    func notBlank(_ text: String) {
        #expect(Rule.notBlank.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .satisfied))
    }

    @Test(
        "nothing shows",
        arguments: [
            "", " ", "\t", "\n", "\0", "\u{7F}", "\u{A0}", "\u{2003}", "\u{3000}", "\u{200B}", "\u{2060}", "\u{FEFF}",
            "\u{3164}", " \u{3000}\u{200B} ",
        ]
    )
    func blank(_ text: String) {
        #expect(Rule.notBlank.report(on: text) == RuleReport(requirement: .notEmpty, outcome: .violated(.empty)))
    }

    @Test("the look for something that shows ends after 64 scalars", arguments: [(63, true), (64, false)])
    func notBlankIsBounded(spaces: Int, isSatisfied: Bool) {
        #expect(Rule.notBlank.report(on: String(repeating: " ", count: spaces) + "a").isSatisfied == isSatisfied)
    }

    @Test func `what shows is neither white space nor ignorable nor a control character, by Unicode's tables`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            let isControl = value < 0x20 || value == 0x7F
            let shows = !isControl && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
            if Rule.notBlank.accepts(AccountForm([.id: String(scalar)]), field: .id) != shows {
                Issue.record("U+\(String(value, radix: 16))")
            }
        }
    }
}
