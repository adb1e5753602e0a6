import Domain
import Presentation

extension RootFlowViewModel {
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
        case .idle: [.gap, text.button(.start) { await model.start() }]
        case .checking: [.gap, text.button(.start, isEnabled: false), .text(text.restoring)]
        case .unavailable(let error):
            [.gap] + text.unavailable(error, retry: { await model.start() }, startOver: { model.askToStartOver() })
        }
    }
}

private struct SignUpScene: Scene {
    let model: SignUpViewModel

    var title: ScreenName { .signUp }
    var terms: [ConsentDocument] { state.terms?.terms.documents ?? [] }
    var hasRegistered: Bool { state.phase == .notice(.signInRequired) }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        model.fieldParts(in: text, editors: editors, showsRules: true)
            + (state.terms.map { [.gap] + text.parts(for: $0, agree: model.agree) } ?? [])
            + model.failureParts(in: text) { text.messages.message(for: $0) }
            + [
                text.button(.signUp, isEnabled: state.canSubmit) { await model.submit() },
                text.button(.signIn) { model.switchToSignIn() },
            ]
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
        parts += [.gap, ScenePart(remember, .remember) { model.remember(!state.remembers) }]
        if let terms = state.terms, terms.layout == .full { parts += text.parts(for: terms, agree: model.agree) }
        parts += model.failureParts(in: text) { text.messages.message(for: $0) }
        parts.append(text.button(.signIn, isEnabled: state.canSubmit) { await model.submit() })
        if state.offersSignUp { parts.append(text.button(.signUp) { model.switchToSignUp() }) }
        if state.offersPasswordReset { parts.append(text.button(.forgotPassword) { model.resetPassword() }) }
        if state.pendingConfirmation != nil {
            parts.append(text.button(.confirmAddress) { model.confirmAddress() })
        }
        if state.terms?.layout == .link { parts += [.gap, text.button(.terms)] }
        return parts
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
        let fields = model.fieldParts(in: text, editors: editors)
        parts += state.isOver ? fields.map { ScenePart($0.element) } : fields
        parts += model.failureParts(in: text) { text.messages.message(for: $0, of: challenge) }
        parts.append(text.button(.submitCode, isEnabled: state.canSubmit) { await model.submit() })
        if challenge.resendAt != nil {
            parts.append(text.button(.resendCode, isEnabled: state.canResend) { await model.resend() })
        }
        return parts + [text.button(.back) { await model.cancel() }] + text.resendWait(state.resendWait)
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
        func submit(_ name: ButtonName) -> ScenePart {
            text.button(name, isEnabled: state.canSubmit) { await model.submit() }
        }
        let back = text.button(.back) { model.cancel() }
        return switch state.stage {
        case .askingID: [submit(.requestCode), text.button(.enterCode) { model.enterCode() }, back]
        case .sent:
            [
                submit(.setPassword),
                text.button(.resendCode, isEnabled: state.canResend) { await model.resend() },
                text.button(.changeID) { model.askForID() }, back,
            ] + text.resendWait(state.resendWait)
        case .enteringCode: [submit(.setPassword), back]
        case .done: [text.button(.signIn) { model.signIn() }]
        }
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        if item == .button(.resendCode), let wait = state.resendWait { return text.nextMessage(in: wait) }
        return whyNotSubmitted(in: text)
    }

    func escape() { model.cancel() }
}

private struct AgreementScene: Scene {
    let model: AgreementViewModel

    var title: ScreenName { .agreement }
    var terms: [ConsentDocument] { state.terms.terms.documents }

