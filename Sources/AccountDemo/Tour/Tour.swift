package import App
import Domain
import Presentation

/// Plays an account's life through the view models, as a person at the screens would, and tells what happens.
@MainActor
package struct Tour {
    private let launch: @MainActor () -> AppComposition
    private let text: DemoText
    private let messages: any MessageCatalog

    /// Who the tour is about.
    private static let id = "abcdef@gmail.com"
    private static let password = "password1"
    private static let nickname = "Kim"

    /// Creates a tour.
    ///
    /// - Parameters:
    ///   - text: What the program says.
    ///   - launch: Starts the app anew: nothing is left of the app before but what it has stored.
    package init(text: DemoText, launch: @escaping @MainActor () -> AppComposition) {
        self.text = text
        self.launch = launch
        messages = text.language.messages
    }

    /// Plays the tour.
    ///
    /// The storage is left as it was found, without the account.
    ///
    /// - Parameter print: Prints a line of the transcript.
    /// - Returns: How it ended.
    package func run(print: @escaping (String) -> Void) async -> CommandResult {
        do throws(TourFailure) {
            try await requireEmptyStorage()
            do {
                try await play(Transcript(print: print))
            } catch {
                await removeAccount()
                throw error
            }
            return .done(CommandReport(outcome: .toured), text: "\n" + text.tourDone)
        } catch .folderInUse {
            let message = text.tourNeedsEmptyFolder
            return .failed(.refused, CommandReport(outcome: .refused, reason: "folder-in-use", message: message))
        } catch .unavailable(let error) {
            let message = messages.message(for: error)
            return .failed(
                error.reason.exitCode,
                CommandReport(outcome: .failed, reason: error.reason.code, message: message)
            )
        } catch .interrupted {
            let message = text.tourInterrupted
            return .failed(.refused, CommandReport(outcome: .refused, reason: "cancelled", message: message))
        } catch {
            let message = text.tourWentAstray
            return .failed(.refused, CommandReport(outcome: .failed, reason: "unexpected", message: message))
        }
    }

    private func play(_ transcript: Transcript) async throws(TourFailure) {
        try transcript.step(text.pick("처음 실행 (S1.1)", "The first launch (S1.1)"))
        var flow = try begin(transcript)
        try await pressStart(flow, transcript)

        try transcript.step(
            text.pick("가입 양식을 채우는 동안의 검증 (S1.2, S1.4–S1.6)", "Validation while typing (S1.2, S1.4–S1.6)")
        )
        let form = try signUpScreen(flow)
        type(into: form, .id, "1bcdef@gmail.com", transcript)
        type(into: form, .id, Self.id, transcript)
        type(into: form, .password, "short", transcript)
        type(into: form, .password, Self.password, transcript)
        type(into: form, .confirmation, "password2", transcript)
        type(into: form, .confirmation, Self.password, transcript)
        type(into: form, .nickname, Self.nickname, transcript)

        try transcript.step(text.pick("가입 (S1.3, S1.7, S1.8)", "Sign-up (S1.3, S1.7, S1.8)"))
        transcript.action(button(.signUp))
        await form.submit()
        try requireStorage(form.state.value.phase)
        _ = try showWelcome(flow, transcript)

        try transcript.step(text.pick("다시 실행 (S2.2)", "A second launch (S2.2)"))
        transcript.remark(relaunched)
        flow = try begin(transcript)
        transcript.action(button(.start))
        try await start(flow)
        var welcome = try showWelcome(flow, transcript)

        try transcript.step(text.pick("로그아웃 (S1.9)", "Sign-out (S1.9)"))
        transcript.action(button(.signOut))
        await welcome.signOut()
        try showStart(flow, transcript)
        transcript.remark(relaunched)
        flow = try begin(transcript)
        try await pressStart(flow, transcript)
        transcript.remark(text.pick("세션은 끝났지만 계정은 남아 있습니다.", "The session has ended; the account stays."))

        try transcript.step(text.pick("로그인 (S2.1)", "Sign-in (S2.1)"))
        try signUpScreen(flow).switchToSignIn()
        try await signIn(flow, password: "password2", transcript)
        try await signIn(flow, password: Self.password, transcript)
        welcome = try showWelcome(flow, transcript)

        try transcript.step(text.pick("이미 있는 아이디로 가입 (S1.3)", "A second sign-up with the same ID (S1.3)"))
        await welcome.signOut()
        try await pressStart(flow, transcript)
        try await refuseDuplicate(flow, transcript)

        try transcript.step(text.pick("회원탈퇴 (S1.10)", "Withdrawal (S1.10)"))
        try signUpScreen(flow).switchToSignIn()
        try await signIn(flow, password: Self.password, transcript)
        welcome = try showWelcome(flow, transcript)
        transcript.action(button(.withdraw))
        try await withdraw(welcome)
        try showStart(flow, transcript)

        try transcript.step(text.pick("같은 아이디로 다시 가입 (S1.10)", "The ID is free again (S1.10)"))
        try await pressStart(flow, transcript)
        try await fillAndSubmit(signUpScreen(flow), id: Self.id, transcript)
        welcome = try showWelcome(flow, transcript)
        try await withdraw(welcome)
        try showStart(flow, transcript)
        transcript.remark(text.pick("둘러보기가 만든 계정을 지웠습니다.", "The tour has removed its account."))
    }
}

