import Domain
import Presentation

extension RootFlowViewModel {
    /// Returns the screen of a route, which can save exports.
    func makeScene(for route: Route, saving exports: ExportFolder) -> any Scene {
        switch route {
        case .start: StartScene(model: makeStartViewModel())
        case .signUp: SignUpScene(model: makeSignUpViewModel())
        case .signIn: SignInScene(model: makeSignInViewModel())
        case .challenge(let challenge, let context):
            ChallengeScene(model: makeChallengeViewModel(for: challenge, context))
        case .passwordReset(let link): PasswordResetScene(model: makePasswordResetViewModel(with: link))
        case .agreement(let session, let documents):
            AgreementScene(model: makeAgreementViewModel(for: session, to: documents))
        case .home(let session): HomeScene(model: makeHomeViewModel(for: session))
        case .account(let session): AccountScene(model: makeAccountViewModel(for: session), exports: exports)
        case .profile(let session): ProfileScene(model: makeProfileViewModel(for: session))
        case .totp(let session): TOTPScene(model: makeTOTPViewModel(for: session))
        }
    }
}

private struct StartScene: Scene {
    let model: StartViewModel

    var title: ScreenName { .start }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        switch state {
        case .idle: [text.button(.start)]
        case .checking: [text.button(.start, isEnabled: false), .text(text.restoring)]
        case .unavailable(let error): text.unavailable(error)
        }
    }

    func press(_ item: SceneItem) async {
        if item == .button(.startOver) { model.askToStartOver() } else { await model.start() }
    }
}

private struct SignUpScene: Scene {
    let model: SignUpViewModel

    var title: ScreenName { .signUp }
    var terms: [ConsentDocument] { state.terms?.terms.documents ?? [] }
    var hasRegistered: Bool { state.phase == .notice(.signInRequired) }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        model.fieldParts(in: text, editors: editors, showsRules: true)
            + (state.terms.map { [.gap] + text.parts(for: $0) } ?? [])
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

    var title: ScreenName { .signIn }
    var terms: [ConsentDocument] { state.terms?.terms.documents ?? [] }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = model.fieldParts(in: text, editors: editors)
        let remember = ScreenElement.checkBox(text.messages.title(of: .remember), isOn: state.remembers)
        parts += [.gap, ScenePart(remember, .remember)]
        if let terms = state.terms, terms.layout == .full { parts += text.parts(for: terms) }
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        parts.append(text.button(.signIn, isEnabled: state.canSubmit))
        if state.offersSignUp { parts.append(text.button(.signUp)) }
        if state.offersPasswordReset { parts.append(text.button(.forgotPassword)) }
        if state.pendingConfirmation != nil { parts.append(text.button(.confirmAddress)) }
        if state.terms?.layout == .link { parts += [.gap, text.button(.terms)] }
        return parts
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .remember: model.remember(!state.remembers)
        case .agree(let document): model.agree(to: document, state.terms?.agreed.contains(document) == false)
        case .button(.signUp): model.switchToSignUp()
        case .button(.forgotPassword): model.resetPassword()
        case .button(.confirmAddress): model.confirmAddress()
        default: await model.submit()
        }
    }

    func escape() {
        if elapsed == nil { model.cancel() } else { model.stop() }
    }
}

private struct ChallengeScene: Scene {
    let model: ChallengeViewModel

    var title: ScreenName { .challenge }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        let challenge = state.challenge
        var parts: [ScenePart] = [
            .text(text.messages.message(for: challenge)), .text(challenge.accountID.text, style: .bold), .gap,
        ]
        parts += model.fieldParts(in: text, editors: editors)
        parts += model.failureParts(in: text) { text.messages.message(for: $0, of: challenge) }
        parts.append(text.button(.submitCode, isEnabled: state.canSubmit))
        if challenge.resendAt != nil { parts.append(text.button(.resendCode, isEnabled: state.canResend)) }
        return parts + [text.button(.back)] + text.resendWait(state.resendWait)
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        if state.isOver, case .failed(let error) = state.phase {
            return text.messages.message(for: error, of: state.challenge)
        }
        if item == .button(.resendCode), let wait = state.resendWait { return text.nextMessage(in: wait) }
        return whyNotSubmitted(in: text)
    }

    var exit: SceneItem? { state.isOver ? .button(.back) : nil }

    var hasTypedText: Bool { !state.isOver && !state.form.form[.code].isEmpty }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.resendCode): await model.resend()
        case .button(.back): await model.cancel()
        default: await model.submit()
        }
    }

    func escape() {
        if elapsed == nil { Task { await model.cancel() } } else { model.stop() }
    }
}

