import Domain
import Testing

struct RuleReportTests {
    private static let satisfied = RuleReport(requirement: .storable, outcome: .satisfied)
    private static let skipped = RuleReport(requirement: .emailAddress, outcome: .notEvaluated)

    private static func violated(_ issue: ValidationIssue, parts: [RuleReport] = []) -> RuleReport {
        RuleReport(requirement: .all, outcome: .violated(issue), parts: parts)
    }

    @Test(arguments: [
        (RuleReport.Outcome.satisfied, true), (.violated(.empty), false), (.notEvaluated, false),
    ])
    func `only a satisfied rule is satisfied`(outcome: RuleReport.Outcome, isSatisfied: Bool) {
        #expect(RuleReport(requirement: .notEmpty, outcome: outcome).isSatisfied == isSatisfied)
    }

    @Test(
        arguments: [
            (satisfied, []),
            (skipped, []),
            (violated(.startsWithDigit), [.startsWithDigit]),
            // A rule with parts speaks through them, if they have something to say.
            (violated(.empty, parts: [violated(.startsWithDigit)]), [.startsWithDigit]),
            (violated(.empty, parts: [satisfied, skipped]), [.empty]),
            (
                violated(
                    .empty,
                    parts: [violated(.startsWithDigit), satisfied, violated(.tooShort(minimum: 2, actual: 1))]
                ),
                [.startsWithDigit, .tooShort(minimum: 2, actual: 1)]
            ),
            (
                violated(
                    .empty,
                    parts: [
                        violated(.empty, parts: [skipped, violated(.notAnEmailAddress(.local))]),
                        violated(.notAnEmailAddress(.domain)),
                        violated(.empty, parts: [violated(.empty, parts: [violated(.startsWithDigit)])]),
                    ]
                ),
                [.notAnEmailAddress(.local), .notAnEmailAddress(.domain), .startsWithDigit]
            ),
            // What a satisfied or skipped rule has tried inside is not wrong with the text.
            (RuleReport(requirement: .all, outcome: .satisfied, parts: [violated(.empty)]), []),
            (RuleReport(requirement: .all, outcome: .notEvaluated, parts: [violated(.empty)]), []),
        ] as [(RuleReport, [ValidationIssue])]
    )
    func `the issues are those of the leaves, in their order`(report: RuleReport, issues: [ValidationIssue]) {
        #expect(report.issues == issues)
    }

    @Test func `a tree of a thousand levels says what is wrong at its bottom`() {
        var report = Self.violated(.startsWithDigit)
        for _ in 0..<1_000 { report = Self.violated(.empty, parts: [report]) }
        #expect(report.issues == [.startsWithDigit])
    }
}
