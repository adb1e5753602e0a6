import AccountFlowTesting
import Domain
import Testing

/// Tests of the state that a field shows at each stage of input.
struct FieldStateTests {
    @Test(
        arguments: [
            (.untouched, nil, .untouched), (.untouched, .empty, .untouched),
            (.editing, nil, .valid), (.editing, .empty, .editing),
            (.left, nil, .valid), (.left, .empty, .invalid([.empty])),
            (.submitted, nil, .valid), (.submitted, .empty, .invalid([.empty])),
        ] as [(FieldStage, ValidationIssue?, FieldState)]
    )
    func `a field shows no issues during the first typing, but becomes valid at once`(
        stage: FieldStage,
        issue: ValidationIssue?,
        expected: FieldState
    ) {
        #expect(FieldState(stage: stage, issues: [issue].compactMap(\.self)) == expected)
    }

    @Test(arguments: FieldStage.allCases, FieldStage.allCases)
    func `a stage never goes back`(from: FieldStage, to: FieldStage) {
        var stage = from
        stage.advance(to: to)
        #expect(stage == max(from, to))
        #expect(stage.showsIssues == [.left, .submitted].contains(stage))
    }

    @Test func `the stages have an order`() {
        #expect(FieldStage.allCases.sorted() == [.untouched, .editing, .left, .submitted])
    }

    // MARK: Availability

    private static let kim = AccountID.stub("Kim@x.com")
    private static let failure = AccountServiceFailure.busy

    @Test(
        arguments: [
            (.idle, .valid), (.pending(kim), .editing), (.answered(kim, .available), .valid),
            (.answered(kim, .taken), .invalid([.taken])), (.answered(kim, .unknown(failure)), .valid),
        ] as [(AvailabilityState, FieldState)]
    )
    func `the result of checking an ID only changes a field that is otherwise valid`(
        state: AvailabilityState,
        expected: FieldState
    ) {
        #expect(FieldState.valid.considering(state, of: "kim@x.com") == expected)
        // A result for another text, or for an empty one, is ignored.
        #expect(FieldState.valid.considering(state, of: "lee@x.com") == .valid)
        #expect(FieldState.valid.considering(state, of: "") == .valid)
        for other in [FieldState.untouched, .editing, .invalid([.empty]), .rejected([])] {
            #expect(other.considering(state, of: "kim@x.com") == other)
        }
    }

    @Test(
        arguments: [
            (.idle, .notEvaluated), (.pending(kim), .notEvaluated), (.answered(kim, .available), .satisfied),
            (.answered(kim, .taken), .violated(.taken)), (.answered(kim, .unknown(failure)), .notEvaluated),
        ] as [(AvailabilityState, RuleReport.Outcome)]
    )
    func `an availability check has a checklist item with its result`(
        state: AvailabilityState,
        outcome: RuleReport.Outcome
    ) {
        #expect(state.report == RuleReport(requirement: .available, outcome: outcome))
    }
}