private struct PasswordResetScene: Scene {
    let model: PasswordResetViewModel

    var title: ScreenName { .passwordReset }

    private var prompt: Prompt {
        switch state.stage {
        case .askingID: .requestCode
        case .sent: .enterCode
        case .enteringCode: state.proof == .message ? .enterReceivedCode : .enterRecoveryCode
        case .done: .passwordSet
        }
    }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(text.messages.text(of: prompt)), .gap]
        if let id = state.accountID { parts += [.text(id.text, style: .bold), .gap] }
        if state.stage != .done {
            parts += model.fieldParts(in: text, editors: editors, showsRules: true)
            parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        }
        return parts + buttons(in: text)
    }

    private func buttons(in text: any DemoText) -> [ScenePart] {
        switch state.stage {
        case .askingID:
            [text.button(.requestCode, isEnabled: state.canSubmit), text.button(.enterCode), text.button(.back)]
        case .sent:
            [
                text.button(.setPassword, isEnabled: state.canSubmit),
                text.button(.resendCode, isEnabled: state.canResend),
                text.button(.changeID), text.button(.back),
            ] + text.resendWait(state.resendWait)
        case .enteringCode: [text.button(.setPassword, isEnabled: state.canSubmit), text.button(.back)]
        case .done: [text.button(.signIn)]
        }
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        if item == .button(.resendCode), let wait = state.resendWait { return text.nextMessage(in: wait) }
        return whyNotSubmitted(in: text)
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.enterCode): model.enterCode()
        case .button(.changeID): model.askForID()
        case .button(.resendCode): await model.resend()
        case .button(.signIn): model.signIn()
        case .button(.back): model.cancel()
        default: await model.submit()
        }
    }

    func escape() { model.cancel() }
}

private struct AgreementScene: Scene {
    let model: AgreementViewModel

    var title: ScreenName { .agreement }
    var terms: [ConsentDocument] { state.terms.terms.documents }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts = [.text(text.messages.text(of: .agreeToTerms)), .gap] + text.parts(for: state.terms)
        if case .failed(let error) = state.phase {
            parts.append(.failure(text.messages.message(for: error)))
        } else {
            parts.append(.gap)
        }
        parts.append(text.button(.agree, isEnabled: state.canSubmit))
        return parts + [text.button(.signOut, isEnabled: state.canSignOut)]
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        state.terms.missing.isEmpty ? text.notPossible : text.messages.text(of: .agreeToTerms)
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

    var title: ScreenName { state.signedInID == nil ? .main : .welcome }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = []
        if let name = state.name, let id = state.signedInID {
            parts.append(.text(text.messages.greeting(to: name), style: .bold))
            if id.text != name { parts.append(.text(id.text, style: .dim)) }
        }
        if case .failed(let error) = state.phase {
            parts.append(.failure(text.messages.message(for: error)))
        } else {
            parts.append(.gap)
        }
        // The first button changes nothing, because Enter may be pressed twice on the screen before.
        var buttons = state.signedInID == nil ? [state.action] : [.account, state.action]
        if state.offersDeletion { buttons.append(.deleteAccount) }
        return parts + buttons.map { text.button($0, isEnabled: state.canAct) }
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
    let exports: ExportFolder

    /// What became of the last export.
    private let saved = ObservableBox<ExportFolder.Outcome?>(nil)

