import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Testing

/// Tests of the account switcher within a flow.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AccountSwitcherTests {
    private let kim = Session.stub(id: .stub("kim"), accountID: .stub("kim@gmail.com"))
    private let lee = Session.stub(id: .stub("lee"), accountID: .stub("lee@gmail.com"))

    /// Launches a flow in which kim and lee are signed in, and lee is active.
    private func launch(
        _ launchStyle: LaunchStyle = .direct,
        update: Result<Void, StorageError> = .success(())
    ) async throws -> (RootFlowViewModel, AccountSwitcherViewModel) {
        let stored = InMemorySessionRepository(kim)
        try await stored.save(lee)
        let sessions = SessionRepositorySpy(
            wrapping: stored,
            before: { call throws(StorageError) in
                if case .changeSessions = call { try update.get() }
            }
        )
        let flow = RootFlowViewModel.stub(launchStyle: launchStyle, sessions: sessions)
        await flow.launch()
        let sut = flow.makeAccountSwitcherViewModel()
        await sut.appear()
        return (flow, sut)
    }

    @Test func `a switch shows the other account, and the first one stays signed in`() async throws {
        let (flow, sut) = try await launch()
        #expect(sut.state.value.items.map(\.accountID) == [kim.accountID, lee.accountID])
        #expect(sut.state.value.active?.id == lee.id)
        let states = Recorder(sut.state)

        await sut.switchTo(kim.id)

        _ = await flow.state.first { $0 == .at(.home(kim)) }
        #expect(states.values.map(\.switching) == [nil, kim.id, kim.id, nil])
        #expect(states.values.map(\.isBusy) == [false, false, true, false])
        #expect(sut.state.value.active?.id == kim.id)
        #expect(sut.state.value.items.count == 2)
    }

    @Test(arguments: LaunchStyle.allCases)
    func `an account is shown that was not active, or that Sign-in has covered`(style: LaunchStyle) async throws {
        let (flow, sut) = try await launch(style)
        await sut.signOut(lee.id)
        _ = await flow.state.first { $0.routes?.session == nil }
        await sut.switchTo(kim.id)
        let shown = try #require(flow.state.value.routes?.routes)
        #expect(shown.last == .home(kim))
        sut.addAccount()
        #expect(flow.state.value.routes?.routes == shown + [.signIn])
        await sut.switchTo(kim.id)
        #expect(flow.state.value.routes?.routes == shown)
    }

    @Test func `adding an account leads to Sign-in, and signs no user out`() async throws {
        let (flow, sut) = try await launch()
        sut.addAccount()
        #expect(flow.state.value == .at(.home(lee), .signIn))
        let signIn = flow.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        #expect(flow.state.value.routes?.session == .stub())
        await sut.appear()
        #expect(sut.state.value.items.map(\.id) == [kim.id, lee.id, .stub()])
    }

    @Test func `one account or all are signed out, without a notice`() async throws {
        let (flow, sut) = try await launch()
        await sut.signOut(kim.id)
        #expect(sut.state.value.items.map(\.id) == [lee.id])
        #expect(flow.state.value == .at(.home(lee)))

        await sut.signOutAll()
        _ = await flow.state.first { $0 == .at(.start) }
        #expect(sut.state.value.items == [])
        #expect(flow.alerts.state.value == nil)
    }

    @Test func `a switch that the store fails to record is reported, and the account stays`() async throws {
        let error = StorageError.stub(.session, .readOnly)
        let (flow, sut) = try await launch(update: .failure(error))
        await sut.switchTo(kim.id)
        #expect(sut.state.value.failure == .notSwitched(.storage(error)))
        #expect(sut.state.value.switching == nil)
        #expect(flow.state.value == .at(.home(lee)))
    }
}
