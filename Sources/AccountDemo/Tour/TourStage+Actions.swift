import App
import Domain
import Presentation

/// What the person does, and what there is to be seen then.
extension TourStage {
    /// Launches the app anew, tells so, and shows its first screen.
    func relaunch() async throws(TourFailure) {
        try await transcript.remark(
            pick(
                "앱을 끝내고 다시 실행합니다. 남은 것은 저장된 것뿐입니다.",
                "The app is quit and launched again; only what it stored is left."
            )
        )
        await launch()
        try await show()
    }

    /// Tells that a button is pressed.
    func press(_ name: ButtonName) async throws(TourFailure) { try await transcript.action(button(name)) }

    /// Presses the one button of the start screen.
    func start() async throws(TourFailure) {
        try await press(.start)
        await (try startScreen()).start()
        try await show()
    }

    /// Goes to Sign-up from wherever nobody is signed in.
    func goToSignUp() async throws(TourFailure) {
        if flow.state.value.route == .start { return try await start() }
        if case .home(nil) = flow.state.value.route { try await goToSignIn() }
        guard flow.state.value.route == .signIn else { return }
        try await press(.signUp)
        try signInScreen().switchToSignUp()
        try await show()
    }

    /// Goes to Sign-in from wherever nobody is signed in.
    func goToSignIn() async throws(TourFailure) {
        switch flow.state.value.route {
        case .start, .signUp:
            try await goToSignUp()
            try await press(.signIn)
            try signUpScreen().switchToSignIn()
        case .home(nil):
            try await press(.signIn)
            await (try homeScreen()).act()
        case .signIn, .home, .account, nil:
            return
        }
        if flow.state.value.route == .signIn { await (try signInScreen()).appear() }
        try await show()
    }

    /// Types a text, leaves the field, and shows how the field and the button stand then.
    func type(_ field: AccountField, _ typed: String) async throws(TourFailure) {
        let form = try form()
        try await transcript.action("\(messages.label(of: field)): \(shown(typed, in: field))")
        form.edit(field, typed)
        form.leave(field)
        try await show(field, of: form)
        try await transcript.screen("\(button(form.button)) \(text.enabled(form.canSubmit))")
    }

    /// Types what nobody needs to be told the judgement of.
    func fill(_ texts: KeyValuePairs<AccountField, String>) async throws(TourFailure) {
        let form = try form()
        for (field, typed) in texts {
            try await transcript.action("\(messages.label(of: field)): \(shown(typed, in: field))")
            form.edit(field, typed)
        }
    }

    /// Presses the button of the form, and shows where that has led.
    func submit() async throws(TourFailure) {
        let form = try form()
        try await press(form.button)
        try expect(form.canSubmit, is: true)
        await form.submit()
        try await showOutcome(of: form)
    }

    /// Signs somebody in.
    func signIn(_ id: String, _ password: String) async throws(TourFailure) {
        try await goToSignIn()
        try await fill([.id: id, .password: password])
        try await submit()
    }

    /// Signs out.
    func signOut() async throws(TourFailure) {
        try await press(.signOut)
        let home = try homeScreen()
        try expect(home.state.value.action, is: .signOut)
        await home.act()
        try await show()
    }

    /// Deletes the account that is signed in.
    func deleteAccount() async throws(TourFailure) {
        try await press(.deleteAccount)
        try homeScreen().askToDeleteAccount()
        try await show()
        try await answer(.deleteAccount, .deleteAccount)
    }

    /// Presses a button of the alert that is shown.
    func answer(_ name: ButtonName, _ intent: AlertAction) async throws(TourFailure) {
        guard let alert = flow.alerts.state.value else { throw failure(wanted: "an alert", found: "none") }
        try expect(alert.buttons.contains { $0.name == name && $0.action == intent }, is: true)
        try await press(name)
        await flow.alerts.answer(intent)
        try await show()
    }

    /// The accounts that are stored here.
    func storedIDs() async throws(TourFailure) -> [String] {
        do {
            return try await app.listAccounts().accounts.map(\.id.text)
        } catch {
            throw .unavailable(error)
        }
    }

    /// Whether there is a session in the store, whoever would restore it.
    func storesSession() async throws(TourFailure) -> Bool {
        do {
            return try await openStores().sessions.load() != nil
        } catch {
            throw .unavailable(error)
        }
    }

    /// Whose session the next launch would find.
    func rememberedID() async throws(TourFailure) -> String? {
        switch await app.restoreSession() {
        case .restored(let session): return session.accountID.text
        case .none: return nil
        case .unavailable(let error): throw .unavailable(error)
        }
    }
}

// MARK: - What is shown

extension TourStage {
    func button(_ name: ButtonName) -> String { "⟨\(messages.title(of: name))⟩" }

    /// What is typed, as the field shows it.
    func shown(_ typed: String, in field: AccountField) -> String {
        if typed.isEmpty { return pick("(비움)", "(empty)") }
        return field.isSecret ? String(repeating: "•", count: typed.count) : typed
    }

    /// Shows the screen, and the alert that is over it.
    func show() async throws(TourFailure) {
        try checkStores()
        if let alert = flow.alerts.state.value {
            let buttons = alert.buttons.map { button($0.name) }.joined(separator: " ")
            return try await transcript.screen(
                "‹\(alert.title(in: messages))› \(alert.message(in: messages)) \(buttons)"
            )
        }
        guard let route = flow.state.value.route else { throw failure(wanted: "a screen", found: "no screen") }
        try await transcript.screen(description(of: route))
    }

    private func description(of route: Route) -> String {
        switch route {
        case .start: return "[\(messages.title(of: ScreenName.start))] \(button(.start))"
        case .signUp: return "[\(messages.title(of: ScreenName.signUp))]"
        case .signIn: return "[\(messages.title(of: ScreenName.signIn))]"
        case .home(nil): return "[\(messages.title(of: .main))] \(button(.signIn))"
        case .home(let session?), .account(let session):
            let home = HomeState(session: session)
            let greeting = messages.greeting(to: home.name ?? "")
            return "[\(messages.title(of: .welcome))] \(greeting) (\(session.accountID)) \(button(home.action))"
        }
    }

    /// Shows what is right or wrong with a field.
    func show(_ field: AccountField, of form: any TourForm) async throws(TourFailure) {
        let state = form.formState[field]
        if let refusal = form.formState.refusal {
            return try await transcript.screen("✘ " + messages.message(for: refusal))
        }
        switch state {
        case .invalid(let issues):
            for issue in issues {
                try await transcript.screen("✘ " + messages.message(for: FieldIssue(field: field, issue: issue)))
            }
        case .valid, .rejected, .untouched, .editing:
            try await transcript.screen("\(text.fieldState(state)) \(messages.label(of: field))")
        }
    }

    /// Shows why a form was refused or, where it was not, what comes next.
    private func showOutcome(of form: any TourForm) async throws(TourFailure) {
        try checkStores()
        if let screen = form as? SignInViewModel, case .failed(let error) = screen.state.value.phase {
            return try await transcript.screen("✘ " + messages.message(for: error))
        }
        if flow.alerts.state.value == nil, let screen = form as? SignUpViewModel,
            case .failed(let error) = screen.state.value.phase, flow.state.value.route == .signUp
        {
            return try await transcript.screen("✘ " + messages.message(for: error))
        }
        try await show()
    }
}
