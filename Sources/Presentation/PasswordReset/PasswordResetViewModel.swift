public import Domain

/// The screen for a forgotten password: it asks for the ID or the e-mail address, sends a message, and sets a new password with its code.
///
/// Where users keep a ``/Domain/RecoveryCode``, one form asks for everything. A running operation is not cancelled, and the screen
/// cannot be left during it.
@MainActor
public final class PasswordResetViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<PasswordResetState> { box.observed }

    /// The form of the stage.
    public let form: FormModel<PasswordResetFailure>

    private let box: ObservableBox<PasswordResetState>
    private let link: AccountConfirmation?
    private let makeValidator: (_ asksForID: Bool, _ asksForCode: Bool, AccountID?) -> ProofValidator
    private let useCases: PasswordResetUseCases?
    private let field: AccountField
    private let countdown: Ticker
    private let loading: LatestWinsTask

    /// Creates the view model of a screen for a forgotten password.
    ///
    /// - Parameters:
    ///   - link: The code and the account of the link that opened the screen; or nil.
    ///   - signInValidator: Validates the ID.
    ///   - signUpValidator: Validates the new password, and the e-mail address if it names the account; the validator of `useCases`.
    ///   - useCases: The use cases; nil if the app does not offer them, and then nothing can be submitted.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        link: AccountConfirmation? = nil,
        signInValidator: any FormValidating,
        signUpValidator: any FormValidating,
        useCases: PasswordResetUseCases?,
        in screen: ScreenContext
    ) {
        self.link = link
        self.useCases = useCases
        let field = useCases?.request.field ?? .id
        self.field = field
        countdown = Ticker(clock: screen.time.clock)
        loading = LatestWinsTask(queue: screen.queue)
        makeValidator = { asksForID, asksForCode, id in
            ProofValidator(
                account: asksForID ? (field, field == .id ? signInValidator : signUpValidator) : nil,
                asksForCode ? [.code] : [],
                newPassword: asksForCode ? signUpValidator : nil,
                id: id
            )
        }
        form = FormModel(validator: makeValidator(true, false, nil), in: screen)
        box = ObservableBox(
            PasswordResetState(stage: .askingID, proof: useCases?.request.proof ?? .message, submission: form.state)
        )
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] _ in await self?.submit() }
        form.optionalFields = [field, .code, .password, .confirmation]
        if link != nil || useCases?.request.proof == .recoveryCode { enterCode() }
    }

    /// Goes on with the last request, such as after a relaunch; call it when the screen appears.
    public func appear() async {
        guard box.value.stage == .askingID, box.value.form.form[field].isEmpty, !form.isDismissed else { return }
        await loading.run { [useCases] in
            // If the store cannot be read, the next request says why.
            try? await useCases?.request.pending()
        } then: { request in
            if let request, self.box.value.stage == .askingID, !self.box.value.phase.isBusy { self.showSent(request) }
        }
    }

    /// Requests a message, or sets the password.
    ///
    /// The code can also be the whole link of the message.
    public func submit() async {
        guard box.value.canSubmit, !form.isDismissed else { return }
        switch box.value.stage {
        // The form accepts nothing but an ID here.
        case .askingID: await requestMessage(for: try? AccountID(box.value.form.form[field]))
        case .sent, .enteringCode: await setPassword()
        case .done: break
        }
    }

    /// Requests another message.
    public func resend() async {
        guard box.value.canResend, !form.isDismissed else { return }
        await requestMessage(for: box.value.accountID)
    }

    /// Asks for a code that the user has already, without a request.
    public func enterCode() {
        guard !box.value.phase.isBusy, !form.isDismissed else { return }
        let texts = AccountForm([field: box.value.form.form[field], .code: link?.code ?? ""])
        show(.enteringCode, makeValidator(link == nil, true, nil), texts)
    }

    /// Asks for the ID again, such as after a typing error.
    public func askForID() {
        guard !box.value.phase.isBusy, !form.isDismissed, box.value.proof == .message else { return }
        show(.askingID, makeValidator(true, false, nil), AccountForm([field: box.value.accountID?.text ?? ""]))
    }

    /// Goes to Sign-in.
    public func signIn() {
        guard box.value.stage == .done || !box.value.phase.isBusy else { return }
        form.proceed(.signIn)
    }

    /// Empties the form, and leaves the screen.
    public func cancel() {
        guard box.value.stage == .done || !box.value.phase.isBusy else { return }
        form.end(with: .left)
    }

    /// Ends the screen permanently, when it is no longer shown; queued operations do not begin.
    func dismiss() {
        loading.cancel()
        countdown.cancel()
        if box.value.phase.isBusy { form.isDismissed = true } else { form.dismiss() }
    }

    private func requestMessage(for id: AccountID?) async {
        guard let id, let useCases else { return }
        let submitted = form.begin(box.value.stage == .askingID ? [field] : [])
        await form.run { () throws(RequestPasswordResetError) in
            try await useCases.request(for: id)
        } then: {
            self.showSent($0)
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    private func setPassword() async {
        guard let useCases else { return }
        let submitted = form.begin()
        let typed = AccountConfirmation(typed: submitted[.code])
        let code = AccountConfirmation(code: typed.code, uid: typed.uid ?? link?.uid)
        // The form accepts nothing but an ID here, unless the link says whose code it is.
        let id = box.value.accountID ?? (try? AccountID(submitted[field]))
        await form.run { () throws(ConfirmPasswordResetError) in
            try await useCases.confirm(
                of: id,
                with: code,
                to: Password(submitted[.password]),
                confirmation: Password(submitted[.confirmation])
            )
        } then: {
            self.finish($0, of: id)
        } failing: {
            self.receive($0, to: submitted)
        }
    }

    private func finish(_ reset: PasswordReset, of id: AccountID?) {
        countdown.cancel()
        form.reset(to: .done)
        box.value.accountID = id
        box.value.stage = .done
        if let code = reset.recoveryCode {
            form.proceed(.recoveryCode(code, nil))
        } else if box.value.proof == .recoveryCode {
            form.proceed(.noticed(.recoveryCodeUsed))
        }
        if let error = reset.storageError { form.proceed(.noticed(.sessionRemains(error))) }
    }

    private func showSent(_ request: PasswordResetRequest) {
        let texts = box.value.accountID == request.accountID ? box.value.form.form : AccountForm()
        box.value.accountID = request.accountID
        show(.sent(resendAt: request.resendAt), makeValidator(false, true, request.accountID), texts)
        let wait = { [time = form.time] in
            request.earliestResend(at: time.dates.now).flatMap { time.remaining(until: $0) }
        }
        box.value.resendWait = wait()
        countdown.start(every: form.time.updateInterval) { [weak self] _ in
            guard let self else { return false }
            box.value.resendWait = wait()
            return box.value.resendWait != nil
        }
    }

    /// Begins a stage with an empty form, apart from these texts.
    private func show(_ stage: PasswordResetState.Stage, _ validator: ProofValidator, _ texts: AccountForm) {
        countdown.cancel()
        box.value.resendWait = nil
        if stage == .askingID || stage == .enteringCode { box.value.accountID = nil }
        box.value.stage = stage
        form.restart(with: validator, texts)
    }

    private func receive(_ error: RequestPasswordResetError, to submitted: AccountForm) {
        let failure = PasswordResetFailure.notRequested(error)
        switch error {
        case .throttled(let until): form.fail(failure, of: submitted, until: until)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        }
    }

    private func receive(_ error: ConfirmPasswordResetError, to submitted: AccountForm) {
        let failure = PasswordResetFailure.notSet(error)
        switch error {
        case .invalidInput(let issues): form.fail(failure, blaming: issues, of: submitted)
        case .wrongCode: form.fail(failure, blaming: [.code: []], of: submitted)
        case .throttled(let throttling): form.fail(failure, of: submitted, until: throttling.end)
        case .service(let reason): form.fail(failure, because: reason, of: submitted)
        }
    }
}
