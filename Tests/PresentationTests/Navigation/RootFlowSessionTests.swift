import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Testing

/// Tests of a flow whose session ends or changes without a screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct RootFlowSessionTests {
    private let repository = InMemorySessionRepository(.stub())
    private let session: CurrentSession

    init() { session = .stub(repository, policy: .standard) }

    private func launch(_ style: LaunchStyle = .direct) async -> RootFlowViewModel {
        let flow = RootFlowViewModel.stub(launchStyle: style, session: session)
        await flow.launch()
        if style == .startScreen { await flow.makeStartViewModel().start() }
        return flow
    }

    @Test(arguments: LaunchStyle.allCases)
    func `the active account is shown when it is chosen, also before a start screen has restored it`(
        style: LaunchStyle
    ) async {
        let flow = RootFlowViewModel.stub(launchStyle: style, session: session)
        await flow.launch()
        let switcher = flow.makeAccountSwitcherViewModel()
        await switcher.appear()
        await switcher.switchTo(Session.stub().id)
        #expect(flow.state.value.route == .home(.stub()))
        #expect(switcher.state.value.failure == nil)
    }

    @Test(arguments: LaunchStyle.allCases)
    func `an account that another process has signed in is shown when it is chosen`(style: LaunchStyle) async {
        await repository.update { _ = $0.remove(Session.stub().id) }
        let flow = await launch(style)
        #expect(flow.state.value.routes?.session == nil)
        await repository.update { $0.begin(.stub()) }
        let switcher = flow.makeAccountSwitcherViewModel()
        await switcher.appear()
        await switcher.switchTo(Session.stub().id)
        #expect(flow.state.value.route == .home(.stub()))
        #expect(switcher.state.value.failure == nil)
    }

    private func restore() async { _ = await RestoreSession(sessions: session)() }

    @Test(arguments: LaunchStyle.allCases, [false, true])
    func `a session that the server refuses leads to the signed-out screen with one notice`(
        style: LaunchStyle,
        isCovered: Bool
    ) async {
        let flow = await launch(style)
        let home = flow.makeHomeViewModel(for: .stub())
        if isCovered { home.openAccount() }
        #expect(flow.state.value.routes?.session == .stub())
        let alerts = Recorder(flow.alerts.state)

        await session.didReject(Session.stub().token)

        _ = await flow.alerts.state.first { $0 != nil }
        #expect(flow.state.value.routes?.session == nil)
        await flow.alerts.answer(.dismiss)
        #expect(alerts.values.map(\.?.subject) == [nil, .notice(.sessionEnded(.refused)), nil])
    }

    @Test func `a refusal is told at once, though a screen waits for a server and tokens were replaced`() async throws {
        let gate = Gate()
        let service = AccountServiceSpy(beforeAnswering: { await gate.pass() })
        let flow = RootFlowViewModel.stub(launchStyle: .direct, service: service, session: session)
        await flow.launch()
        _ = flow.makeHomeViewModel(for: .stub())
        flow.makeAccountSwitcherViewModel().addAccount()
        let login = flow.makeSignInViewModel()
        login.fill(.signIn())
        let submission = Task { await login.submit() }
        await gate.arrival()
        let newer = AccessToken("newer")
        await repository.update { _ = $0.update(Session.stub().with(TokenSet(newer))) }
        await session.noticeChanges()
        // Gives the flow time to wait for the submission.
        for _ in 0..<200 { await Task.yield() }
        await session.didReject(newer)
        let alert = await flow.alerts.state.first { $0 != nil }
        #expect(alert?.subject == .notice(.sessionEnded(.refused)))
        await gate.open()
        await submission.value
    }

    @Test(arguments: LaunchStyle.allCases)
    func `a user who adds an account sees Sign-in, and stays signed in`(style: LaunchStyle) async throws {
        let flow = await launch(style)
        let routes = try #require(flow.state.value.routes?.routes)
        flow.makeAccountSwitcherViewModel().addAccount()
        #expect(flow.state.value.routes?.routes == routes + [.signIn])
        await repository.update { _ = $0.update(Session.stub().with(TokenSet(AccessToken("newer")))) }
        await flow.noticeChanges()
        // Gives the flow time to follow the session.
        for _ in 0..<200 { await Task.yield() }
        #expect(flow.state.value.routes?.routes == routes + [.signIn])
    }

    @Test func `a session that another process ended leads to the signed-out screen with a notice`() async {
        let flow = await launch()
        await repository.clear()
        await restore()
        let alert = await flow.alerts.state.first { $0 != nil }
        #expect(alert?.subject == .notice(.sessionEnded(.elsewhere)))
        #expect(flow.state.value == .at(.start))
    }

    /// An operation that ends or replaces the session while a server does not answer.
    enum Departure: CaseIterable {
        case signOut, signOutAll, switchAccount, signOutByApp, switchByApp
    }

    nonisolated private static let lee = Session.stub(id: .stub("lee"), accountID: .stub("lee"))

    /// Adds a second account, and launches a flow with the first one.
    private func launchWithTwo(
        service: any AccountService = AccountServiceSpy(),
        updating: (any ProfileUpdating)? = nil,
        making: (any RecoveryCodeMaking)? = nil
    ) async -> (flow: RootFlowViewModel, home: HomeViewModel) {
        await repository.update { sessions in
            sessions.begin(Self.lee)
            _ = sessions.activate(Session.stub().id)
        }
        let flow = RootFlowViewModel.stub(
            launchStyle: .direct,
            service: service,
            session: session,
            updating: updating,
            making: making
        )
        await flow.launch()
        return (flow, flow.makeHomeViewModel(for: .stub()))
    }

    /// Ends the session or switches to the other one, and waits until the flow shows that.
    private func depart(_ departure: Departure, _ flow: RootFlowViewModel, _ home: HomeViewModel) async throws {
        let isSwitch = [.switchAccount, .switchByApp].contains(departure)
        switch departure {
        case .signOut:
            flow.goBack(to: [])
            await home.signOut()
        case .signOutAll: await flow.makeAccountSwitcherViewModel().signOutAll()
        case .switchAccount:
            let switcher = flow.makeAccountSwitcherViewModel()
            await switcher.appear()
            await switcher.switchTo(Self.lee.id)
        case .signOutByApp: _ = await SignOut(sessions: session)()
        case .switchByApp:
            let restore = RestoreSession(sessions: session)
            _ = try await SwitchAccount(sessions: session, restore: restore)(Self.lee.id)
        }
        _ = await flow.state.first { isSwitch ? $0.routes?.session == Self.lee : $0 == .at(.start) }
    }

    @Test(arguments: Departure.allCases, [false, true])
    func `no request about the profile holds up a sign-out or a switch`(departure: Departure, isSaved: Bool)
        async throws
    {
        let service = GatedProfiles(gate: Gate(), isGatedAtOnce: !isSaved)
        let (flow, home) = await launchWithTwo(updating: service)
        home.openAccount()
        flow.makeAccountViewModel(for: .stub()).openProfile()
        let profile = flow.makeProfileViewModel(for: .stub())
        if isSaved { profile.edit(.nickname, "Lee") }
        let request = Task { if isSaved { await profile.save() } else { await profile.appear() } }
        await service.gate.arrival()
        try await depart(departure, flow, home)
        let routes = flow.state.value
        await service.gate.open()
        await request.value
        #expect(flow.state.value == routes)
    }

    @Test(arguments: [Departure.signOutAll, .switchAccount, .signOutByApp])
    func `no sign-in that waits for a server holds up a sign-out or a switch`(departure: Departure) async throws {
        let gate = Gate()
        let (flow, home) = await launchWithTwo(service: AccountServiceSpy(beforeAnswering: { await gate.pass() }))
        flow.makeAccountSwitcherViewModel().addAccount()
        let screen = flow.makeSignInViewModel()
        screen.fill(.signIn())
        let submission = Task { await screen.submit() }
        await gate.arrival()
        try await depart(departure, flow, home)
        let routes = flow.state.value
        await gate.open()
        await submission.value
        #expect(flow.state.value == routes)
    }

    /// A service that makes a recovery code when a gate opens.
    private struct GatedCodes: RecoveryCodeMaking {
        let gate: Gate

        func makeRecoveryCode(of session: Session, password: Password, code: OneTimePassword?) async
            -> RecoveryCode
        {
            await gate.pass()
            return RecoveryCode(.random)
        }
    }

    @Test(arguments: [false, true])
    func `a recovery code is shown only to its account`(isSwitched: Bool) async throws {
        let codes = GatedCodes(gate: Gate())
        let (flow, home) = await launchWithTwo(making: codes)
        home.openAccount()
        let account = flow.makeAccountViewModel(for: .stub())
        account.edit(.currentPassword, "password1")
        let making = Task { await account.makeRecoveryCode() }
        await codes.gate.arrival()
        if isSwitched { try await depart(.switchAccount, flow, home) }
        await codes.gate.open()
        await making.value
        #expect((flow.alerts.state.value == nil) == isSwitched)
    }

    /// A service that answers the second question about a session when a gate opens.
    private actor GatedRecognition: AccountService, PasswordChanging {
        let gate = Gate()
        private let service = AccountServiceSpy()
        private var count = 0
        nonisolated let (offersDeletion, deletionNeedsPassword) = (false, false)

        func register(_ registration: Registration) async throws(RegistrationError) -> RegistrationOutcome {
            try await service.register(registration)
        }

        func authenticate(
            _ id: AccountID,
            password: Password
        ) async throws(AuthenticationError) -> AuthenticationOutcome {
            try await service.authenticate(id, password: password)
        }

        func changePassword(
            of session: Session,
            from current: Password,
            to new: Password
        ) async throws(AuthenticationError) -> Authentication {
            try await service.changePassword(of: session, from: current, to: new)
        }

        func recognizes(_ session: Session) async -> Bool {
            count += 1
            if count == 2 { await gate.pass() }
            return true
        }

        func deleteAccount(of session: Session) async -> Bool { false }
    }

    @Test func `a password whose new session has ended opens no screen`() async {
        let service = GatedRecognition()
        let flow = RootFlowViewModel.stub(launchStyle: .direct, session: session, changing: service)
        await flow.launch()
        let screen = flow.makeAccountViewModel(for: .stub())
        for field in screen.state.value.form.fields { screen.edit(field, "password2") }
        let change = Task { await screen.changePassword() }
        await service.gate.arrival()
        _ = await SignOut(sessions: session)()
        _ = await flow.state.first { $0.routes?.session == nil }
        let states = Recorder(flow.state)
        await service.gate.open()
        await change.value
        #expect(screen.state.value.phase == .done)
        #expect(states.values == [.at(.start)])
    }

    @Test func `a profile that was stored after the session has ended opens no screen`() async {
        let service = GatedProfiles(gate: Gate())
        let flow = RootFlowViewModel.stub(launchStyle: .direct, session: session, updating: service)
        await flow.launch()
        let screen = flow.makeProfileViewModel(for: .stub())
        screen.edit(.nickname, "Lee")
        let update = Task { await screen.save() }
        await service.gate.arrival()
        await session.didReject(Session.stub().token)
        _ = await flow.state.first { $0.routes?.session == nil }
        await service.gate.open()
        await update.value
        #expect(flow.state.value == .at(.start))
    }

    @Test(arguments: LaunchStyle.allCases)
    func `when the app becomes active, it follows the end of its session by another process`(style: LaunchStyle) async {
        let flow = await launch(style)
        await flow.noticeChanges()
        #expect(flow.state.value.routes?.session == .stub())
        await repository.clear()
        let alerts = Recorder(flow.alerts.state)
        await flow.noticeChanges()
        #expect(flow.state.value.routes?.session == nil)
        await flow.noticeChanges()
        #expect(alerts.values.map(\.?.subject) == [nil, .notice(.sessionEnded(.elsewhere))])
    }

    @Test func `a flow that has ended does not follow other processes`() async {
        let flow = await launch()
        await flow.end()
        await repository.clear()
        await flow.noticeChanges()
        #expect(flow.state.value.routes?.session == .stub())
        #expect(session.state.session == .stub())
    }

    @Test func `a sign-out by the app itself leads to the signed-out screen without a notice`() async {
        let flow = await launch()
        let alerts = Recorder(flow.alerts.state)
        _ = await SignOut(sessions: session)()
        _ = await flow.state.first { $0 == .at(.start) }
        #expect(alerts.values == [nil])
    }

    /// Signs another account in, whose session is not the active one, and switches to it with the flow's session shown.
    private func switchToOther(
        _ other: Session,
        review: ReviewTerms? = nil
    ) async throws -> (flow: RootFlowViewModel, home: HomeViewModel, outcome: RestoreOutcome) {
        await repository.update { sessions in
            let active = sessions.active
            sessions.begin(other)
            if let active { sessions.activate(active.id) }
        }
        let flow = await launch()
        let home = flow.makeHomeViewModel(for: .stub())
        let restore = RestoreSession(sessions: session, review: review)
        let outcome = try await SwitchAccount(sessions: session, restore: restore)(other.id)
        return (flow, home, outcome)
    }

    @Test func `a switch to another account shows its main screen, and the view model stays`() async throws {
        let other = Session.stub(id: .stub("other"), accountID: .stub("other@gmail.com"))
        let (flow, home, outcome) = try await switchToOther(other)
        #expect(outcome == .restored(other))
        _ = await flow.state.first { $0 == .at(.home(other)) }
        #expect(home.state.value.signedInID == other.accountID)
    }

    @Test func `a switch to a session that a wrong clock makes uncertain leads to Sign-in with a notice`() async throws
    {
        let clock = ManualClock()
        clock.advance(by: .seconds(1_000_000_000))
        let other = Session.stub(id: .stub("other"), accountID: .stub("other@gmail.com"), startedAt: clock.dates.now)
        let (flow, _, outcome) = try await switchToOther(other)
        #expect(outcome == .uncertain(other))
        _ = await flow.state.first { $0.route == .signIn }
        #expect(flow.alerts.state.value?.subject == .notice(.sessionUncertain))
    }

    @Test func `a switch to a session that cannot be checked shows no account, and can be tried again`() async throws {
        let error = StorageError.stub(.consents, .notPermitted)
        let review = ReviewTerms(
            terms: Terms(required: [.stub()]),
            consents: ConsentRepositorySpy(read: .failure(error))
        )
        let other = Session.stub(id: .stub("other"), accountID: .stub("other@gmail.com"))
        let (flow, _, outcome) = try await switchToOther(other, review: review)
        #expect(outcome == .unavailable(error))
        _ = await flow.state.first { $0 == .unavailable(error) }
        await flow.retry()
        #expect(flow.state.value == .at(.home(other)))
    }

    @Test func `a flow is released while it follows its session`() async {
        weak var released: RootFlowViewModel?
        do {
            let flow = await launch()
            // Gives the flow time to wait for the next state.
            for _ in 0..<200 { await Task.yield() }
            released = flow
        }
        for _ in 0..<200 where released != nil { await Task.yield() }
        #expect(released == nil)
    }

    @Test func `a box follows the states of a session, and is released before they end`() async {
        weak var released: ObservableBox<SessionState>?
        do {
            let box = ObservableBox(session.state, following: session.states)
            #expect(box.value == .restoring)
            await restore()
            _ = await box.observed.first { $0 == .signedIn(.stub(), .fresh) }
            released = box
        }
        for _ in 0..<200 where released != nil { await Task.yield() }
        #expect(released == nil)
    }
}
