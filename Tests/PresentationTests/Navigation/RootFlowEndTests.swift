import AccountFlowTesting
import Domain
import Foundation
import Persistence
import Presentation
import Testing

/// Tests of a flow that ends: it waits for running operations, but ignores their results.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RootFlowEndTests {
    private let gate = Gate()
    private let log = MessageLog<PortCall>()

    /// Launches a flow on its main screen; a sign-out waits at the gate, and cannot change the store.
    private func launch() async -> RootFlowViewModel {
        let sessions = SessionRepositorySpy(
            log: log,
            load: .success(.stub()),
            update: .failure(.stub(.session, .readOnly)),
            beforeAnswering: { [gate, log] in
                if case .changeSessions = log.messages.last { await gate.pass() }
            }
        )
        let flow = RootFlowViewModel.stub(
            launchStyle: .direct,
            service: AccountServiceSpy(log: log),
            sessions: sessions,
            changing: AccountServiceSpy()
        )
        await flow.launch()
        return flow
    }

    @Test func `the end waits for a running sign-out, which changes no route and shows no alert`() async {
        let flow = await launch()
        let home = flow.makeHomeViewModel(for: .stub())
        let states = Recorder(flow.state)
        let signOut = Task { await home.signOut() }
        await gate.arrival()
        let ending = Task {
            await flow.end()
            return home.state.value.phase
        }
        // Gives all other tasks time to run.
        for _ in 0..<200 { await Task.yield() }

        await gate.open()
        await signOut.value

        #expect(await ending.value == .done)
        #expect(states.values == [.at(.home(.stub()))])
        #expect(flow.alerts.state.value == nil)
    }

    @Test func `the end waits until a session that is being restored is stored`() async {
        let policy = SessionPolicy(lifetime: 86_400)
        let stored = Session.stub(startedAt: .stub - 3_600)
        let sessions = SessionRepositorySpy(wrapping: InMemorySessionRepository(stored), log: log) {
            [gate] call throws(StorageError) in
            if case .changeSessions = call { await gate.pass() }
        }
        let flow = RootFlowViewModel.stub(launchStyle: .direct, sessions: sessions, policy: policy)
        let launch = Task { await flow.launch() }
        await gate.arrival()
        let ends = MessageLog<Bool>()
        let ending = Task {
            await flow.end()
            ends.append(true)
        }
        // Gives all other tasks time to run.
        for _ in 0..<200 { await Task.yield() }
        #expect(ends.messages == [])
        await gate.open()
        await launch.value
        await ending.value
        #expect(flow.state.value == .restoring)
    }

    @Test func `a screen that is created after the end of its flow does nothing`() async {
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