// MARK: - What the person does

extension Tour {
    private func requireEmptyStorage() async throws(TourFailure) {
        let app = launch()
        if case .unavailable(let error) = await app.restoreSession() { throw .unavailable(error) }
        let accounts: [AccountSummary]
        do {
            accounts = try await app.listAccounts(limit: 1).accounts
        } catch {
            switch error {
            case .storage(let error): throw .unavailable(error)
            }
        }
        guard accounts.isEmpty else { throw .folderInUse }
    }

    /// Removes what a tour that stopped on the way has left, even where its task is cancelled.
    private func removeAccount() async {
        let app = launch()
        let form = AccountForm([.id: Self.id, .password: Self.password])
        await Task {
            // Nothing more can be done about a store that fails now: the person is told why the tour stopped.
            if let session = try? await app.signIn(form) { try? await app.withdrawAccount(session) }
        }.value
    }

    private func start(_ flow: RootFlowViewModel) async throws(TourFailure) {
        let screen = flow.makeStartViewModel()
        await screen.start()
        if case .unavailable(let error) = screen.state.value { throw .unavailable(error) }
    }

    private func withdraw(_ welcome: HomeViewModel) async throws(TourFailure) {
        await welcome.withdraw()
        if case .failed(.failed(.storage(let error))) = welcome.state.value.phase { throw .unavailable(error) }
    }

    private func requireStorage(_ phase: SubmissionPhase<SignUpError>) throws(TourFailure) {
        if case .failed(.failed(.storage(let error))) = phase { throw .unavailable(error) }
    }

    /// Launches the app and shows its first screen.
    private func begin(_ transcript: Transcript) throws(TourFailure) -> RootFlowViewModel {
        let flow = launch().makeRootFlow()
        try showStart(flow, transcript)
        return flow
    }

    /// Presses the one button of the start screen while nobody is remembered.
    private func pressStart(_ flow: RootFlowViewModel, _ transcript: Transcript) async throws(TourFailure) {
        transcript.action(button(.start))
        try await start(flow)
        guard isShown(.signUp, by: flow) else { throw astray(flow) }
        transcript.screen("[\(messages.title(of: ScreenName.signUp))]")
    }

    /// Types a text, leaves the field, and shows how the field and the action stand then.
    private func type(into form: SignUpViewModel, _ field: AccountField, _ typed: String, _ transcript: Transcript) {
        let shown = field.isSecret ? String(repeating: "•", count: typed.count) : typed
        transcript.action("\(messages.label(of: field)): \(shown)")
        form.edit(field, typed)
        form.leave(field)
        let state = form.state.value
        switch state.form[field] {
        case .invalid(let issues), .rejected(let issues):
            for issue in issues {
                transcript.screen("✘ " + messages.message(for: FieldIssue(field: field, issue: issue)))
            }
        case .valid:
            transcript.screen("✔ \(messages.label(of: field))")
        case .untouched, .editing:
            break
        }
        transcript.screen("\(button(.signUp)) \(text.enabled(state.canSubmit))")
    }

