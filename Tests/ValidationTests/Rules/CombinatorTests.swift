import Domain
import Testing
import Validation

struct CombinatorTests {
    private static let short = Rule.length(0...1, in: .unicodeScalars)
    private static let long = Rule.length(3...9, in: .unicodeScalars)

    @Test func `a rule of no rules is satisfied`() {
        let nothing = RuleReport(requirement: .all, outcome: .satisfied)
        #expect(Rule.all().report(on: "") == nothing)
        #expect(Rule.inOrder().report(on: "") == nothing)
    }

    @Test func `independent rules are all put to a text`() {
        let report = Rule.all(Self.short, .notEmpty, Self.long).report(on: "ab")
        #expect(report.outcome == .violated(.tooLong(maximum: 1, actual: 2)))
        #expect(
            report.outcomes
                == [
                    .violated(.tooLong(maximum: 1, actual: 2)), .satisfied, .violated(.tooShort(minimum: 3, actual: 2)),
                ]
        )
        #expect(report.issues == [.tooLong(maximum: 1, actual: 2), .tooShort(minimum: 3, actual: 2)])
    }

    @Test("rules in order end at the first violation", arguments: ["", "ab", "a", "abc\n", "abcd"])
    func inOrder(_ text: String) {
        let report = Rule.inOrder(.notEmpty, .storable(maximumUTF8Length: 9), Self.long).report(on: text)
        let expected: [RuleReport.Outcome] =
            switch text {
            case "": [.violated(.empty), .notEvaluated, .notEvaluated]
            case "abc\n": [.satisfied, .violated(.containsControlCharacter(at: 3)), .notEvaluated]
            case "abcd": [.satisfied, .satisfied, .satisfied]
            default: [.satisfied, .satisfied, .violated(.tooShort(minimum: 3, actual: text.count))]
            }
        #expect(report.outcomes == expected)
        #expect(report.checklist == [.notEmpty, .storable, .length(minimum: 3, maximum: 9)])
        #expect(report.issues.count == (text == "abcd" ? 0 : 1))
    }

    @Test func `what is not evaluated keeps the shape of its tree`() {
        let rule = Rule.inOrder(
            .notEmpty,
            .all(Self.short, .inOrder(Self.long, .notBlank)),
            .emailID(localLength: 6...20)
        )
        let satisfied = Rule.inOrder(.notEmpty, .all(Self.short, .inOrder(.notEmpty, .notBlank))).report(on: "a")
        #expect(satisfied.isSatisfied)
        #expect(satisfied.outcomes == [.satisfied, .satisfied, .satisfied, .satisfied])

        let empty = rule.report(on: "")
        #expect(empty.outcomes == [.violated(.empty)] + Array(repeating: .notEvaluated, count: 7))
        #expect(empty.checklist == rule.report(on: "a").checklist)
        #expect(empty.parts.map(\.outcome) == [.violated(.empty), .notEvaluated, .notEvaluated])
        #expect(empty.parts[1].parts.map(\.outcome) == [.notEvaluated, .notEvaluated])
    }

    @Test func `a violation deep inside is the outcome of all that is around it`() {
        let report = Rule.all(.notEmpty, .inOrder(.notBlank, .all(Self.long))).report(on: "ab")
        #expect(report.outcome == .violated(.tooShort(minimum: 3, actual: 2)))
        #expect(report.parts[1].outcome == report.outcome)
        #expect(report.issues == [.tooShort(minimum: 3, actual: 2)])
    }

    @Test func `rules are equal when they ask the same`() {
        #expect(Rule.all(.notEmpty, Self.long) == Rule.all(.notEmpty, .length(3...9, in: .unicodeScalars)))
        #expect(Rule.all(.notEmpty) != Rule.inOrder(.notEmpty))
        #expect(Rule.notEmpty != Rule.notBlank)
        #expect(Rule.length(1...2, in: .unicodeScalars) != Rule.length(1...2, in: .graphemeClusters))
    }

    @Test func `a rule tells what it asks for`() {
        #expect(Rule.notEmpty.requirement == .notEmpty)
        #expect(Self.long.requirement == .length(minimum: 3, maximum: 9))
        #expect(Rule.sameAs(.password, maximumUTF8Length: 1).requirement == .sameAs(.password))
        #expect(Rule.storable(maximumUTF8Length: 1).requirement == .storable)
        #expect(Rule.emailID(localLength: 1...2).requirement == .all)
        #expect(Rule.inOrder(.notEmpty).requirement == .all)
    }
}