    func parts(in text: any DemoText, editors: [AccountField: LineEditor]) -> [ScenePart] {
        var parts: [ScenePart] = [.text(text.messages.text(of: .agreeToTerms)), .gap]
        parts += text.parts(for: state.terms, agree: model.agree)
        if case .failed(let error) = state.phase {
            parts.append(.failure(text.messages.message(for: error)))
        } else {
            parts.append(.gap)
        }
        return parts + [
            text.button(.agree, isEnabled: state.canSubmit) { await model.submit() },
            text.button(.signOut, isEnabled: state.canSignOut) { await model.signOut() },
        ]
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        state.terms.missing.isEmpty ? text.notPossible : text.messages.text(of: .agreeToTerms)
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
        func add(_ name: ButtonName, _ action: @escaping ScenePart.Action) {
            parts.append(text.button(name, isEnabled: state.canAct, action))
        }
        // The first button changes nothing, because Enter may be pressed twice on the screen before.
        if state.signedInID != nil { add(.account) { model.openAccount() } }
        add(state.action) { await model.performAction() }
        if state.offersDeletion { add(.deleteAccount) { model.askToDeleteAccount() } }
        return parts
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
        func button(_ name: ButtonName, isEnabled: Bool = true, _ action: @escaping ScenePart.Action) -> ScenePart {
            text.button(name, isEnabled: isEnabled) {
                saved.value = nil
                await action()
            }
        }
        if state.offersPasswordChange {
            parts.append(
                button(.changePassword, isEnabled: state.canChangePassword) { await model.changePassword() }
            )
        }
        if state.offersProfile { parts.append(button(.profile) { model.openProfile() }) }
        if state.offersTOTP { parts.append(button(.totp) { model.openTOTP() }) }
        if state.offersConfirmation {
            parts.append(
                button(.confirmAddress, isEnabled: state.canConfirmAddress) { await model.confirmAddress() }
            )
        }
        let deletion = button(.deleteAccount, isEnabled: state.canDeleteAccount) { model.askToDeleteAccount() }
        if state.offersDeletion, !state.needsPasswordToDelete { parts.append(deletion) }
        if state.offersRecoveryCode || state.offersExport || state.needsPasswordToDelete {
            parts += [.gap, .text(text.messages.text(of: .passwordNeeded))]
        }
        if state.offersDeletion, state.needsPasswordToDelete { parts.append(deletion) }
        if state.offersRecoveryCode {
            parts.append(button(.makeRecoveryCode, isEnabled: state.canConfirm) { await model.makeRecoveryCode() })
        }
        if state.offersExport {
            parts.append(button(.exportAccount, isEnabled: state.canConfirm) { await export() })
        }
        parts.append(button(.back) { model.cancel() })
        // Below the last button, it moves nothing.
        switch saved.value {
        case nil: break
        case .saved(let path): parts.append(.text("✔ " + text.savedExport(at: path)))
        case .failed(let failure, let path): parts.append(.failure(text.message(for: failure, at: path)))
        }
        return parts
    }

    private func export() async {
        await model.exportAccount()
        guard let export = state.export else { return }
        saved.value = await exports.save(export)
        model.removeExport()
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        if item == .button(.changePassword) { return whyNotSubmitted(in: text) }
        return text.messages.message(for: FieldIssue(field: .currentPassword, issue: .empty))
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
            text.button(.save, isEnabled: state.canSave) { await model.save() },
            text.button(.revert, isEnabled: state.canRevert) { model.revert() },
            text.button(.back) { model.cancel() },
        ]
    }

    func whyDisabled(_ item: SceneItem, in text: any DemoText) -> String {
        state.isDirty ? whyNotSubmitted(in: text) : text.nothingChanged
    }

    func escape() { model.cancel() }

    var hasTypedText: Bool { state.isDirty }
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
        if let button {
            parts.append(text.button(button, isEnabled: state.canSubmit) { await model.submit() })
        }
        if state.offersRecoveryCode {
            parts.append(
                text.button(.makeRecoveryCode, isEnabled: state.canSubmit) { await model.makeRecoveryCode() }
            )
        }
        if setup != nil { parts.append(ScenePart(.button(text.showPicture, isEnabled: true), .picture)) }
        return parts + [text.button(.back) { model.cancel() }]
    }

    func escape() { model.cancel() }
}