    private func refuseDuplicate(_ flow: RootFlowViewModel, _ transcript: Transcript) async throws(TourFailure) {
        let form = try signUpScreen(flow)
        try await fillAndSubmit(form, id: Self.id, transcript)
        guard case .failed(let error) = form.state.value.phase, error == .duplicateAccount else { throw astray(flow) }
        transcript.screen("✘ " + messages.message(for: error))
    }

    private func fillAndSubmit(
        _ form: SignUpViewModel,
        id: String,
        _ transcript: Transcript
    ) async throws(TourFailure) {
        transcript.action("\(messages.label(of: .id)): \(id)")
        form.edit(.id, id)
        form.edit(.password, Self.password)
        form.edit(.confirmation, Self.password)
        form.edit(.nickname, Self.nickname)
        guard form.state.value.canSubmit else { throw .unexpected }
        transcript.action(button(.signUp))
        await form.submit()
        try requireStorage(form.state.value.phase)
    }

    private func signIn(
        _ flow: RootFlowViewModel,
        password: String,
        _ transcript: Transcript
    ) async throws(TourFailure) {
        guard flow.state.value.route == .signIn else { throw astray(flow) }
        let form = flow.makeSignInViewModel()
        form.edit(.id, Self.id)
        form.edit(.password, password)
        transcript.action("\(messages.label(of: .id)): \(Self.id)")
        transcript.action("\(messages.label(of: .password)): \(String(repeating: "•", count: password.count))")
        transcript.action(button(.signIn))
        await form.submit()
        if case .failed(.failed(.storage(let error))) = form.state.value.phase { throw .unavailable(error) }
        if case .failed(let error) = form.state.value.phase { transcript.screen("✘ " + messages.message(for: error)) }
    }
}

// MARK: - What the app shows

extension Tour {
    private func showStart(_ flow: RootFlowViewModel, _ transcript: Transcript) throws(TourFailure) {
        guard isShown(.start, by: flow) else { throw astray(flow) }
        transcript.screen("[\(messages.title(of: ScreenName.start))] \(button(.start))")
    }

    private func showWelcome(
        _ flow: RootFlowViewModel,
        _ transcript: Transcript
    ) throws(TourFailure) -> HomeViewModel {
        guard let route = flow.state.value.route, let session = route.session, isShown(route, by: flow) else {
            throw astray(flow)
        }
        let welcome = flow.makeHomeViewModel(for: session)
        let name = welcome.state.value.name ?? ""
        transcript.screen(
            "[\(messages.title(of: ScreenName.welcome))] \(messages.greeting(to: name)) (\(session.accountID))"
        )
        return welcome
    }

    private func signUpScreen(_ flow: RootFlowViewModel) throws(TourFailure) -> SignUpViewModel {
        guard flow.state.value.route == .signUp else { throw astray(flow) }
        return flow.makeSignUpViewModel()
    }

    private var relaunched: String {
        text.pick("앱을 끝내고 다시 실행합니다. 남은 것은 저장소뿐입니다.", "The app is quit and launched again; only its stores are left.")
    }

    /// Whether a screen is shown, and no alert over it.
    private func isShown(_ route: Route, by flow: RootFlowViewModel) -> Bool {
        flow.state.value.route == route && flow.alerts.state.value == nil
    }

    private func button(_ name: ButtonName) -> String { "⟨\(messages.title(of: name))⟩" }

    private func astray(_ flow: RootFlowViewModel) -> TourFailure {
        if case .unavailable(let error) = flow.state.value { return .unavailable(error) }
        switch flow.alerts.state.value?.subject {
        case .notice(.sessionNotSaved(let error)), .notice(.sessionRemains(let error)):
            return .unavailable(error)
        case .notice(.agreementNotSaved), .signUpRefused, .termsRequired, .withdrawal, nil:
            return Task.isCancelled ? .interrupted : .unexpected
        }
    }
}
