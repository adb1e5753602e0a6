import AccountFlowTesting
import Domain
import Presentation
import Testing

/// Tests of rejected fields, which turn red and revert after a delay.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CorrectiveFlashTests {
    private let clock = ManualClock()

    private var time: ScreenTiming { ScreenTiming(clock: clock, rejectionTime: .seconds(2)) }

    /// Returns a filled sign-up screen whose ID is taken.
    private func takenSignUp() -> SignUpViewModel {
        let sut = SignUpViewModel.stub(service: AccountServiceSpy(register: .failure(.duplicateAccount)), time: time)
        sut.fill(.signUp())
        return sut
    }

    /// Waits until the timers of a submission and of a flash have started.
    private func flashBegun(submissions: Int = 1) async { await clock.sleepBegun(times: 2 * submissions) }

    @Test func `S2.3 a failed sign-in turns both fields red, then reverts them for another try`() async {
        let sut = SignInViewModel.stub(
            service: AccountServiceSpy(authenticate: .failure(.invalidCredentials)),
            time: time
        )
        sut.fill(.signIn())
        let states = Recorder(sut.state)

        await sut.submit()
        await flashBegun()
        clock.advance(by: .seconds(2))
        _ = await sut.state.first { $0.form[.id] == .editing }

        let failed = SubmissionPhase<SignInError>.failed(.invalidCredentials)
        #expect(states.values.map(\.phase) == [.idle, .submitting, failed, failed])
        for field in [AccountField.id, .password] {
            #expect(states.values.map(\.form[field]) == [.valid, .valid, .rejected([]), .editing])
        }
        #expect(states.values.map(\.form.focus) == [nil, nil, .password, .password])
        #expect(states.values.map(\.canSubmit) == [true, false, true, true])
    }

    @Test func `S2.3 a duplicate ID turns only its field red, focuses it, and then reverts it`() async {
        let sut = takenSignUp()
        sut.focus(.nickname)
        let states = Recorder(sut.state)

        await sut.submit()
        await flashBegun()
        clock.advance(by: .seconds(2))
        _ = await sut.state.first { $0.form[.id] == .editing }

        let failed = SubmissionPhase<SignUpError>.failed(.duplicateAccount)
        #expect(states.values.map(\.phase) == [.idle, .submitting, failed, failed])
        #expect(states.values.map(\.form[.id]) == [.valid, .valid, .rejected([]), .editing])
        #expect(states.values.map(\.form.focus) == [.nickname, .nickname, .id, .id])
        #expect(states.values.allSatisfy { $0.form[.nickname] == .valid })
    }

    @Test func `S2.3 a field stays red exactly as long as the injected delay`() async {
        let sut = takenSignUp()
        await sut.submit()
        await flashBegun()

        clock.advance(by: .milliseconds(1_999))
        #expect(clock.sleeperCount == 1)
        #expect(sut.state.value.form[.id] == .rejected([]))
        clock.advance(by: .milliseconds(1))
        _ = await sut.state.first { $0.form[.id] == .editing }
    }

    @Test func `a server's issue with a field also turns it red, and then reverts it`() async {
        let issues = [FieldIssue(field: .nickname, issue: .taken)]
        let sut = SignUpViewModel.stub(
            service: AccountServiceSpy(register: .failure(.invalidInput(issues))),
            time: time
        )
        sut.fill(.signUp())
        let states = Recorder(sut.state)

        await sut.submit()
        await flashBegun()
        clock.advance(by: .seconds(2))
        _ = await sut.state.first { $0.form[.nickname] == .editing }

        #expect(states.values.map(\.form[.nickname]) == [.valid, .valid, .rejected([.taken]), .editing])
        #expect(sut.state.value.form.focus == .nickname)
    }

    @Test func `a second submission ends the flash of the first`() async {
        let sut = takenSignUp()
        let states = Recorder(sut.state)

        await sut.submit()
        await flashBegun()
        clock.advance(by: .milliseconds(1_500))
        await sut.submit()
        await flashBegun(submissions: 2)
        clock.advance(by: .milliseconds(1_500))
        #expect(sut.state.value.form[.id] == .rejected([]))
        clock.advance(by: .milliseconds(500))
        _ = await sut.state.first { $0.form[.id] == .editing }

        let rejected = FieldState.rejected([])
        #expect(states.values.map(\.form[.id]) == [.valid, .valid, rejected, .valid, rejected, .editing])
    }

    @Test func `an edit ends the flash of its field, and the timer does not touch later text`() async {
        let sut = takenSignUp()
        await sut.submit()
        await flashBegun()
        let states = Recorder(sut.state)

        sut.edit(.id, "second@gmail.com")
        sut.cancel()
        sut.edit(.id, "third")
        clock.advance(by: .seconds(2))
        sut.edit(.nickname, "Lee")

        #expect(states.values.map(\.form[.id]) == [.rejected([]), .valid, .untouched, .valid, .valid])
        #expect(sut.state.value.form.form[.id] == "third")
    }

    @Test(arguments: [AccountField.id, .password])
    func `after a refused pair, the reason stays and neither field has a tick, until one is edited`(
        edited: AccountField
    ) async {
        let sut = SignInViewModel.stub(
            service: AccountServiceSpy(authenticate: .failure(.invalidCredentials)),
            time: time
        )
        sut.fill(.signIn())
        await sut.submit()
        await flashBegun()
        clock.advance(by: .seconds(2))
        _ = await sut.state.first { $0.form[.id] == .editing }
        sut.leave(.id)
        sut.leave(.password)
        #expect(sut.state.value.phase == .failed(.invalidCredentials))
        #expect(sut.state.value.form[.id] == .editing)
        #expect(sut.state.value.form[.password] == .editing)

        sut.edit(edited, sut.state.value.form.form[edited] + "1")
        #expect(sut.state.value.phase == .idle)
        #expect(sut.state.value.form[.id] == .valid)
        #expect(sut.state.value.form[.password] == .valid)
    }

    @Test func `after a taken ID, an edit of another field gives the ID no tick`() async {
        let sut = SignUpViewModel.stub(service: AccountServiceSpy(register: .failure(.duplicateAccount)), time: time)
        sut.fill(.signUp())
        await sut.submit()
        await flashBegun()
        clock.advance(by: .seconds(2))
        _ = await sut.state.first { $0.form[.id] == .editing }

        sut.edit(.nickname, "Lee")
        #expect(sut.state.value.form[.id] == .editing)
        #expect(sut.state.value.form[.nickname] == .valid)
    }

    @Test func `the view model is released with its owner while a field is red`() async {
        weak var viewModel: SignUpViewModel?
        do {
            let sut = takenSignUp()
            await sut.submit()
            await flashBegun()
            viewModel = sut
        }
        #expect(viewModel == nil)
        #expect(clock.sleeperCount == 0)
    }
}
