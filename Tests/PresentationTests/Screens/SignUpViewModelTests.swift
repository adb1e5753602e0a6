import AccountFlowTesting
import Domain
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SignUpViewModelTests {
    private func makeSUT(
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy()
    ) -> (SignUpViewModel, Outcomes) {
        let outcomes = Outcomes()
        return (SignUpViewModel.stub(service: service, sessions: sessions, outcomes: outcomes), outcomes)
    }

    private static let empty = FormState(fields: [.id, .password, .confirmation, .nickname], isValid: false)

    private static func form(
        _ form: AccountForm = .signUp(),
        states: [AccountField: FieldState] = [:],
        isValid: Bool = true,
        focus: AccountField? = nil
    ) -> FormState {
        let valid: [AccountField: FieldState] = [
            .id: .valid, .password: .valid, .confirmation: .valid, .nickname: .valid,
        ]
        return FormState(
            fields: [.id, .password, .confirmation, .nickname],
            form: form,
            states: valid.merging(states) { $1 },
            isValid: isValid,
            focus: focus,
            checklist: focus == nil ? [] : [ChecklistItem(.notEmpty, .satisfied)]
        )
    }

    @Test func `the state follows the form from its first field to the accepted sign-up`() async {
        let (sut, outcomes) = makeSUT()
        let states = Recorder(sut.state)

        sut.fill(.signUp())
        await sut.submit()

        var typed = Self.empty
        var expected = [SignUpState(form: typed)]
        for field in typed.fields.dropLast() {
            var (form, states) = (typed.form, [AccountField: FieldState]())
            form[field] = AccountForm.signUp()[field]
            for filled in typed.fields where !form[filled].isEmpty { states[filled] = .valid }
            typed = FormState(fields: typed.fields, form: form, states: states, isValid: false)
            expected.append(SignUpState(form: typed))
        }
        expected += [
            SignUpState(form: Self.form()), SignUpState(form: Self.form(), phase: .submitting),
            SignUpState(form: Self.empty, phase: .done),
        ]
        #expect(states.values == expected)
        #expect(states.values.map(\.canSubmit) == [false, false, false, false, true, false, false])
        #expect(outcomes.all == [.signedIn(.stub(), nil)])
    }

    @Test func `S3.4 a sign-up without a session leads back to sign-in`() async {
        let (sut, outcomes) = makeSUT(service: AccountServiceSpy(register: .success(.signInRequired)))
        sut.fill(.signUp())

        await sut.submit()

        #expect(sut.state.value == SignUpState(form: Self.empty, phase: .notice(.signInRequired)))
        #expect(outcomes.all == [.signIn])
    }

    @Test func `S1.3 a taken ID is shown at its field, and the form can be submitted again`() async {
        let (sut, outcomes) = makeSUT(service: AccountServiceSpy(register: .failure(.duplicateAccount)))
        sut.fill(.signUp())
        let states = Recorder(sut.state)

        await sut.submit()
        sut.edit(.nickname, "Lee")
        sut.edit(.id, "second@gmail.com")

        #expect(
            states.values == [
                SignUpState(form: Self.form()),
                SignUpState(form: Self.form(), phase: .submitting),
                SignUpState(
                    form: Self.form(states: [.id: .rejected([])], focus: .id),
                    phase: .failed(.duplicateAccount)
                ),
                SignUpState(form: Self.form(.signUp(nickname: "Lee"), states: [.id: .rejected([])], focus: .id)),
                SignUpState(form: Self.form(.signUp(id: "second@gmail.com", nickname: "Lee"), focus: .id)),
            ]
        )
        #expect(states.values.map(\.canSubmit) == [true, false, true, true, true])
        #expect(outcomes.all == [])
    }

    @Test func `issues that the service reports are shown at their fields`() async {
        let issues = [
            FieldIssue(field: .password, issue: .tooShort(minimum: 12, actual: 9)),
            FieldIssue(field: .nickname, issue: .containsWhitespace(at: 1)),
            FieldIssue(field: .password, issue: .startsWithDigit),
            FieldIssue(field: .phone, issue: .empty),
        ]
        let (sut, _) = makeSUT(service: AccountServiceSpy(register: .failure(.invalidInput(issues))))
        sut.fill(.signUp())

        await sut.submit()

        let states: [AccountField: FieldState] = [
            .password: .rejected([.tooShort(minimum: 12, actual: 9), .startsWithDigit]),
            .nickname: .rejected([.containsWhitespace(at: 1)]),
        ]
        #expect(
            sut.state.value
                == SignUpState(
                    form: Self.form(states: states, focus: .password),
                    phase: .failed(.invalidInput(issues))
                )
        )
    }

    @Test func `a field that is edited during the submission is not rejected for its old text`() async {
        let gate = Gate()
        let (sut, _) = makeSUT(
            service: AccountServiceSpy(
                register: .failure(.duplicateAccount),
                beforeAnswering: { await gate.pass() }
            )
        )
        sut.fill(.signUp())
        let submission = Task { await sut.submit() }
        await gate.arrival()

        sut.edit(.id, "second@gmail.com")
        #expect(sut.state.value.phase == .submitting)
        await gate.open()
        await submission.value

        let form = Self.form(.signUp(id: "second@gmail.com"))
        #expect(sut.state.value == SignUpState(form: form, phase: .failed(.duplicateAccount)))
    }

    @Test(arguments: [
        AccountServiceFailure.storage(.stub(.accounts, .full)), .corruptPasswordHash, .busy, .hashingUnavailable,
        .cancelled,
    ])
    func `a failure of the service is shown, and marks no field`(failure: AccountServiceFailure) async {
        let (sut, outcomes) = makeSUT(service: AccountServiceSpy(register: .failure(.service(failure))))
        sut.fill(.signUp())

        await sut.submit()

        #expect(sut.state.value == SignUpState(form: Self.form(), phase: .failed(.service(failure))))
        #expect(sut.state.value.canSubmit)
        #expect(outcomes.all == [])
    }

    // MARK: Disabled and repeated actions

    @Test func `submitting twice registers once`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(log: log, beforeAnswering: { await gate.pass() })
        )
        sut.fill(.signUp())
        let states = Recorder(sut.state)
        let first = Task { await sut.submit() }
        await gate.open { await sut.submit() }
        await first.value
        await sut.submit()

        #expect(log.messages == [.register(.stub()), .recognize(.stub()), .recognize(.stub())])
        #expect(states.values.map(\.phase) == [.idle, .submitting, .done])
        #expect(outcomes.all == [.signedIn(.stub(), nil)])
    }

    @Test func `a finished screen accepts no more text`() async {
        let (sut, _) = makeSUT()
        sut.fill(.signUp())
        await sut.submit()

        sut.fill(.signUp())
        sut.leave(.id)

        #expect(sut.state.value == SignUpState(form: Self.empty, phase: .done))
    }

    // MARK: Leaving

    @Test func `S2.7 leaving sign-up clears the form and stores nothing`() async {
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(log: log),
            sessions: SessionRepositorySpy(log: log)
        )
        sut.fill(.signUp())

        sut.cancel()

        #expect(sut.state.value == SignUpState(form: Self.empty))
        #expect(log.messages == [])
        #expect(outcomes.all == [.left])
    }

    @Test func `S2.7 an answer after sign-up was left starts no session`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(log: log, beforeAnswering: { await gate.pass() }),
            sessions: SessionRepositorySpy(log: log)
        )
        sut.fill(.signUp())
        let states = Recorder(sut.state)
        let submission = Task { await sut.submit() }
        await gate.open { sut.cancel() }
        await submission.value

        #expect(log.messages == [.loadSessions, .register(.stub())])
        #expect(
            states.values == [
                SignUpState(form: Self.form()),
                SignUpState(form: Self.form(), phase: .submitting),
                SignUpState(form: Self.empty),
            ]
        )
        #expect(outcomes.all == [.left])
    }

    @Test func `a late refusal does not touch a form that was filled in again`() async {
        let gate = Gate()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(
                register: .failure(.duplicateAccount),
                beforeAnswering: { await gate.pass() }
            )
        )
        sut.fill(.signUp())
        let submission = Task { await sut.submit() }
        await gate.arrival()
        sut.cancel()
        sut.fill(.signUp())

        await gate.open()
        await submission.value

        #expect(sut.state.value == SignUpState(form: Self.form()))
        #expect(outcomes.all == [.left])
    }

    @Test func `cancelling the caller's task cancels the submission`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(log: log, beforeAnswering: { await gate.pass() }),
            sessions: SessionRepositorySpy(log: log)
        )
        sut.fill(.signUp())
        let submission = Task { await sut.submit() }
        await gate.open { submission.cancel() }
        await submission.value

        #expect(log.messages == [.loadSessions, .register(.stub())])
        #expect(sut.state.value.phase == .notice(.signInCancelled))
        #expect(outcomes.all == [])
    }

    @Test func `an account that is deleted during its sign-up is reported`() async {
        let (sut, outcomes) = makeSUT(service: AccountServiceSpy(recognize: .success(false)))
        sut.fill(.signUp())
        await sut.submit()

        #expect(sut.state.value.phase == .failed(.accountDeleted))
        #expect(outcomes.all == [])
    }

    @Test func `switching to sign-in clears the form and opens that screen`() {
        let (sut, outcomes) = makeSUT()
        sut.fill(.signUp())

        sut.switchToSignIn()

        #expect(sut.state.value == SignUpState(form: Self.empty))
        #expect(outcomes.all == [.signIn])
    }

    // MARK: Secrets and memory

    @Test func `the state prints no password`() async {
        let (sut, _) = makeSUT(service: AccountServiceSpy(register: .failure(.duplicateAccount)))
        sut.fill(.signUp(password: "hunter2hunter2"))
        await sut.submit()

        var dumped = ""
        dump(sut.state.value, to: &dumped)

        #expect(!dumped.contains("hunter2"))
        #expect(!String(describing: sut.state.value).contains("hunter2"))
        #expect(!String(reflecting: sut.state.value).contains("hunter2"))
    }
}
