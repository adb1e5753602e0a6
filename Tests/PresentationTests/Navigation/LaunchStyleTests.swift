import AccountFlowTesting
import Domain
import Persistence
import Presentation
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Tests of the launch styles: the stack of screens, and the screen that a sign-out returns to.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LaunchStyleTests {
    private let sessions: any SessionRepository = InMemorySessionRepository()

    private func launch(_ style: LaunchStyle, sessions: (any SessionRepository)? = nil) async -> RootFlowViewModel {
        let flow = RootFlowViewModel.stub(launchStyle: style, sessions: sessions ?? self.sessions)
        await flow.launch()
        return flow
    }

    private func signIn(_ screen: SignInViewModel, remembers: Bool = true) async {
        screen.fill(.signIn())
        screen.remember(remembers)
        await screen.submit()
    }

    @Test(arguments: LaunchStyle.allCases)
    func `a clock that looks wrong leads to Sign-in with a notice, and the session stays`(style: LaunchStyle)
        async throws
    {
        let later = Session.stub(startedAt: .stub + 2 * 86_400)
        try await sessions.save(later)
        let flow = RootFlowViewModel.stub(launchStyle: style, sessions: sessions, policy: .standard)
        await flow.launch()
        if style == .startScreen { await flow.makeStartViewModel().start() }

        #expect(flow.state.value.route == .signIn)
        #expect(flow.alerts.state.value?.subject == .notice(.sessionUncertain))
        #expect(try await sessions.active() == later)
        await flow.alerts.answer(.dismiss)
        await signIn(flow.makeSignInViewModel())
        #expect(flow.state.value.route == .home(try await sessions.active()))
    }

    // MARK: Sign-in at the root

    @Test func `S2.7 S2.8 Main opens over Login, and sign-out returns to Login, ready for another sign-in`() async {
        let flow = await launch(.signInScreen)
        let login = flow.makeSignInViewModel()
        let states = Recorder(flow.state)
        login.switchToSignUp()
        flow.makeSignUpViewModel().cancel()
        await signIn(login)
        #expect(login.state.value.phase == .done)
        await flow.makeHomeViewModel(for: .stub()).performAction()
        #expect(login.state.value.phase == .idle)
        await signIn(login)

        #expect(
            states.values == [
                .at(.signIn), .at(.signIn, .signUp), .at(.signIn), .at(.signIn, .home(.stub())), .at(.signIn),
                .at(.signIn, .home(.stub())),
            ]
        )
    }

    @Test(arguments: LaunchStyle.allCases)
    func `S1.9 S2.8 S3.7 S4.7 sign-out clears the session, and shows the launch style's root`(
        style: LaunchStyle
    ) async throws {
        let ends: [LaunchStyle: RootFlowState] = [
            .startScreen: .at(.start), .direct: .at(.start), .signInScreen: .at(.signIn), .mainScreen: .at(.home(nil)),
        ]
        for isFirstLaunch in [true, false] {
            try await sessions.save(.stub())
            if isFirstLaunch { try await sessions.clear() }
            let flow = await launch(style)
            if flow.state.value == .at(.start) { await flow.makeStartViewModel().start() }
            if isFirstLaunch {
                if flow.state.value == .at(.home(nil)) { await flow.makeHomeViewModel(for: nil).performAction() }
                if flow.state.value.route == .signUp { flow.makeSignUpViewModel().switchToSignIn() }
                await signIn(flow.makeSignInViewModel())
            }
            #expect(flow.state.value.route == .home(.stub()))
            let home = flow.makeHomeViewModel(for: .stub())
            home.openAccount()
            #expect(flow.state.value.route == .account(.stub()))
            flow.makeAccountViewModel(for: .stub()).cancel()

            await home.performAction()

            #expect(flow.state.value == ends[style])
            #expect(try await sessions.active() == nil)
        }
    }

    @Test func `S3.4 a refusal shows “회원가입 실패” with its message, and a success leads to Login`() async {
        let refusal = AccountServiceFailure.remote(.refused(ServerMessage("이미 있는 아이디입니다!"), field: .id))
        let answers: [Result<RegistrationOutcome, RegistrationError>] = [
            .failure(.service(refusal)), .success(.signInRequired),
        ]
        for answer in answers {
            let flow = RootFlowViewModel.stub(
                launchStyle: .signInScreen,
                service: AccountServiceSpy(register: answer),
                sessions: sessions
            )
            await flow.launch()
            flow.makeSignInViewModel().switchToSignUp()
            let screen = flow.makeSignUpViewModel()
            screen.fill(.signUp())
            await screen.submit()

            guard answer == .failure(.service(refusal)) else {
                #expect(flow.state.value == .at(.signIn))
                #expect(flow.alerts.state.value == nil)
                // The screen has ended, but its state still says what the next one can confirm.
                #expect(screen.state.value.phase == .notice(.signInRequired))
                #expect(screen.state.value.form.form == AccountForm())
                continue
            }
            let messages = KoreanMessages()
            let alert = flow.alerts.state.value
            #expect(alert?.title(in: messages) == "회원가입 실패")
            #expect(alert?.message(in: messages) == "이미 있는 아이디입니다!")
            #expect(alert?.buttons.map { messages.title(of: $0.name) } == ["확인"])
            #expect(screen.state.value.form[.id] == .rejected([]))
            await flow.alerts.answer(.dismiss)
            #expect(flow.alerts.state.value == nil)
            #expect(flow.state.value == .at(.signIn, .signUp))
        }
    }

    @Test(arguments: [true, false])
    func `S3.5 S3.6 every session has a token, and the check box lets the next launch skip Login`(_ remembers: Bool)
        async throws
    {
        let flow = await launch(.signInScreen)
        await signIn(flow.makeSignInViewModel(), remembers: remembers)
        let session = Session.stub(isRemembered: remembers)
        #expect(flow.state.value == .at(.signIn, .home(session)))
        #expect(flow.state.value.routes?.session?.token == AccessToken("token-1"))

        let next = await launch(.signInScreen)

        #expect(next.state.value == (remembers ? .at(.home(session)) : .at(.signIn)))
    }

    // MARK: Main at the root

    @Test func `S4.7 S0.5 the label shows “로그인 성공”, and Main gets the session`() async {
        let flow = await launch(.mainScreen)
        let main = flow.makeHomeViewModel(for: nil)
        let states = Recorder(flow.state)
        let shown = Recorder(main.state)
        await main.performAction()
        let login = flow.makeSignInViewModel()
        let labels = Recorder(login.state)
        await signIn(login)
        await main.performAction()

        #expect(
            states.values == [.at(.home(nil)), .at(.home(nil), .signIn), .at(.home(.stub())), .at(.home(nil))]
        )
        #expect(labels.values.last?.outcome.map(KoreanMessages().text) == "로그인 성공")
        let phases: [HomeState.Phase] = [.idle, .idle, .signingOut, .done, .idle]
        #expect(shown.values.map(\.phase) == phases)
        #expect(shown.values.map(\.action) == [.signIn, .signOut, .signOut, .signOut, .signIn])
        #expect(shown.values.map(\.signedInID) == [nil, .stub(), .stub(), .stub(), nil])
    }

    @Test func `S0.5 a failed sign-in shows “로그인에 실패했습니다.”`() async {
        let sut = SignInViewModel.stub(service: AccountServiceSpy(authenticate: .failure(.invalidCredentials)))
        let labels = Recorder(sut.state)
        await signIn(sut)
        #expect(
            labels.values.compactMap { $0.outcome.map(KoreanMessages().text) } == ["로그인에 실패했습니다."]
        )
    }

    @Test func `S4.6 a session that was stored just before the screen was left is shown`() async throws {
        let gate = Gate()
        let sessions = SessionRepositorySpy(wrapping: sessions, after: { if $0 != .loadSessions { await gate.pass() } })
        let flow = await launch(.mainScreen, sessions: sessions)
        await flow.makeHomeViewModel(for: nil).performAction()
        let login = flow.makeSignInViewModel()
        let submission = Task { await self.signIn(login) }
        await gate.arrival()
        #expect(try await sessions.active() != nil)

        login.cancel()
        await gate.open()
        await submission.value

        let session = try #require(try await sessions.active())
        _ = await flow.state.first { $0 == .at(.home(session)) }
    }

    @Test func `sign-up opens over Login, which is over Main, and leads to Main, signed in`() async {
        let flow = await launch(.mainScreen)
        let states = Recorder(flow.state)
        await flow.makeHomeViewModel(for: nil).performAction()
        flow.makeSignInViewModel().switchToSignUp()
        flow.makeSignUpViewModel().switchToSignIn()
        flow.makeSignInViewModel().switchToSignUp()
        let screen = flow.makeSignUpViewModel()
        screen.fill(.signUp())
        await screen.submit()

        let login = RootFlowState.at(.home(nil), .signIn)
        let signUp = RootFlowState.at(.home(nil), .signIn, .signUp)
        #expect(states.values == [.at(.home(nil)), login, signUp, login, signUp, .at(.home(.stub()))])
    }

    // MARK: The account

    @Test func `S1.10 a deletion on the account screen leads to Main without a session`() async throws {
        try await sessions.save(.stub())
        let flow = await launch(.mainScreen)
        let main = flow.makeHomeViewModel(for: .stub())
        main.openAccount()
        let states = Recorder(flow.state)

        await flow.makeAccountViewModel(for: .stub()).deleteAccount()

        #expect(states.values == [.at(.home(.stub()), .account(.stub())), .at(.home(nil))])
        #expect(main.state.value.action == .signIn)
        #expect(try await sessions.active() == nil)
    }

    @Test func `a changed password leads back to Main, which gets the new session`() async throws {
        try await sessions.save(.stub())
        let flow = RootFlowViewModel.stub(
            launchStyle: .signInScreen,
            sessions: sessions,
            changing: AccountServiceSpy()
        )
        await flow.launch()
        let main = flow.makeHomeViewModel(for: .stub())
        main.openAccount()
        let account = flow.makeAccountViewModel(for: .stub())
        for field in account.state.value.form.fields { account.edit(field, "password2") }

        await account.changePassword()
        let session = Session.stub(token: AccessToken("token-2"))
        #expect(flow.state.value == .at(.home(session)))
        #expect(try await sessions.active() == session)
        await main.performAction()

        #expect(flow.state.value == .at(.signIn))
        #expect(try await sessions.active() == nil)
    }

    @Test func `the flow still follows a sign-out of a view model that was replaced`() async throws {
        let gate = Gate()
        let sessions = SessionRepositorySpy(
            wrapping: InMemorySessionRepository(.stub()),
            after: { if $0 != .loadSessions { await gate.pass() } }
        )
        let flow = await launch(.mainScreen, sessions: sessions)
        let old = flow.makeHomeViewModel(for: .stub())
        let signOut = Task { await old.performAction() }
        await gate.arrival()
        let new = flow.makeHomeViewModel(for: .stub())

        await gate.open()
        await signOut.value

        #expect(flow.state.value == .at(.home(nil)))
        #expect(new.state.value == HomeState(session: nil))
    }
}
