public import Domain

/// The sign-up screen: a form, validated at every key press, and its submission.
@MainActor
public final class SignUpViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<SignUpState> { box.observed }

    /// The form.
    public let form: FormModel<SignUpError>

    private let box: ObservableBox<SignUpState>
    private let availabilityCheck: (any LiveAvailabilityChecking)?
    private var listening: Task<Void, Never>?
    private let signUp: SignUp
    private let makeRecoveryCode: MakeRecoveryCode?

    /// Creates the view model of a sign-up screen.
    ///
    /// - Parameters:
    ///   - validator: Validates the form; the validator of the use case.
    ///   - availabilityCheck: Checks whether the ID is available, for this screen alone; nil for no check.
    ///   - signUp: Registers the account.
    ///   - makeRecoveryCode: Makes a recovery code for the new account; nil if the app does not want that.
    ///   - terms: The terms that users agree to; nil if there are none.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        validator: any FormValidating,
        availabilityCheck: (any LiveAvailabilityChecking)? = nil,
        signUp: SignUp,
        makeRecoveryCode: MakeRecoveryCode? = nil,
        terms: Terms? = nil,
        in screen: ScreenContext
    ) {
        self.availabilityCheck = availabilityCheck
        self.signUp = signUp
        self.makeRecoveryCode = makeRecoveryCode
        form = FormModel(validator: validator, terms: terms, in: screen)
        box = ObservableBox(SignUpState(submission: form.state))
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] in await self?.submit(agreeingTo: $0) }
        guard let availabilityCheck else { return }
        form.checkAvailability = { id in
            availabilityCheck.update(id)
            return availabilityCheck.state
        }
        let states = availabilityCheck.states
        listening = Task { [weak self] in
            // An outdated state is skipped, because a newer one follows.
            for await state in states where state == self?.availabilityCheck?.state {
                self?.form.updateAvailability(state)
            }
        }
    }

    // The check may exist longer than the screen.
    deinit { listening?.cancel() }

    /// Agrees to a document, or withdraws the agreement; nothing is stored before the account is registered.
    ///
    /// - Parameters:
    ///   - document: The document; a document that is not among the terms is ignored.
    ///   - isAgreed: Whether the user agrees.
    public func agree(to document: ConsentDocument, _ isAgreed: Bool = true) { form.agree(to: document, isAgreed) }

    /// Submits the form.
    ///
    /// If an agreement is missing, an alert requests it, and nothing is registered. The form is emptied after a
    /// registration, unless signing in was cancelled or the outcome is hidden. If the session cannot be stored, the user
    /// is signed in nevertheless and gets a notice.
    public func submit() async { await submit(agreeingTo: []) }

    private func submit(agreeingTo asked: [ConsentDocument]) async {
        await form.submit(agreeingTo: asked) { [signUp] form, documents throws(SignUpError) in
            try await signUp(form, agreeingTo: documents)
        } then: {
            self.receive($0, to: $1)
        }
    }

    /// Stops the submission, if any; the form keeps its texts.
    ///
    /// An account that was registered already remains, but its owner is not signed in.
    public func stop() { form.stop() }

    /// Leaves the screen: empties the form, and stops the submission, if it can still be stopped.
    ///
    /// An account that was registered already remains, but its owner is not signed in.
    public func cancel() { form.end(with: .left) }

    /// Leaves the screen as ``cancel()`` does, and goes to Sign-in.
    public func switchToSignIn() { form.end(with: .signIn) }

    /// Ends the screen permanently, when it is no longer shown.
    func dismiss() { form.dismiss() }

    /// Makes a recovery code for a new account, after the session has begun.
    private func makeRecoveryCode(of session: Session, _ password: Password) {
        guard let makeRecoveryCode else { return }
        _ = form.screen.queue.enqueue { [form] in
            // If this fails, the user can make a code on the account screen.
            guard let code = try? await makeRecoveryCode(session, password: password) else { return }
            form.proceed(.recoveryCode(code, session))
        }
    }

    private func receive(_ result: Result<SignUpOutcome, SignUpError>, to submitted: AccountForm) {
        switch result {
        case .success(.signedIn(let opened)):
            makeRecoveryCode(of: opened.session, Password(submitted[.password]))
            form.end(in: .done, with: .signedIn(opened.session, FlowNotice(opened)))
        case .success(.challenge(let challenge)):
            // The agreement is stored already.
            form.end(with: .challenge(challenge, ChallengeContext()))
        case .success(.signInRequired): form.end(in: .notice(.signInRequired), with: .signIn)
        case .success(.signInCancelled): form.succeed(with: .signInCancelled)
        case .success(.agreementNotSaved(let error)): form.succeed(with: .agreementNotSaved(error))
        case .success(.outcomeHidden): form.succeed(with: .outcomeHidden)
        case .failure(let error): fail(error, of: submitted)
        }
    }

    private func fail(_ error: SignUpError, of submitted: AccountForm) {
        switch error {
        case .invalidInput(let issues): form.fail(error, blaming: issues, of: submitted)
        case .duplicateAccount: form.fail(error, blaming: [.id: []], of: submitted)
        case .termsRequired(let documents):
            form.halt()
            form.askForAgreement(to: documents)
        case .tooManyAccounts, .accountDeleted: form.fail(error, of: submitted)
        case .service(let failure):
            form.fail(error, because: failure, of: submitted)
            // The flow asks about a store that cannot be read, and a user who cancelled the sign-up needs no alert.
            if ScreenOutcome(unreadable: failure) == nil, failure != .cancelled {
                alerts.present(.signUpRefused(failure), for: form)
            }
        }
    }
}
