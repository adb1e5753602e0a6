import AccountFlowTesting
import App
import Domain
import Networking
import Presentation
import Testing

/// Tests of the requirements of the five source systems, on the screens of the real composition.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FiveSystemsTests {
    private let repositories = Repositories()
    private let clock = ManualClock()

    private func launch(
        _ preset: AppConfiguration,
        transport: (any HTTPTransport)? = nil,
        keepsDelay: Bool = false,
        clock: ManualClock? = nil
    ) async -> RootFlowViewModel {
        var configuration = preset
        configuration.availabilityPause = nil
        if !keepsDelay { configuration.signInDelay = .zero }
        configuration.language = .korean
        let composition = AppComposition(
            configuration,
            repositories: repositories,
            hasher: PasswordHasherStub(),
            clock: clock ?? self.clock,
            transport: transport
        )
        let flow = composition.makeRootFlow()
        await flow.launch()
        return flow
    }

    private func fill(_ screen: SignUpViewModel, _ texts: KeyValuePairs<AccountField, String>) -> [Bool] {
        texts.map { field, text in
            screen.edit(field, text)
            return screen.state.value.canSubmit
        }
    }

    private func signIn(_ screen: SignInViewModel, _ id: String, _ password: String) async {
        screen.edit(.id, id)
        screen.edit(.password, password)
        await screen.submit()
    }

    private func home(_ flow: RootFlowViewModel) -> HomeViewModel {
        flow.makeHomeViewModel(for: flow.state.value.routes?.session)
    }

    // MARK: S0

    @Test func `S0.1 S0.3 S0.5 the preset signIn: a disabled button, and an alert with the outcome`() async throws {
        let server = try HTTPURL("https://example.com")
        var api = AccountAPI.s0(at: server)
        api[.signUp] = Endpoint(.post, "/accounts", body: ["id": .id, "password": .password])
        let accounts = InMemoryAccountServer(api)
        let flow = await launch(.signIn(at: server), transport: LoopbackTransport(accounts))
        let screen = flow.makeSignInViewModel()
        #expect(!screen.state.value.canSubmit)
        await signIn(screen, "kim", "password1")
        #expect(screen.state.value.outcome == .signInFailed)
        #expect(KoreanMessages().text(of: .signInFailed) == "로그인에 실패했습니다.")
        #expect(flow.state.value.route == .signIn)
        var alert = flow.alerts.state.value
        #expect(alert?.title(in: KoreanMessages()) == "로그인에 실패했습니다.")
        #expect(alert?.message(in: KoreanMessages()) == KoreanMessages().message(for: SignInError.invalidCredentials))
        await flow.alerts.answer(.dismiss)

        let account = JSONValue.object(["id": .string("kim"), "password": .string("password1")])
        _ = accounts.respond(to: try HTTPRequest(.post, HTTPURL("https://example.com/accounts"), body: account.bytes))
        await signIn(screen, "kim", "password1")
        alert = flow.alerts.state.value
        #expect(alert?.title(in: KoreanMessages()) == "로그인 성공")
        #expect(flow.state.value.routes?.session?.accountID == .stub("kim"))
    }

    // MARK: S1

    @Test func `S1.1 S1.7 S1.8 S1.9 S1.10 the preset start: sign-up, welcome, sign-out and deletion`() async {
        var flow = await launch(.start)
        #expect(flow.state.value.route == .start)
        for _ in 0..<2 {
            await flow.makeStartViewModel().start()
            let screen = flow.makeSignUpViewModel()
            _ = fill(
                screen,
                [.id: "abcdef@gmail.com", .password: "password1", .confirmation: "password1", .nickname: "철수"]
            )
            await screen.submit()
            var welcome = home(flow)
            #expect(KoreanMessages().greeting(to: welcome.state.value.name ?? "") == "철수 님 환영합니다.")

            flow = await launch(.start)
            await flow.makeStartViewModel().start()
            welcome = home(flow)
            #expect(welcome.state.value.signedInID == .stub())
            await welcome.performAction()
            #expect(flow.state.value.route == .start)

            await flow.makeStartViewModel().start()
            flow.makeSignUpViewModel().switchToSignIn()
            await signIn(flow.makeSignInViewModel(), "abcdef@gmail.com", "password1")
            let again = home(flow)
            again.askToDeleteAccount()
            await flow.alerts.answer(.deleteAccount)
            #expect(flow.state.value.route == .start)
        }
    }

    @Test func `S1.2 S1.4 S1.5 S1.6 the action is enabled while all four fields are valid`() async {
        let screen = await launch(.start).makeSignUpViewModel()
        let enabled = fill(
            screen,
            [
                .nickname: "Kim", .password: "password1", .confirmation: "password1", .id: "abcde@gmail.com",
                .id: "1bcdef@gmail.com", .id: "abcdeF@gmail.com", .id: "abcdef", .id: "abcdef@gmail.com",
                .password: "1234567", .confirmation: "1234567", .password: "12345678", .confirmation: "12345678",
                .nickname: "", .nickname: "Lee",
            ]
        )
        #expect(
            enabled == [
                false, false, false, false, false, false, false, true, false, false, false, true, false, true,
            ]
        )
    }

    @Test func `S1.3 of two simultaneous sign-ups with one ID, one succeeds; the other marks the field`() async {
        let screens = [
            await launch(.start).makeSignUpViewModel(),
            await launch(.start).makeSignUpViewModel(),
        ]
        for screen in screens {
            _ = fill(
                screen,
                [.id: "abcdef@gmail.com", .password: "password1", .confirmation: "password1", .nickname: "Kim"]
            )
        }
        let submissions = screens.map { screen in Task { await screen.submit() } }
        for submission in submissions { await submission.value }

        let phases = screens.map(\.state.value.phase)
        let refused = SubmissionPhase<SignUpError>.failed(.duplicateAccount)
        #expect(phases == [.done, refused] || phases == [refused, .done])
        #expect(screens.filter { $0.state.value.form[.id] == .rejected([]) }.count == 1)
    }

    // MARK: S2

    @Test func `S2.1 S2.2 S2.6 S2.7 S2.8 the preset accounts: several accounts, Login over Main`() async {
        var flow = await launch(.accounts)
        for id in ["kim@x.com", "lee@x.com"] {
            flow.makeSignInViewModel().switchToSignUp()
            flow.makeSignUpViewModel().cancel()
            #expect(flow.state.value.route == .signIn)
            flow.makeSignInViewModel().switchToSignUp()
            let screen = flow.makeSignUpViewModel()
            _ = fill(screen, [.id: id, .password: "pass", .confirmation: "pass"])
            await screen.submit()
            #expect(home(flow).state.value.signedInID?.text == id)
            await home(flow).performAction()
            #expect(flow.state.value == .showing(RouteStack(.signIn)))
        }
        await signIn(flow.makeSignInViewModel(), "kim@x.com", "pass")
        flow = await launch(.accounts)
        #expect(home(flow).state.value.signedInID?.text == "kim@x.com")
        await home(flow).performAction()
        #expect(flow.state.value == .showing(RouteStack(.signIn)))
        #expect(await launch(.accounts).state.value.route == .signIn)
    }

    @Test func `S2.3 a failed sign-in turns the fields red for as long as configured`() async {
        let flow = await launch(.accounts)
        let screen = flow.makeSignInViewModel()
        await signIn(screen, "kim@x.com", "pass")
        #expect(screen.state.value.form[.password] == .rejected([]))
        await clock.sleepBegun(times: 2)
        clock.advance(by: .milliseconds(1_500))
        for await state in screen.state.values where state.form[.password] == .editing { break }
    }

    // MARK: S3

    @Test func `S3.4 S3.5 S3.6 S3.7 the preset remote: alerts, back to Login, and the check box`() async throws {
        let server = try HTTPURL("https://example.com")
        let transport = LoopbackTransport(InMemoryAccountServer(.s3(at: server)))
        func launch() async -> RootFlowViewModel {
            await self.launch(.remote(at: server), transport: transport)
        }
        var flow = await launch()
        for isFirst in [true, false] {
            flow.makeSignInViewModel().switchToSignUp()
            let screen = flow.makeSignUpViewModel()
            _ = fill(
                screen,
                [
                    .id: "kim", .password: "password1", .confirmation: "password1", .name: "Kim Chulsoo",
                    .email: "kim@example.com", .phone: "010-1234-5678",
                ]
            )
            await screen.submit()
            #expect(flow.state.value.route == (isFirst ? .signIn : .signUp))
        }
        let alert = flow.alerts.state.value
        #expect(alert?.title(in: KoreanMessages()) == "회원가입 실패")
        #expect(alert?.message(in: KoreanMessages()) == "This ID is taken.")
        await flow.alerts.answer(.dismiss)
        flow.makeSignUpViewModel().cancel()

        for remembers in [false, true] {
            let screen = flow.makeSignInViewModel()
            #expect(!screen.state.value.remembers)
            if remembers { screen.remember(true) }
            await signIn(screen, "kim", "password1")
            #expect(flow.state.value.routes?.session?.token.revealed?.isEmpty == false)
            flow = await launch()
            #expect((flow.state.value.routes?.session != nil) == remembers)
        }
        await home(flow).performAction()
        #expect(flow.state.value.route == .signIn)
        #expect(try await repositories.sessions.active() == nil)
    }

    // MARK: S4

    @Test func `S4.1 S4.2 S4.6 S4.7 the preset shop: Main, Login, agreement and delay`() async {
        let terms = AppConfiguration.shop.terms.required
        let composition = AppComposition(
            .shop,
            repositories: repositories,
            hasher: PasswordHasherStub()
        )
        let form = AccountForm([.id: "abcdef", .password: "ghijkl", .confirmation: "ghijkl"])
        await #expect(throws: SignUpError.termsRequired(terms)) { try await composition.signUp(form) }
        await #expect(throws: Never.self) {
            _ = try await composition.signUp(form, agreeingTo: terms, remember: false)
            // The account comes from a device without these terms.
            try await repositories.consents.removeAll(of: .stub("abcdef"))
        }

        for isFirst in [true, false] {
            let clock = ManualClock()
            let flow = await launch(.shop, keepsDelay: true, clock: clock)
            let main = flow.makeHomeViewModel(for: nil)
            #expect(main.state.value.action == .signIn)
            await main.performAction()
            let login = flow.makeSignInViewModel()
            await login.appear()
            #expect(login.state.value.terms?.layout == (isFirst ? .full : .link))
            login.edit(.id, "abcdef")
            login.edit(.password, "ghijkl")
            if isFirst {
                await login.submit()
                #expect(flow.alerts.state.value?.subject == .termsRequired(terms))
            }
            let submission = Task { isFirst ? await flow.alerts.answer(.agree) : await login.submit() }
            await clock.sleepBegun(times: 2)
            #expect(login.state.value.phase == .submitting)
            clock.advance(by: .seconds(5))
            await submission.value
            #expect(login.state.value.outcome == .signedIn)
            #expect(flow.state.value == .showing(RouteStack(.home(flow.state.value.routes?.session))))
            #expect(main.state.value.action == .signOut)
            #expect(main.state.value.signedInID == .stub("abcdef"))
            await main.performAction()
            #expect(main.state.value.action == .signIn)
        }
    }

    @Test func `S4.3 S4.4 S4.5 fields show their states live, and sign-in is enabled while both are valid`() async {
        let screen = await launch(.shop).makeSignInViewModel()
        var states: [FieldState] = [screen.state.value.form[.id]]
        screen.edit(.password, "abcdef")
        for (text, leaves) in [
            ("abcde", false), ("abcdef", true), ("abc ef", false), ("abcdefghijkl", false), ("abcdefghijklm", false),
        ] {
            screen.edit(.id, text)
            if leaves { screen.leave(.id) }
            states.append(screen.state.value.form[.id])
            #expect(screen.state.value.canSubmit == (states.last == .valid))
        }
        #expect(
            states == [
                .untouched, .editing, .valid, .invalid([.containsWhitespace(at: 3)]), .valid,
                .invalid([.tooLong(maximum: 12, actual: 13)]),
            ]
        )
    }
}
