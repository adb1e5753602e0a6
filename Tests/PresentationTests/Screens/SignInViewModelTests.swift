import AccountFlowTesting
import Domain
import Foundation
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SignInViewModelTests {
    private func makeSUT(
        service: any AccountService = AccountServiceSpy(),
        sessions: any SessionRepository = SessionRepositorySpy()
    ) -> (SignInViewModel, Outcomes) {
        let outcomes = Outcomes()
        return (SignInViewModel.stub(service: service, sessions: sessions, outcomes: outcomes), outcomes)
    }

    private static let empty = FormState(fields: [.id, .password], setsPassword: false, isValid: false)

    private static func form(states: [AccountField: FieldState] = [:], focus: AccountField? = nil) -> FormState {
        FormState(
            fields: [.id, .password],
            setsPassword: false,
            form: .signIn(),
            states: [AccountField.id: .valid, .password: .valid].merging(states) { $1 },
            isValid: true,
            focus: focus,
            checklist: focus == nil ? [] : [ChecklistItem(.notEmpty, .satisfied)]
        )
    }

    @Test func `S2.1 a sign-in submits the form, clears it, and returns the session`() async {
        let (sut, outcomes) = makeSUT()
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        await sut.submit()

        #expect(
            states.values == [
                SignInState(form: Self.form()),
                SignInState(form: Self.form(), phase: .submitting),
                SignInState(form: Self.empty, phase: .done),
            ]
        )
        #expect(states.values.map(\.canSubmit) == [true, false, false])
        #expect(outcomes.all == [.signedIn(.stub(), nil)])
    }

    @Test(arguments: [
        ("", ""), ("a", ""), ("", "b"), ("a", "b"),
    ])
    func `S0.1 the action is enabled if and only if both fields are filled in`(id: String, password: String) {
        let (sut, _) = makeSUT()
        sut.fill(.signIn(id: "x", password: "y"))

        sut.edit(.id, id)
        sut.edit(.password, password)

        #expect(sut.state.value.canSubmit == (id == "a" && password == "b"))
    }

    @Test(arguments: [true, false])
    func `S2.2 a session is stored for the next launch only if it is remembered`(_ remembers: Bool) async {
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(sessions: SessionRepositorySpy(log: log))
        sut.fill(.signIn())
        sut.remember(false)
        sut.remember(remembers)

        await sut.submit()

        let session = Session.stub(isRemembered: remembers)
        #expect(log.messages == [.loadSessions, .changeSessions(StoredSessions(remembers ? session : nil))])
        #expect(outcomes.all == [.signedIn(session, nil)])
        #expect(sut.state.value.remembers == remembers)
    }

    @Test func `an issue that the service reports is shown at its field`() async {
        let issues = [FieldIssue(field: .password, issue: .tooLong(maximum: 8, actual: 9))]
        let (sut, _) = makeSUT(service: AccountServiceSpy(authenticate: .failure(.invalidInput(issues))))
        sut.fill(.signIn())

        await sut.submit()

        let rejected = Self.form(states: [.password: .rejected([.tooLong(maximum: 8, actual: 9)])], focus: .password)
        #expect(sut.state.value == SignInState(form: rejected, phase: .failed(.invalidInput(issues))))
    }

    @Test func `a failure of the service marks no field, and disappears with the next edit`() async {
        let (sut, _) = makeSUT(service: AccountServiceSpy(authenticate: .failure(.service(.busy))))
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        await sut.submit()
        sut.edit(.password, "password2")

        #expect(states.values.map(\.phase) == [.idle, .submitting, .failed(.service(.busy)), .idle])
        #expect(states.values.allSatisfy { $0.form[.id] == .valid && $0.form[.password] == .valid })
    }

    @Test(arguments: [true, false])
    func `S3.5 the style decides whether the check box is ticked at first`(isTicked: Bool) {
        let sut = SignInViewModel.stub(style: SignInStyle(remembersAtFirst: isTicked, offersSignUp: isTicked))
        #expect(sut.state.value.offersSignUp == isTicked)
        #expect(sut.state.value.remembers == isTicked)
    }

    @Test(
        arguments: [
            (.invalidCredentials, true), (.service(.remote(.serverError)), true), (.service(.busy), true),
            (.throttled(.until(.stub + 60)), true), (.service(.cancelled), false),
        ] as [(AuthenticationError, Bool)]
    )
    func `S0.5 an alert shows a failure if the style says so, unless the user has cancelled`(
        error: AuthenticationError,
        isShown: Bool
    ) async {
        for alertsOutcome in [true, false] {
            let alerts = AlertQueue()
            let sut = SignInViewModel.stub(
                service: AccountServiceSpy(authenticate: .failure(error)),
                style: SignInStyle(alertsOutcome: alertsOutcome),
                alerts: alerts
            )
            sut.fill(.signIn())
            await sut.submit()
            let isAlert = if case .signInFailed? = alerts.state.value?.subject { true } else { false }
            #expect(isAlert == (isShown && alertsOutcome))
        }
    }

    @Test func `submitting a disabled form, or one that is being submitted, does nothing`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(log: log, beforeAnswering: { await gate.pass() })
        )
        await sut.submit()
        #expect(log.messages == [])
        sut.fill(.signIn())
        let first = Task { await sut.submit() }
        await gate.open { await sut.submit() }
        await first.value

        #expect(log.messages == [.authenticate(.stub()), .recognize(.stub()), .recognize(.stub())])
        #expect(outcomes.all == [.signedIn(.stub(), nil)])
    }

    @Test func `an answer after the screen was left starts no session`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let (sut, outcomes) = makeSUT(
            service: AccountServiceSpy(beforeAnswering: { await gate.pass() }),
            sessions: SessionRepositorySpy(log: log)
        )
        sut.fill(.signIn())
        let submission = Task { await sut.submit() }
        await gate.open { sut.cancel() }
        await submission.value

        #expect(log.messages == [.loadSessions])
        #expect(sut.state.value == SignInState(form: Self.empty))
        #expect(outcomes.all == [.left])
    }

    @Test func `switching to sign-up clears the form and opens that screen`() {
        let (sut, outcomes) = makeSUT()
        sut.fill(.signIn())

        sut.switchToSignUp()

        #expect(sut.state.value == SignInState(form: Self.empty))
        #expect(outcomes.all == [.signUp])
    }

    @Test func `the view model is released with its owner, even after a submission`() async {
        weak var viewModel: SignInViewModel?
        do {
            let (sut, _) = makeSUT()
            let states = Recorder(sut.state)
            sut.fill(.signIn())
            await sut.submit()
            viewModel = sut
            #expect(states.values.last?.phase == .done)
        }
        #expect(viewModel == nil)
    }
}

extension SignInState {
    fileprivate init(form: FormState, remembers: Bool = true, phase: SubmissionPhase<SignInError> = .idle) {
        self.init(submission: SubmissionState(form: form, phase: phase), remembers: remembers)
    }
}
