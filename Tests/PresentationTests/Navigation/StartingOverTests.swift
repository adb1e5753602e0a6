import AccountFlowTesting
import Domain
import Presentation
import Synchronization
import Testing

/// Tests of starting over without a store that cannot be read.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StartingOverTests {
    /// A store of the session that cannot be read until it is moved aside.
    private final class UnreadableStore: SessionRepository, StoreQuarantine {
        private let error: StorageError
        private let canBeMoved: Bool
        private let moved = Mutex<[StorageError.Store]>([])

        init(_ error: StorageError, canBeMoved: Bool = true) {
            self.error = error
            self.canBeMoved = canBeMoved
        }

        var quarantined: [StorageError.Store] { moved.withLock { $0 } }

        func load() async throws(StorageError) -> StoredSessions {
            if error.store == .session, quarantined.isEmpty { throw error }
            return StoredSessions()
        }

        func update<Value: Sendable>(
            _ change: @escaping @Sendable (inout StoredSessions) -> Value
        ) async throws(StorageError) -> Value {
            var sessions = try await load()
            return change(&sessions)
        }

        func clear() async throws(StorageError) {}

        func quarantine(
            _ store: StorageError.Store,
            startingWith attempts: SignInAttempts
        ) async throws(StorageError) -> Bool {
            guard canBeMoved else { throw StorageError(store: store, reason: .readOnly) }
            moved.withLock { $0.append(store) }
            return true
        }
    }

    nonisolated private static let unreadable: [StorageError] = [
        .stub(.session, .corrupt), .stub(.session, .unsupportedVersion(99)),
    ]

    @Test(arguments: LaunchStyle.allCases, unreadable)
    func `after one confirmation, a session that cannot be read no longer prevents a sign-in`(
        style: LaunchStyle,
        error: StorageError
    ) async {
        let store = UnreadableStore(error)
        let flow = RootFlowViewModel.stub(launchStyle: style, sessions: store, quarantine: store)
        await flow.launch()
        let start = style == .startScreen ? flow.makeStartViewModel() : nil
        await start?.start()
        for action in [AlertAction.dismiss, .startOver] {
            #expect(store.quarantined == [])
            #expect(flow.state.value.canStartOver == (start == nil))
            start?.askToStartOver()
            flow.askToStartOver()
            #expect(flow.alerts.state.value?.subject == .startingOver(error))
            #expect(flow.alerts.state.value?.buttons.map(\.action) == [.dismiss, .startOver])
            await flow.alerts.answer(action)
        }
        #expect(store.quarantined == [.session])
        #expect(start == nil || start?.state.value == .idle)
        await start?.start()
        if flow.state.value.route == .start { await flow.makeStartViewModel().start() }
        switch flow.state.value.route {
        case .signUp: flow.makeSignUpViewModel().switchToSignIn()
        case .home: flow.makeHomeViewModel(for: nil).signIn()
        default: break
        }
        let signIn = flow.makeSignInViewModel()
        signIn.fill(.signIn())
        await signIn.submit()
        #expect(flow.state.value.route == .home(.stub()))
    }

    @Test(arguments: StorageError.Store.allCases.filter { $0 != .accounts })
    func `a sign-in or sign-up that fails because of an unreadable store offers to start over`(
        store: StorageError.Store
    ) async {
        let error = StorageError.stub(store, .corrupt)
        let service = AccountServiceSpy(
            register: .failure(.service(.storage(error))),
            authenticate: .failure(.service(.storage(error)))
        )
        let quarantine = UnreadableStore(error)
        for isSignUp in [true, false] {
            let flow = RootFlowViewModel.stub(launchStyle: .signInScreen, service: service, quarantine: quarantine)
            await flow.launch()
            let signIn = flow.makeSignInViewModel()
            if isSignUp {
                signIn.switchToSignUp()
                let signUp = flow.makeSignUpViewModel()
                signUp.fill(.signUp())
                await signUp.submit()
                #expect(signUp.state.value.phase == .failed(.service(.storage(error))))
            } else {
                signIn.fill(.signIn())
                await signIn.submit()
                #expect(signIn.state.value.phase == .failed(.service(.storage(error))))
            }
            #expect(flow.alerts.state.value?.subject == .startingOver(error))
            await flow.alerts.answer(.startOver)
            #expect(flow.alerts.state.value == nil)
        }
        #expect(quarantine.quarantined == [store, store])
    }

    @Test(arguments: [
        StorageError.Reason.replaced, .busy, .unreachable, .readOnly, .notPermitted, .full, .unsafeLocation(.link),
        .closed, .failed(code: 5),
    ])
    func `a reason that may pass never offers to start over`(reason: StorageError.Reason) async {
        let error = StorageError.stub(.session, reason)
        let store = UnreadableStore(error)
        for style in LaunchStyle.allCases {
            let flow = RootFlowViewModel.stub(launchStyle: style, sessions: store, quarantine: store)
            await flow.launch()
            let start = style == .startScreen ? flow.makeStartViewModel() : nil
            await start?.start()
            start?.askToStartOver()
            flow.askToStartOver()
            #expect(!flow.state.value.canStartOver)
            #expect(flow.alerts.state.value == nil)
        }
        #expect(store.quarantined == [])
    }

    @Test func `data that cannot be moved aside is reported, and the session stays unavailable`() async {
        let error = StorageError.stub(.session, .corrupt)
        let store = UnreadableStore(error, canBeMoved: false)
        let flow = RootFlowViewModel.stub(launchStyle: .direct, sessions: store, quarantine: store)
        await flow.launch()
        flow.askToStartOver()
        await flow.alerts.answer(.startOver)
        #expect(flow.alerts.state.value?.subject == .notice(.notStartedOver(.stub(.session, .readOnly))))
        #expect(flow.state.value == .unavailable(error))
    }

    @Test func `a flow without a quarantine never offers to start over`() async {
        let flow = RootFlowViewModel.stub(launchStyle: .direct, sessions: UnreadableStore(Self.unreadable[0]))
        await flow.launch()
        flow.askToStartOver()
        #expect(flow.alerts.state.value == nil)
    }
}
