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
    func `a field is judged by its rule`(report: FieldReport, isValid: Bool, issues: [ValidationIssue]) {
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
    func `a form is valid exactly while all its fields are`(fields: [FieldReport], isValid: Bool) {
        #expect(ValidationReport(fields: fields).isValid == isValid)
    }

    @Test func `the issues come in the order of the fields and of their rules`() {
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

    @Test func `a report is asked for a field of its policy, and knows no other`() {
        let id = Self.field(.id, .violated(.empty))
        let password = Self.field(.password, .satisfied)
        let report = ValidationReport(fields: [password, id])

        #expect(report[.id] == id)
        #expect(report[.password] == password)
        #expect(report[.email] == nil)
    }
}
