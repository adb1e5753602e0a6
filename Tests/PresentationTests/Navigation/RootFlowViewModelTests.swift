import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RootFlowViewModelTests {
    // MARK: The first route

    @Test func `S1.1 the app shows the start screen first, without reading the session`() async {
        let log = MessageLog<PortCall>()
        let sut = RootFlowViewModel.stub(sessions: SessionRepositorySpy(log: log, load: .success(.stub())))
        let states = Recorder(sut.state)

        await sut.launch()

        #expect(states.values == [.at(.start)])
        #expect(log.messages == [])
    }

    @Test func `S2.2 after one sign-in the next launch goes straight to the main screen, until sign-out`() async {
        let sessions: any SessionRepository = InMemorySessionRepository()
        let first = RootFlowViewModel.stub(sessions: sessions)
        let signIn = first.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()

        let second = RootFlowViewModel.stub(launchStyle: .direct, sessions: sessions)
        await second.launch()
        #expect(second.state.value == .at(.home(.stub())))
        await second.makeHomeViewModel(for: .stub()).signOut()

        let third = RootFlowViewModel.stub(launchStyle: .direct, sessions: sessions)
        await third.launch()
        #expect(third.state.value == .at(.start))
    }

    @Test func `S2.2 an unreadable store does not count as signed out, and can be read again`() async {
        let error = StorageError.stub(.session, .notPermitted)
        let log = MessageLog<PortCall>()
        let sut = RootFlowViewModel.stub(
            launchStyle: .direct,
            sessions: SessionRepositorySpy(log: log, load: .failure(error))
        )
        let states = Recorder(sut.state)

        await sut.launch()
        await sut.launch()
        await sut.retry()

        #expect(states.values == [.restoring, .unavailable(error), .restoring, .unavailable(error)])
        #expect(log.messages == [.loadSessions, .loadSessions])
    }

    @Test func `a retry continues as soon as the store is readable`() async {
        let log = MessageLog<PortCall>()
        let sessions = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(.stub()),
            log: log,
            before: { _ throws(StorageError) in if log.messages.count == 1 { throw .stub() } }
        )
        let sut = RootFlowViewModel.stub(launchStyle: .direct, sessions: sessions)
        let states = Recorder(sut.state)

        await sut.launch()
        await sut.retry()
        await sut.retry()

        #expect(states.values == [.restoring, .unavailable(.stub()), .restoring, .at(.home(.stub()))])
    }

    @Test func `when the app becomes active, a store that can be read now is read`() async {
        let log = MessageLog<PortCall>()
        let sessions = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(.stub()),
            log: log,
            before: { _ throws(StorageError) in if log.messages.count <= 2 { throw .stub() } }
        )
        let sut = RootFlowViewModel.stub(launchStyle: .direct, sessions: sessions)
        let states = Recorder(sut.state)

        await sut.launch()
        await sut.noticeChanges()
        #expect(log.messages.count == 2)
        await sut.noticeChanges()

        #expect(states.values == [.restoring, .unavailable(.stub()), .at(.home(.stub()))])
    }

    @Test func `two simultaneous launches read the session once`() async {
        let gate = Gate()
        let log = MessageLog<PortCall>()
        let sut = RootFlowViewModel.stub(
            launchStyle: .direct,
            sessions: SessionRepositorySpy(log: log, beforeAnswering: { await gate.pass() })
        )
        let first = Task { await sut.launch() }
        await gate.arrival()

        await sut.launch()
        await sut.retry()
        await gate.open()
        await first.value

        #expect(log.messages == [.loadSessions])
        #expect(sut.state.value == .at(.start))
    }

    // MARK: From screen to screen

    @Test func `S2.7 sign-up and sign-in lead to each other, and both lead back to Start`() {
        let sut = RootFlowViewModel.stub()
        let states = Recorder(sut.state)

        sut.makeSignUpViewModel().switchToSignIn()
        sut.makeSignInViewModel().switchToSignUp()
        sut.makeSignUpViewModel().switchToSignIn()
        sut.makeSignInViewModel().cancel()
        sut.makeSignInViewModel().switchToSignUp()
        sut.makeSignUpViewModel().cancel()

        let (start, signIn, signUp): (RootFlowState, RootFlowState, RootFlowState)
        (start, signIn, signUp) = (.at(.start), .at(.start, .signIn), .at(.start, .signUp))
        #expect(states.values == [start, signIn, signUp, signIn, start, signUp, start])
    }

    @Test func `S1.9 sign-out leads to Start even if the stored session remains, which an alert reports`() async {
        let error = StorageError.stub(.session, .readOnly)
        let sut = RootFlowViewModel.stub(
            launchStyle: .direct,
            sessions: SessionRepositorySpy(load: .success(.stub()), update: .failure(error))
        )
        let states = Recorder(sut.state)
        let alerts = Recorder(sut.alerts.state)

        await sut.launch()
        await sut.makeHomeViewModel(for: .stub()).signOut()
        await sut.alerts.answer(.dismiss)

        #expect(states.values == [.restoring, .at(.home(.stub())), .at(.start)])
        #expect(alerts.values.map(\.?.subject) == [nil, .notice(.sessionRemains(error)), nil])
    }

    @Test func `S1.10 a failed deletion does not change the route`() async {
        let sut = RootFlowViewModel.stub(
            launchStyle: .direct,
            service: AccountServiceSpy(deleteAccount: .failure(.busy)),
            sessions: SessionRepositorySpy(load: .success(.stub()))
        )
        await sut.launch()

        await sut.makeHomeViewModel(for: .stub()).deleteAccount()

        #expect(sut.state.value == .at(.home(.stub())))
    }

    @Test(arguments: [true, false])
    func `an alert on the main screen reports a session that could not be stored`(signsUp: Bool) async {
        let error = StorageError.stub(.session, .full)
        let sut = RootFlowViewModel.stub(sessions: SessionRepositorySpy(update: .failure(error)))
        if signsUp {
            let screen = sut.makeSignUpViewModel()
            screen.fill(.signUp())
            await screen.submit()
        } else {
            let screen = sut.makeSignInViewModel()
            screen.fill(.signIn())
            await screen.submit()
        }
        #expect(sut.state.value == .at(.start, .home(.stub())))
        #expect(sut.alerts.state.value?.subject == .notice(.sessionNotSaved(error)))
    }

    @Test func `S1.1 S1.7 S1.9 S1.10 the routes follow the life of an account, from sign-up to deletion`() async {
        let sut = RootFlowViewModel.stub(sessions: InMemorySessionRepository())
        let states = Recorder(sut.state)

        await sut.makeStartViewModel().start()
        let signUp = sut.makeSignUpViewModel()
        signUp.fill(.signUp())
        await signUp.submit()
        await sut.makeHomeViewModel(for: .stub()).signOut()
        await sut.makeStartViewModel().start()
        sut.makeSignUpViewModel().switchToSignIn()
        let signIn = sut.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        await sut.makeHomeViewModel(for: .stub()).deleteAccount()
        await sut.makeStartViewModel().start()

        let welcome = RootFlowState.at(.start, .home(.stub()))
        #expect(
            states.values == [
                .at(.start), .at(.start, .signUp), welcome, .at(.start), .at(.start, .signUp),
                .at(.start, .signIn), welcome, .at(.start), .at(.start, .signUp),
            ]
        )
    }
}
