import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Testing

/// Tests of results that arrive late, and of screens that the flow has left or replaced.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RootFlowLateAnswerTests {
    /// Returns a session repository whose first load, that of the launch, waits at a gate.
    private static func late(_ session: Session, _ gate: Gate) -> SessionRepositorySpy {
        let log = MessageLog<PortCall>()
        return SessionRepositorySpy(
            wrapping: InMemorySessionRepository(session),
            log: log,
            after: { _ in if log.messages == [.loadSessions] { await gate.pass() } }
        )
    }

    @Test func `a session that is restored after a sign-up does not change the route`() async {
        let gate = Gate()
        let stored = Session.stub(accountID: .stub("earlier@gmail.com"))
        let log = MessageLog<PortCall>()
        let sut = RootFlowViewModel.stub(
            launchStyle: .direct,
            service: AccountServiceSpy(log: log),
            sessions: Self.late(stored, gate)
        )
        let states = Recorder(sut.state)
        let launch = Task { await sut.launch() }
        await gate.arrival()
        let signUp = sut.makeSignUpViewModel()
        signUp.fill(.signUp())
        let submission = Task { await signUp.submit() }
        await log.arrival(of: 1)
        // Gives the sign-up time to wait for the load.
        for _ in 0..<200 { await Task.yield() }

        await gate.open()
        await launch.value
        await submission.value

        #expect(states.values == [.restoring, .at(.start, .home(.stub()))])
    }

    @Test func `a late answer to the start screen leads from any other screen to the session`() async {
        let gate = Gate()
        let sut = RootFlowViewModel.stub(sessions: Self.late(.stub(), gate))
        let states = Recorder(sut.state)
        let screen = sut.makeStartViewModel()
        let start = Task { await screen.start() }
        await gate.open { sut.makeSignUpViewModel().switchToSignIn() }
        await start.value

        _ = await sut.state.first { $0 == .at(.start, .home(.stub())) }
        #expect(states.values == [.at(.start), .at(.start, .signIn), .at(.start, .home(.stub()))])
        #expect(screen.state.value == .idle)
    }

    @Test func `a covered start screen does not replace a later session with the stored one`() async {
        let sut = RootFlowViewModel.stub(
            sessions: SessionRepositorySpy(load: .success(.stub())),
            changing: AccountServiceSpy()
        )
        let start = sut.makeStartViewModel()
        await start.start()
        sut.makeHomeViewModel(for: .stub()).openAccount()
        let account = sut.makeAccountViewModel(for: .stub())
        for field in account.state.value.form.fields { account.edit(field, "password2") }
        await account.changePassword()

        await start.start()

        #expect(sut.state.value == .at(.start, .home(.stub(token: AccessToken("token-2")))))
        #expect(start.state.value == .idle)
    }

    @Test func `a sign-up whose screen was replaced starts no session`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let sut = RootFlowViewModel.stub(
            service: AccountServiceSpy(beforeAnswering: { await gate.pass() }),
            sessions: SessionRepositorySpy(log: log)
        )
        let states = Recorder(sut.state)
        let old = sut.makeSignUpViewModel()
        old.fill(.signUp())
        let submission = Task { await old.submit() }
        await gate.arrival()

        let new = sut.makeSignUpViewModel()
        await gate.open()
        await submission.value

        #expect(states.values == [.at(.start)])
        #expect(log.messages == [.loadSessions])
        #expect(old.state.value.phase == .idle)
        #expect(new.state.value.phase == .idle)
    }

    @Test func `a session of a screen that was left too late is shown, and that it is not stored`() async {
        let gate = Gate()
        let store = SessionRepositorySpy(wrapping: InMemorySessionRepository()) { call throws(StorageError) in
            guard case .changeSessions = call else { return }
            await gate.pass()
            throw .stub()
        }
        let sut = RootFlowViewModel.stub(sessions: store)
        let login = sut.makeSignInViewModel()
        login.fill(.signIn())
        let submission = Task { await login.submit() }
        await gate.open { login.switchToSignUp() }
        await submission.value

        let alert = await sut.alerts.state.first { $0 != nil } ?? nil
        #expect(alert?.subject == .notice(.sessionNotSaved(.stub())))
        #expect(sut.state.value.routes?.session != nil)
    }

    @Test func `a screen that the flow has left changes no route and stores nothing`() async {
        let log = MessageLog<PortCall>()
        let sut = RootFlowViewModel.stub(sessions: SessionRepositorySpy(log: log))
        await sut.makeStartViewModel().start()
        let old = sut.makeSignUpViewModel()
        old.fill(.signUp())
        old.switchToSignIn()
        let other = sut.makeSignInViewModel()
        other.switchToSignUp()
        let states = Recorder(sut.state)

        old.cancel()
        old.fill(.signUp())
        await old.submit()
        other.fill(.signIn())
        await other.submit()

        #expect(states.values == [.at(.start, .signUp)])
        #expect(log.messages == [.loadSessions])
    }

    @Test func `a replaced view model of the start screen does not open the main screen`() async {
        let sut = RootFlowViewModel.stub(sessions: SessionRepositorySpy(load: .success(.stub())))
        let states = Recorder(sut.state)
        let old = sut.makeStartViewModel()
        let new = sut.makeStartViewModel()

        await old.start()
        #expect(states.values == [.at(.start)])
        await new.start()

        #expect(states.values == [.at(.start), .at(.start, .home(.stub()))])
    }

    @Test func `the end or change of a session that is not shown does not change the route`() async {
        let sut = RootFlowViewModel.stub(
            launchStyle: .direct,
            sessions: SessionRepositorySpy(load: .success(.stub())),
            changing: AccountServiceSpy()
        )
        await sut.launch()
        let states = Recorder(sut.state)
        let earlier = Session.stub(id: .stub("earlier"), accountID: .stub("earlier@gmail.com"))

        let signedOut = sut.makeHomeViewModel(for: earlier)
        await signedOut.signOut()
        let deleted = sut.makeAccountViewModel(for: earlier)
        await deleted.deleteAccount()
        let changed = sut.makeAccountViewModel(for: earlier)
        for field in changed.state.value.form.fields { changed.edit(field, "password2") }
        await changed.changePassword()

        #expect(signedOut.state.value.phase == .done)
        #expect(deleted.state.value.phase == .done)
        #expect(changed.state.value.phase == .done)
        #expect(sut.alerts.state.value?.subject == .notice(.passwordChangedAndSignedOut))
        #expect(states.values == [.at(.home(.stub()))])
    }

    // MARK: Memory

    @Test func `the flow and its screens are released with their owners`() async {
        weak var flow: RootFlowViewModel?
        weak var start: StartViewModel?
        weak var signUp: SignUpViewModel?
        weak var signIn: SignInViewModel?
        weak var welcome: HomeViewModel?
        weak var account: AccountViewModel?
        do {
            let sut = RootFlowViewModel.stub(launchStyle: .direct)
            let states = Recorder(sut.state)
            await sut.launch()
            flow = sut
            do {
                let screens = (
                    sut.makeStartViewModel(), sut.makeSignUpViewModel(), sut.makeSignInViewModel(),
                    sut.makeHomeViewModel(for: .stub()), sut.makeAccountViewModel(for: .stub())
                )
                (start, signUp, signIn, welcome, account) = screens
                await screens.3.signOut()
            }
            #expect(start == nil)
            #expect(signUp == nil)
            #expect(signIn == nil)
            #expect(welcome == nil)
            #expect(account == nil)
            #expect(states.values.last == .at(.start))
        }
        // The flow may be following the sign-out at this moment.
        for _ in 0..<10_000 where flow != nil { await Task.yield() }
        #expect(flow == nil)
    }

    @Test func `a screen that outlives the flow does nothing`() async {
        let screen: StartViewModel
        do {
            let sut = RootFlowViewModel.stub()
            screen = sut.makeStartViewModel()
        }

        await screen.start()

        #expect(screen.state.value == .idle)
    }
}
