import Domain
import Presentation

extension RootFlowViewModel {
    /// Returns the screen of a route.
    func makeScene(for route: Route) -> any Scene {
        switch route {
        case .start: StartScene(model: makeStartViewModel())
        case .signUp: SignUpScene(model: makeSignUpViewModel())
        case .signIn: SignInScene(model: makeSignInViewModel())
        case .agreement(let session, let documents):
            AgreementScene(model: makeAgreementViewModel(for: session, to: documents))
        case .home(let session): HomeScene(model: makeHomeViewModel(for: session))
        case .account(let session): AccountScene(model: makeAccountViewModel(for: session))
        case .profile(let session): ProfileScene(model: makeProfileViewModel(for: session))
        }
    }
}

private struct StartScene: Scene {
    let model: StartViewModel

    var title: ScreenName { .start }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        switch model.state.value {
        case .idle: [text.button(.start)]
        case .checking: [.text(text.restoring), text.button(.start, isEnabled: false)]
        case .unavailable(let error): text.unavailable(error)
        }
    }

    func press(_ item: SceneItem) async {
        if item == .button(.startOver) { model.askToStartOver() } else { await model.start() }
    }
}

private struct SignUpScene: Scene {
    let model: SignUpViewModel

    private var state: SignUpState { model.state.value }

    var title: ScreenName { .signUp }
    var terms: [ConsentDocument] { state.terms?.terms.documents ?? [] }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        model.fieldParts(in: text, editors: editors, showsRules: true) + [.gap]
            + (state.terms.map { text.parts(for: $0) + [.gap] } ?? [])
            + model.failureParts(in: text) { text.messages.message(for: $0) }
            + [text.button(.signUp, isEnabled: state.canSubmit), text.button(.signIn)]
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .agree(let document): model.agree(to: document, state.terms?.agreed.contains(document) == false)
        case .button(.signIn): model.switchToSignIn()
        default: await model.submit()
        }
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

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = model.fieldParts(in: text, editors: editors)
        let remember = ScreenElement.checkBox(text.messages.title(of: .remember), isOn: state.remembers)
        parts += [.gap, ScenePart(remember, .remember)]
        if let terms = state.terms, terms.layout == .full { parts += text.parts(for: terms) }
        parts.append(.gap)
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        parts += [text.button(.signIn, isEnabled: state.canSubmit), text.button(.signUp)]
        if state.terms?.layout == .link { parts += [.gap, text.button(.terms)] }
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

private struct AgreementScene: Scene {
    let model: AgreementViewModel

    private var state: AgreementState { model.state.value }

    var title: ScreenName { .agreement }
    var terms: [ConsentDocument] { state.terms.terms.documents }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = [.text(text.messages.text(of: .agreeToTerms)), .gap] + text.parts(for: state.terms) + [.gap]
        if case .failed(let error) = state.phase { parts.append(.failure(text.messages.message(for: error))) }
        parts.append(text.button(.agree, isEnabled: state.canSubmit))
        return parts + [text.button(.signOut, isEnabled: state.canSignOut)]
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .agree(let document): model.agree(to: document, !state.terms.agreed.contains(document))
        case .button(.signOut): await model.signOut()
        default: await model.submit()
        }
    }
}

private struct HomeScene: Scene {
    let model: HomeViewModel

    private var state: HomeState { model.state.value }

    var title: ScreenName { state.signedInID == nil ? .main : .welcome }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = []
        if let name = state.name, let id = state.signedInID {
            parts.append(.text(text.messages.greeting(to: name), style: .bold))
            if id.text != name { parts.append(.text(id.text, style: .gray)) }
        }
        if case .failed(let error) = state.phase { parts.append(.failure(text.messages.message(for: error))) }
        let buttons: [ButtonName] = state.signedInID == nil ? [] : [.account, .deleteAccount]
        return parts + [.gap] + ([state.action] + buttons).map { text.button($0, isEnabled: state.canAct) }
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.account): model.openAccount()
        case .button(.deleteAccount): model.askToDeleteAccount()
        default: await model.performAction()
        }
    }
}

private struct AccountScene: Scene {
    let model: AccountViewModel

    private var state: AccountState { model.state.value }

    var title: ScreenName { .account }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(state.signedInID.text, style: .bold), .gap]
        parts += model.fieldParts(in: text, editors: editors, showsRules: true) + [.gap]
        parts += model.failureParts(in: text) { failure in
            switch failure {
            case .passwordNotChanged(let error): text.messages.message(for: error)
            case .notDeleted(let error): text.messages.message(for: error)
            }
        }
        if state.offersPasswordChange {
            parts.append(text.button(.changePassword, isEnabled: state.canChangePassword))
        }
        if state.offersProfile { parts.append(text.button(.profile)) }
        return parts + [text.button(.deleteAccount, isEnabled: state.canDeleteAccount), text.button(.back)]
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.deleteAccount): model.askToDeleteAccount()
        case .button(.profile): model.openProfile()
        case .button(.back): model.cancel()
        default: await model.changePassword()
        }
    }

    func escape() { model.cancel() }
}

private struct ProfileScene: Scene {
    let model: ProfileViewModel

    private var state: ProfileState { model.state.value }

    var title: ScreenName { .profile }
    var changes: ObservedValue<Void> { model.state.map { _ in } }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(state.signedInID.text, style: .bold), .gap]
        parts += model.fieldParts(in: text, editors: editors, showsRules: true) + [.gap]
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        return parts + [
            text.button(.save, isEnabled: state.canSave), text.button(.revert, isEnabled: state.canRevert),
            text.button(.back),
        ]
    }

    func appear() async { await model.appear() }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.revert): model.revert()
        case .button(.back): model.cancel()
        default: await model.save()
        }
    }

    func escape() { model.cancel() }
}
