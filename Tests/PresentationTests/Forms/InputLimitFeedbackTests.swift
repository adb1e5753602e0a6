import AccountFlowTesting
import Domain
import Presentation
import Testing

/// Tests of the feedback on a text that exceeds the limits of its field.
@MainActor
struct InputLimitFeedbackTests {
    private static let validator = FormValidatorStub(limit: 4)
    private static let refusal = FieldIssue(field: .id, issue: .tooLong(maximum: 4, actual: 5))

    @Test func `S2.4 a field refuses a character beyond its limit, and shows why until the next edit`() {
        let sut = SignUpViewModel.stub(validator: Self.validator)
        let states = Recorder(sut.state)

        let answers = ["abc", "abcd", "abcde", "abcx", "abcxyz"].map { sut.edit(.id, $0) }

        #expect(answers == [true, true, false, true, false])
        #expect(sut[.id] == "abcx")
        #expect(states.values.map(\.form.form[.id]) == ["", "abc", "abcd", "abcd", "abcx", "abcx"])
        #expect(
            states.values.map(\.form.refusal) == [
                nil, nil, nil, Self.refusal, nil, FieldIssue(field: .id, issue: .tooLong(maximum: 4, actual: 6)),
            ]
        )
        #expect(states.values.map(\.form[.id]) == [.untouched, .valid, .valid, .valid, .valid, .valid])
    }

    @Test(.timeLimit(.minutes(5)))
    func `S2.3 the refusal of a text reverts by itself, as long after it as a red field`() async {
        let clock = ManualClock()
        let time = ScreenTiming(clock: clock, rejectionTime: .seconds(2))
        let sut = SignUpViewModel.stub(validator: Self.validator, time: time)
        sut.focus(.id)
        sut.edit(.id, "abcd")
        for count in 1...2 {
            sut.edit(.id, "abcde")
            await clock.sleepBegun(times: count)
            // The time begins again with the second refusal.
            clock.advance(by: .milliseconds(1_999))
            #expect(sut.state.value.form.refusal == Self.refusal)
        }
        clock.advance(by: .milliseconds(1))
        let reverted = await sut.state.first { $0.form.refusal == nil }
        #expect(reverted.form[.id] == .valid)
        #expect(sut[.id] == "abcd")
    }

    @Test func `the refusal stays until its field is edited or left, a cancellation or a submission`() async {
        let happenings: [(stays: Bool, happens: (SignUpViewModel) -> Void)] = [
            (false, { $0.edit(.id, "x") }), (false, { $0.edit(.id, "") }), (false, { $0.cancel() }),
            (true, { $0.edit(.nickname, "Kim") }), (false, { $0.leave(.id) }), (true, { $0.leave(.nickname) }),
            (false, { $0.focus(.nickname) }), (false, { $0.focus(nil) }),
        ]
        for happening in happenings {
            let sut = SignUpViewModel.stub(validator: Self.validator)
            sut.focus(.id)
            sut.edit(.id, "abcde")
            #expect(sut.state.value.form.refusal == Self.refusal)
            happening.happens(sut)
            #expect(sut.state.value.form.refusal == (happening.stays ? Self.refusal : nil))
        }
        let sut = SignUpViewModel.stub(
            validator: Self.validator,
            service: AccountServiceSpy(register: .failure(.service(.busy)))
        )
        sut.fill(AccountForm([.id: "a", .password: "b", .confirmation: "b", .nickname: "c"]))
        sut.edit(.id, "abcde")
        await sut.submit()
        #expect(sut.state.value.form.refusal == nil)
    }

    @Test func `a refused text changes neither the phase nor the rejected fields`() async {
        let sut = SignUpViewModel.stub(
            validator: Self.validator,
            service: AccountServiceSpy(register: .failure(.duplicateAccount))
        )
        sut.fill(AccountForm([.id: "a", .password: "b", .confirmation: "b", .nickname: "c"]))
        await sut.submit()

        sut.edit(.id, "abcde")

        #expect(sut.state.value.phase == .failed(.duplicateAccount))
        #expect(sut.state.value.form[.id] == .rejected([]))
        #expect(sut.state.value.form.refusal == Self.refusal)
    }

    @Test func `no field accepts more than 4,096 bytes, even if its policy allows more`() {
        let sut = SignUpViewModel.stub(validator: FieldwiseValidator())
        let marks = "e" + String(repeating: "\u{315}\u{316}", count: 1 << 16)
        for field in sut.state.value.form.fields {
            #expect(!sut.edit(field, marks))
            #expect(
                sut.state.value.form.refusal
                    == FieldIssue(field: field, issue: .tooManyBytes(maximum: 4_096, actual: marks.utf8.count))
            )
            #expect(sut.state.value.form.form[field].isEmpty)
        }
    }
}
