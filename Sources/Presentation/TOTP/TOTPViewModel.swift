public import Domain

/// The screen on which users turn one-time passwords of an authenticator app on and off, and make a recovery code while
/// they are on.
///
/// A running operation is not cancelled, and the screen cannot be left during it.
@MainActor
public final class TOTPViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<TOTPState> { box.observed }

    /// The form of the stage.
    public let form: FormModel<TOTPError>

    private let box: ObservableBox<TOTPState>
    private let session: Session
    private let useCases: TOTPUseCases?
    private let newRecoveryCode: MakeRecoveryCode?
    private let loading: LatestWinsTask

    /// Creates the view model of a screen for one-time passwords.
    ///
    /// - Parameters:
    ///   - session: The session of the user.
    ///   - useCases: The use cases; nil if the app does not offer them, and then nothing can be submitted.
    ///   - makeRecoveryCode: Makes a recovery code; nil if the app does not offer that.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        session: Session,
        useCases: TOTPUseCases?,
        makeRecoveryCode: MakeRecoveryCode? = nil,
        in screen: ScreenContext
    ) {
        self.session = session
        self.useCases = useCases
        newRecoveryCode = makeRecoveryCode
        loading = LatestWinsTask(queue: screen.queue)
        form = FormModel(validator: ProofValidator([]), in: screen)
        box = ObservableBox(
            TOTPState(
                signedInID: session.accountID,
                makesRecoveryCodes: makeRecoveryCode != nil,
                submission: form.state
            )
        )
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] _ in await self?.submit() }
        form.optionalFields = [.code]
    }

    /// Finds out whether one-time passwords are on; call it when the screen appears.
    public func appear() async {
        guard let useCases, box.value.stage == .checking, !form.isDismissed else { return }
        await loading.run { [session] in
            do throws(AccountServiceFailure) {
                return Result<_, AccountServiceFailure>.success(try await useCases.enable.isOn(for: session))
            } catch {
                return .failure(error)
            }
        } then: { result in
            switch result {
            case .success(let isOn): self.show(isOn ? .on : .off)
            case .failure(let reason): self.form.fail(.service(reason), because: reason, of: AccountForm())
            }
        }
    }

    /// Performs the action of the stage: makes a key, turns one-time passwords on, or turns them off.
    public func submit() async {
        guard box.value.canSubmit, !form.isDismissed else { return }
        let stage = box.value.stage
        let submitted = form.begin()
        await form.run { [useCases, session] () throws(TOTPError) -> (TOTPState.Stage, RecoveryCode?) in
            guard let useCases else { throw .service(.notOffered) }
            let password = Password(submitted[.currentPassword])
            switch stage {
            case .checking: return (stage, nil)
            case .off: return (.confirming(try await useCases.enable.begin(session, password: password)), nil)
            case .confirming: return (.on, try await useCases.enable.confirm(session, code: submitted[.code]))
            case .on:
                try await useCases.disable.confirm(session, password: password, code: submitted[.code])
                return (.off, nil)
            }
        } then: { next, recoveryCode in
            self.show(next)
            if let recoveryCode { self.form.proceed(.recoveryCode(recoveryCode, self.session)) }
            if stage == .on, let notice = FlowNotice(secondFactor: submitted[.code]) {
                self.form.proceed(.noticed(notice))
            }
        } failing: {
            self.fail($0, of: submitted)
        }
    }

    /// Makes a recovery code with the current password and a one-time password, which replaces any earlier one.
    ///
    /// The outcome has the code.
    public func makeRecoveryCode() async {
        guard let newRecoveryCode, box.value.offersRecoveryCode, box.value.canSubmit, !form.isDismissed else { return }
        let submitted = form.begin()
        await form.run { [session] () throws(MakeRecoveryCodeError) in
            let password = Password(submitted[.currentPassword])
            return try await newRecoveryCode(session, password: password, code: submitted[.code])
        } then: {
            self.show(.on)
            self.form.proceed(.recoveryCode($0, self.session))
        } failing: {
            self.fail(TOTPError($0), of: submitted)
        }
    }

    /// Empties the form, and leaves the screen.
    ///
    /// A key that was not confirmed turns nothing on.
    public func cancel() {
        guard !box.value.phase.isBusy else { return }
        box.value.stage = .checking
        form.end(with: .left)
    }

    /// Ends the screen permanently, when it is no longer shown; queued operations do not begin.
    func dismiss() {
        loading.cancel()
        if box.value.phase.isBusy { form.isDismissed = true } else { form.dismiss() }
    }

    /// Begins a stage with an empty form.
    private func show(_ stage: TOTPState.Stage) {
        box.value.stage = stage
        switch stage {
        case .checking: form.restart(with: ProofValidator([]))
        case .off: form.restart(with: ProofValidator([.currentPassword]))
        case .confirming: form.restart(with: ProofValidator([.code]))
        case .on: form.restart(with: ProofValidator([.currentPassword, .code]))
        }
    }

    private func fail(_ error: TOTPError, of submitted: AccountForm) {
        switch error {
        case .wrongPassword: form.fail(error, blaming: [.currentPassword: []], of: submitted)
        case .wrongCode, .usedCode: form.fail(error, blaming: [.code: []], of: submitted)
        case .alreadyEnabled, .notEnabled:
            // Another process was quicker.
            show(error == .alreadyEnabled ? .on : .off)
            form.fail(error, of: submitted)
        case .throttled(let throttling): form.fail(error, of: submitted, until: throttling.end)
        case .service(let reason): form.fail(error, because: reason, of: submitted)
        }
    }
}

extension TOTPError {
    fileprivate init(_ error: MakeRecoveryCodeError) {
        switch error {
        case .wrongPassword: self = .wrongPassword
        case .codeRequired, .wrongCode: self = .wrongCode
        case .usedCode: self = .usedCode
        case .throttled(let throttling): self = .throttled(throttling)
        case .service(let failure): self = .service(failure)
        }
    }
}
