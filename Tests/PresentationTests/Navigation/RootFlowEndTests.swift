import AccountFlowTesting
import Domain
import Presentation
import Testing

/// A flow that has ended: what is under way is awaited, and nothing comes of it any more.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct RootFlowEndTests {
    private let gate = Gate()
    private let log = MessageLog<PortCall>()

    /// A flow that shows the main screen of somebody whose sign-out waits at the gate and leaves the session behind.
    private func launch() async -> RootFlowViewModel {
        let sessions = SessionRepositorySpy(
            log: log,
            load: .success(.stub()),
            clear: .failure(.stub(.session, .readOnly)),
            beforeAnswering: { [gate, log] in
                if log.messages.last == .clearSession { await gate.pass() }
            }
        )
        let flow = RootFlowViewModel.stub(
            launchStyle: .direct,
            service: AccountServiceSpy(log: log),
            sessions: sessions,
            changing: PasswordServiceStub()
        )
        await flow.launch()
        return flow
    }

    @Test func `a sign-out that is running at the end completes, but changes no route and shows no alert`() async {
        let flow = await launch()
        let home = flow.makeHomeViewModel(for: .stub())
        let states = Recorder(flow.state)
        let signOut = Task { await home.signOut() }
        await gate.arrival()
        let ending = Task { await flow.end() }
        // Whatever can go on without the answer does.
        for _ in 0..<200 { await Task.yield() }

        await gate.open()
        await signOut.value
        await ending.value

        #expect(home.state.value.phase == .done)
        #expect(states.values == [.at(.home(.stub()))])
        #expect(flow.alerts.state.value == nil)
    }

    @Test func `the end waits for running operations`() async {
        let flow = await launch()
        let home = flow.makeHomeViewModel(for: .stub())
        let signOut = Task { await home.signOut() }
        await gate.arrival()
        let ending = Task {
            await flow.end()
            return home.state.value.phase
        }
        // Whatever can go on without the answer does.
        for _ in 0..<200 { await Task.yield() }

        await gate.open()
        await signOut.value

        #expect(await ending.value == .done)
    }

    @Test func `a screen that is made after the end does nothing`() async {
        let flow = await launch()
        await flow.end()
        let asked = log.messages

        let signIn = flow.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        let signUp = flow.makeSignUpViewModel()
        signUp.fill(.signUp())
        await signUp.submit()
        await flow.makeStartViewModel().start()
        await flow.makeHomeViewModel(for: .stub()).deleteAccount()
        await flow.makeAccountViewModel(for: .stub()).deleteAccount()

        #expect(signIn.state.value.phase == .idle)
        #expect(signUp.state.value.phase == .idle)
        #expect(log.messages == asked)
    }
}