    var title: ScreenName { .account }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(state.signedInID.text, style: .bold), .gap]
        parts += model.fieldParts(in: text, editors: editors, showsRules: true)
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        if state.offersPasswordChange {
            parts.append(text.button(.changePassword, isEnabled: state.canChangePassword))
        }
        if state.offersProfile { parts.append(text.button(.profile)) }
        if state.offersTOTP { parts.append(text.button(.totp)) }
        if state.offersConfirmation {
            parts.append(text.button(.confirmAddress, isEnabled: state.canConfirmAddress))
        }
        let deletion = state.offersDeletion ? [text.button(.deleteAccount, isEnabled: state.canDeleteAccount)] : []
        if !state.needsPasswordToDelete { parts += deletion }
        if state.offersRecoveryCode || state.offersExport || state.needsPasswordToDelete {
            parts.append(.text(text.messages.text(of: .passwordNeeded)))
        }
        if state.needsPasswordToDelete { parts += deletion }
        if state.offersRecoveryCode { parts.append(text.button(.makeRecoveryCode, isEnabled: state.canConfirm)) }
        if state.offersExport { parts.append(text.button(.exportAccount, isEnabled: state.canConfirm)) }
        parts.append(text.button(.back))
        // Below the last button, it moves nothing.
        switch saved.value {
        case nil: break
        case .saved(let path): parts.append(.text(text.savedExport(at: path)))
        case .failed(let failure, let path): parts.append(.failure(text.message(for: failure, at: path)))
        }
        return parts
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        if item == .button(.changePassword) { return whyNotSubmitted(in: text) }
        return text.messages.message(for: FieldIssue(field: .currentPassword, issue: .empty))
    }

    func press(_ item: SceneItem) async {
        saved.value = nil
        switch item {
        case .button(.totp): model.openTOTP()
        case .button(.confirmAddress): await model.confirmAddress()
        case .button(.makeRecoveryCode): await model.makeRecoveryCode()
        case .button(.exportAccount):
            await model.exportAccount()
            guard let export = state.export else { return }
            saved.value = await exports.save(export)
            model.removeExport()
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

    var title: ScreenName { .profile }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(state.signedInID.text, style: .bold), .gap]
        parts += model.fieldParts(in: text, editors: editors, showsRules: true)
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        return parts + [
            text.button(.save, isEnabled: state.canSave), text.button(.revert, isEnabled: state.canRevert),
            text.button(.back),
        ]
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        state.isDirty ? whyNotSubmitted(in: text) : text.nothingChanged
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.revert): model.revert()
        case .button(.back): model.cancel()
        default: await model.save()
        }
    }

    func escape() { model.cancel() }

    var hasTypedText: Bool { state.isDirty }

    var isContested: Bool { if case .failed(.conflict) = state.phase { true } else { false } }
}

private struct TOTPScene: Scene {
    let model: TOTPViewModel

    var title: ScreenName { .totp }
    var setup: TOTPSetup? { if case .confirming(let setup) = state.stage { setup } else { nil } }
    var requiresTOTP: Bool? {
        switch state.stage {
        case .checking, .confirming: nil
        case .off: false
        case .on: true
        }
    }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(state.signedInID.text, style: .bold), .gap]
        let button: ButtonName?
        switch state.stage {
        case .checking: button = nil
        case .off:
            parts.append(.text(text.messages.text(of: .beginTOTP)))
            button = .beginTOTP
        case .confirming(let setup):
            parts.append(.text(text.messages.text(of: .confirmTOTP)))
            parts.append(.text(setup.secret.revealed, style: .bold))
            button = .enableTOTP
        case .on:
            parts.append(.text(text.messages.text(of: .disableTOTP)))
            button = .disableTOTP
        }
        parts += [.gap] + model.fieldParts(in: text, editors: editors)
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        if let button { parts.append(text.button(button, isEnabled: state.canSubmit)) }
        if state.offersRecoveryCode { parts.append(text.button(.makeRecoveryCode, isEnabled: state.canSubmit)) }
        if setup != nil { parts.append(ScenePart(.button(text.showPicture, isEnabled: true), .picture)) }
        return parts + [text.button(.back)]
    }

    func press(_ item: SceneItem) async {
        switch item {
        case .button(.makeRecoveryCode): await model.makeRecoveryCode()
        case .button(.back): model.cancel()
        default: await model.submit()
        }
    }

    func escape() { model.cancel() }
}
