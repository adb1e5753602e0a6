import Domain
import Testing

struct ValidationReportTests {
    private static func field(_ field: AccountField, _ outcomes: RuleReport.Outcome...) -> FieldReport {
        let parts = outcomes.map { RuleReport(requirement: .notEmpty, outcome: $0) }
        let outcome = outcomes.first { $0 != .satisfied } ?? .satisfied
        return FieldReport(field: field, rule: RuleReport(requirement: .all, outcome: outcome, parts: parts))
    }

    @Test(
        arguments: [
            (field(.id, .satisfied), true, []),
            (field(.id, .violated(.empty)), false, [.empty]),
            (
                field(.id, .violated(.empty), .notEvaluated, .violated(.startsWithDigit)), false,
                [.empty, .startsWithDigit]
            ),
            (field(.id, .notEvaluated), false, []),
        ] as [(FieldReport, Bool, [ValidationIssue])]
    )
    func `a field is validated by its rule`(report: FieldReport, isValid: Bool, issues: [ValidationIssue]) {
        #expect(report.isValid == isValid)
        #expect(report.issues == issues)
    }

    @Test(
        arguments: [
            ([], true),
            ([field(.id, .satisfied)], true),
            ([field(.id, .satisfied), field(.password, .satisfied)], true),
            ([field(.id, .violated(.empty)), field(.password, .satisfied)], false),
            ([field(.id, .satisfied), field(.password, .violated(.empty))], false),
            ([field(.id, .satisfied), field(.confirmation, .notEvaluated)], false),
        ] as [([FieldReport], Bool)]
    )
    func `a form is valid if and only if all its fields are valid`(fields: [FieldReport], isValid: Bool) {
        #expect(ValidationReport(fields: fields).isValid == isValid)
    }

    @Test func `the issues have the order of the fields and of their rules`() {
        let report = ValidationReport(fields: [
            Self.field(.phone, .violated(.startsWithDigit), .violated(.empty)),
            Self.field(.nickname, .satisfied),
            Self.field(.confirmation, .notEvaluated),
            Self.field(.id, .violated(.empty)),
        ])

        #expect(
            report.issues == [
                FieldIssue(field: .phone, issue: .startsWithDigit),
                FieldIssue(field: .phone, issue: .empty),
                FieldIssue(field: .id, issue: .empty),
            ]
        )
    }

    @Test func `a report has only the fields of its policy`() {
        let id = Self.field(.id, .violated(.empty))
        let password = Self.field(.password, .satisfied)
        let report = ValidationReport(fields: [password, id])

        #expect(report[.id] == id)
        #expect(report[.password] == password)
        #expect(report[.email] == nil)
    }
}

struct RuleReportTests {
    private static let satisfied = RuleReport(requirement: .storable, outcome: .satisfied)
    private static let skipped = RuleReport(requirement: .emailAddress, outcome: .notEvaluated)

    private static func violated(_ issue: ValidationIssue, parts: [RuleReport] = []) -> RuleReport {
        RuleReport(requirement: .all, outcome: .violated(issue), parts: parts)
    }

    @Test(arguments: [
        (RuleReport.Outcome.satisfied, true), (.violated(.empty), false), (.notEvaluated, false),
    ])
    func `a rule that is violated or not evaluated is not satisfied`(outcome: RuleReport.Outcome, isSatisfied: Bool) {
        #expect(RuleReport(requirement: .notEmpty, outcome: outcome).isSatisfied == isSatisfied)
    }

    @Test(
        arguments: [
            (satisfied, []),
            (skipped, []),
            (violated(.startsWithDigit), [.startsWithDigit]),
            // A violated rule with parts reports the issues of the parts, if they have any.
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
            // The violated parts of a satisfied or skipped rule are not issues.
            (RuleReport(requirement: .all, outcome: .satisfied, parts: [violated(.empty)]), []),
            (RuleReport(requirement: .all, outcome: .notEvaluated, parts: [violated(.empty)]), []),
        ] as [(RuleReport, [ValidationIssue])]
    )
    func `the issues of a rule are those of its leaves, in order`(report: RuleReport, issues: [ValidationIssue]) {
        #expect(report.issues == issues)
    }

    @Test func `a tree of a thousand levels reports the issue at its bottom`() {
        var report = Self.violated(.startsWithDigit)
        for _ in 0..<1_000 { report = Self.violated(.empty, parts: [report]) }
        #expect(report.issues == [.startsWithDigit])
    }
}
