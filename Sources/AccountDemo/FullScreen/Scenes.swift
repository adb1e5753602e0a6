import Domain
import Presentation

extension RootFlowViewModel {
    /// Makes the screen of a route.
    func makeScene(for route: Route) -> any Scene {
        switch route {
        case .start: StartScene(model: makeStartViewModel())
        case .signUp: SignUpScene(model: makeSignUpViewModel())
        case .signIn: SignInScene(model: makeSignInViewModel())
        case .home(let session): HomeScene(model: makeHomeViewModel(for: session))
        case .account(let session): AccountScene(model: makeAccountViewModel(for: session))
        }
    }
}

private struct StartScene: Scene {
    let model: StartViewModel

    var title: ScreenName { .start }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        switch model.state.value {
        case .idle: [words.button(.start)]
        case .checking: [.text(words.text.restoring), words.button(.start, isEnabled: false)]
        case .unavailable(let error): words.unavailable(error)
        }
    }

    func press(_ item: SceneItem) async { await model.start() }
}

private struct SignUpScene: Scene {
    let model: SignUpViewModel

    var title: ScreenName { .signUp }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        model.fieldParts(in: words, editors: editors, showsRules: true) + [.gap]
            + model.failureParts(in: words) { words.messages.message(for: $0) }
            + [words.button(.signUp, isEnabled: model.state.value.canSubmit), words.button(.signIn)]
    }

    func press(_ item: SceneItem) async {
        if item == .button(.signIn) { model.switchToSignIn() } else { await model.submit() }
    }

    func escape() {
        if elapsed == nil { model.cancel() } else { model.stop() }
    }
}

private struct SignInScene: Scene {
    let model: SignInViewModel

    private var state: SignInState { model.state.value }

    var title: ScreenName { .signIn }
    var terms: [ConsentDocument] { state.terms?.terms.documents ?? [] }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = model.fieldParts(in: words, editors: editors)
        let remember = ScreenElement.checkBox(words.messages.title(of: .remember), isOn: state.remembers)
        parts += [.gap, ScenePart(remember, .remember)]
        if let terms = state.terms, terms.layout == .full {
            parts += terms.terms.documents.map { document in
                let kind = terms.terms.required.contains(document) ? words.text.requiredTerms : words.text.optionalTerms
                let title = "\(document.name) (\(kind))"
                return ScenePart(.checkBox(title, isOn: terms.agreed.contains(document)), .agree(document))
            }
            parts.append(words.button(.terms))
        }
        parts.append(.gap)
        parts += model.failureParts(in: words) { words.messages.message(for: $0) }
        parts += [words.button(.signIn, isEnabled: state.canSubmit), words.button(.signUp)]
        if state.terms?.layout == .link { parts += [.gap, words.button(.terms)] }
        return parts
    }

    func appear() async { await model.appear() }

    func press(_ item: SceneItem) async {
        switch item {
        case .remember: model.remember(!state.remembers)
        case .agree(let document): model.agree(to: document, state.terms?.agreed.contains(document) == false)
        case .button(.signUp): model.switchToSignUp()
        default: await model.submit()
        }
    }

    func escape() {
        if elapsed == nil { model.cancel() } else { model.stop() }
    }
}

private struct HomeScene: Scene {
    let model: HomeViewModel

    private var state: HomeState { model.state.value }

    var title: ScreenName { state.signedInID == nil ? .main : .welcome }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = []
        if let name = state.name, let id = state.signedInID {
            parts.append(.text(words.messages.greeting(to: name), style: .bold))
            if id.text != name { parts.append(.text(id.text, style: .gray)) }
        }
        if case .failed(let error) = state.phase { parts.append(.failure(words.messages.message(for: error))) }
        let buttons: [ButtonName] = state.signedInID == nil ? [] : [.account, .deleteAccount]
        return parts + [.gap] + ([state.action] + buttons).map { words.button($0, isEnabled: state.canAct) }
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.account): model.openAccount()
        case .button(.deleteAccount): model.askToDeleteAccount()
        default: await model.act()
        }
    }
}

private struct AccountScene: Scene {
    let model: AccountViewModel

    private var state: AccountState { model.state.value }

    var title: ScreenName { .account }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in words: SceneWords, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(state.signedInID.text, style: .bold), .gap]
        parts += model.fieldParts(in: words, editors: editors, showsRules: true) + [.gap]
        parts += model.failureParts(in: words) { failure in
            switch failure {
            case .passwordNotChanged(let error): words.messages.message(for: error)
            case .notDeleted(let error): words.messages.message(for: error)
            }
        }
        if state.offersPasswordChange {
            parts.append(words.button(.changePassword, isEnabled: state.canChangePassword))
        }
        return parts + [words.button(.deleteAccount, isEnabled: state.canDeleteAccount), words.button(.back)]
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.deleteAccount): model.askToDeleteAccount()
        case .button(.back): model.cancel()
        default: await model.changePassword()
        }
    }

    func escape() { model.cancel() }
}
