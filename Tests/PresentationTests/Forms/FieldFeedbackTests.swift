import AccountFlowTesting
import Domain
import Presentation
import Testing

/// Tests of the states that a field of a form shows, with the sign-up screen as the example.
@MainActor
struct FieldFeedbackTests {
    /// Returns the states that a field shows during the actions, without repetitions.
    private func states(of field: AccountField, _ happenings: (SignUpViewModel) -> Void) -> [FieldState] {
        let sut = SignUpViewModel.stub()
        var states: [FieldState] = []
        let subscription = sut.state.observe { state in
            if states.last != state.form[field] { states.append(state.form[field]) }
        }
        happenings(sut)
        subscription.cancel()
        return states
    }

    @Test func `S4.10 a view gets every state of its screen's box once, the current one first`() {
        let sut = SignUpViewModel.stub()
        sut.edit(.id, "a")
        var told: [String] = []
        let subscription = sut.state.observe { told.append($0.form.form[.id]) }

        sut.edit(.id, "ab")
        sut.edit(.id, "ab")
        subscription.cancel()
        sut.edit(.id, "abc")

        #expect(told == ["a", "ab"])
    }

    @Test func `S4.4 a field shows its state live: untouched, valid, and invalid once it was left`() {
        let shown = states(of: .id) { sut in
            sut.edit(.id, "a")
            sut.leave(.id)
            sut.edit(.id, "")
            sut.edit(.id, "b")
        }
        #expect(shown == [.untouched, .valid, .invalid([.empty]), .valid])
    }

    @Test func `the longest checklist has room for the rules of each field and the availability`() {
        let sut = SignUpViewModel.stub(availabilityCheck: LiveAvailabilityCheckStub())
        for (field, text) in [(AccountField.id, "kim"), (.password, "password1"), (.nickname, "Kim")] {
            sut.focus(field)
            let longest = sut.form.longestChecklist(of: field)
            // The second text cannot be stored.
            for text in [text, text + "\u{FE0F}"] {
                sut.edit(field, text)
                #expect(longest >= sut.state.value.form.checklist.count, "\(field)")
                #expect(sut.form.longestChecklist(of: field) == longest)
            }
        }
    }

    @Test func `the fields are those of the policy, in its order`() {
        let sut = SignUpViewModel.stub(validator: FormValidatorStub(fields: [.nickname, .id, .phone]))
        #expect(sut.state.value.form.fields == [.nickname, .id, .phone])
    }

    @Test(arguments: 0..<16)
    func `S1.6 the action is enabled if and only if all four fields are valid`(combination: Int) {
        let sut = SignUpViewModel.stub(validator: FieldwiseValidator())
        let fields = sut.state.value.form.fields

        for (bit, field) in fields.enumerated() { sut.edit(field, combination & (1 << bit) == 0 ? "bad" : "ok") }

        #expect(sut.state.value.canSubmit == (combination == 15))
    }

    @Test func `S1.4 the password is typed twice, and a confirmation that stops matching is shown at once`() {
        let shown = states(of: .confirmation) { sut in
            sut.edit(.password, "ab")
            sut.edit(.confirmation, "ab")
            sut.leave(.confirmation)
            sut.edit(.password, "abc")
            sut.edit(.password, "ab")
        }
        #expect(shown == [.untouched, .valid, .invalid([.mismatch(with: .password)]), .valid])
    }

    @Test func `a field shows no issue during its first editing`() {
        let states = states(of: .confirmation) { sut in
            sut.edit(.password, "ab")
            sut.edit(.confirmation, "a")
            sut.edit(.confirmation, "ab")
            sut.edit(.confirmation, "abc")
        }
        #expect(states == [.untouched, .editing, .valid, .editing])
    }

    @Test func `a field that was left shows its issues, and updates them at every edit`() {
        let states = states(of: .confirmation) { sut in
            sut.edit(.password, "ab")
            sut.edit(.confirmation, "a")
            sut.leave(.confirmation)
            sut.edit(.confirmation, "ab")
            sut.edit(.confirmation, "abc")
            sut.edit(.confirmation, "")
        }
        #expect(
            states == [
                .untouched, .editing, .invalid([.mismatch(with: .password)]), .valid,
                .invalid([.mismatch(with: .password)]), .invalid([.empty]),
            ]
        )
    }

    @Test func `editing the password validates the confirmation again`() {
        let states = states(of: .confirmation) { sut in
            sut.edit(.password, "ab")
            sut.edit(.confirmation, "ab")
            sut.edit(.password, "abc")
            sut.leave(.confirmation)
            sut.edit(.password, "ab")
            sut.edit(.password, "abc")
        }
        let mismatch = FieldState.invalid([.mismatch(with: .password)])
        #expect(states == [.untouched, .valid, .editing, mismatch, .valid, mismatch])
    }

    @Test func `editing the password leaves an untouched confirmation alone`() {
        let states = states(of: .confirmation) { sut in
            sut.edit(.password, "ab")
            sut.leave(.password)
        }
        #expect(states == [.untouched])
    }

    @Test func `after a submission an edited field shows its issues at once`() async {
        let sut = SignUpViewModel.stub(service: AccountServiceSpy(register: .failure(.service(.busy))))
        sut.fill(.signUp())
        await sut.submit()

        sut.edit(.nickname, "")

        #expect(sut.state.value.form[.nickname] == .invalid([.empty]))
        #expect(sut.state.value.phase == .idle)
    }

    @Test func `a rejected field stays rejected until its text changes`() async {
        let sut = SignUpViewModel.stub(service: AccountServiceSpy(register: .failure(.duplicateAccount)))
        sut.fill(.signUp())
        await sut.submit()

        sut.leave(.id)
        sut.edit(.id, "abcdef@gmail.com")
        #expect(sut.state.value.form[.id] == .rejected([]))

        sut.edit(.id, "")
        #expect(sut.state.value.form[.id] == .invalid([.empty]))
    }

    @Test func `a field that the form does not have is ignored`() {
        let sut = SignUpViewModel.stub()
        let states = Recorder(sut.state)

        sut.edit(.phone, "010")
        sut.leave(.phone)

        #expect(states.values.count == 1)
        #expect(states.values.first?.form.form[.phone] == "")
        #expect(states.values.first?.form[.phone] == .untouched)
    }

    @Test func `of two canonically equivalent texts, the validator gets the bytes that were typed last`() async throws {
        let log = MessageLog<[UInt8]>()
        let sut = SignUpViewModel.stub(validator: ByteValidator(log: log))

        sut.edit(.password, "\u{E9}")
        sut.edit(.password, "e\u{301}")

        #expect(log.messages.last == Array("e\u{301}".utf8))
    }

    @Test(arguments: [SubmissionPhase<SignUpError>.idle, .failed(.duplicateAccount), .submitting, .done])
    func `the action is enabled only while nothing is being submitted`(phase: SubmissionPhase<SignUpError>) {
        let state = SignUpState(form: FormState(fields: [], isValid: true), phase: phase)
        #expect(state.canSubmit == (phase != .submitting))
    }
}

/// A validator that logs the bytes of the password.
private struct ByteValidator: FormValidating {
    let log: MessageLog<[UInt8]>
    let fields: [AccountField] = [.password]

    func report(on form: AccountForm) -> ValidationReport {
        log.append(Array(form[.password].utf8))
        return ValidationReport(fields: [])
    }
}
