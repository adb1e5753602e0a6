public import Domain

/// The sign-in screen: a form, validated at every key press, and its submission.
@MainActor
public final class SignInViewModel: FormViewModel, FlowScreen {
    /// The state of the screen.
    public var state: ObservedValue<SignInState> { box.observed }

    /// The form.
    public let form: FormModel<SignInError>

    private let box: ObservableBox<SignInState>
    private let layout: LatestWinsTask
    private let signIn: SignIn
    private let review: ReviewTerms?
    private let time: ScreenTiming
    private let proceed: @MainActor (ScreenOutcome) -> Void

    /// Creates the view model of a sign-in screen.
    ///
    /// - Parameters:
    ///   - validator: Validates the form; the validator of the use case.
    ///   - signIn: Signs the user in.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    ///   - time: The clocks and durations of the screen.
    ///   - alerts: The queue for the alerts of the screen.
    ///   - queue: The queue for the operations of all screens.
    ///   - proceed: Called with each outcome of the screen.
    public init(
        validator: any FormValidating,
        signIn: SignIn,
        review: ReviewTerms? = nil,
        time: ScreenTiming = ScreenTiming(),
        alerts: AlertQueue = AlertQueue(),
        queue: SerialTaskQueue = SerialTaskQueue(),
        proceed: @escaping @MainActor (ScreenOutcome) -> Void
    ) {
        self.signIn = signIn
        self.review = review
        self.time = time
        self.proceed = proceed
        layout = LatestWinsTask(queue: queue)
        form = FormModel(validator: validator, time: time, alerts: alerts, queue: queue)
        let terms = review.map { TermsState(terms: $0.terms) }
        box = ObservableBox(SignInState(submission: form.state, terms: terms))
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] in await self?.submit() }
    }

    // MARK: Filling in the form

    /// Sets whether the next launch restores the session; a submission in progress is not affected.
    ///
    /// - Parameter remembers: Whether to restore it; true by default.
    public func remember(_ remembers: Bool) { box.value.remembers = remembers }

    /// Agrees to a document, or withdraws the agreement; nothing is stored before the session begins.
    ///
    /// - Parameters:
    ///   - document: The document; a document that is not among the terms is ignored.
    ///   - isAgreed: Whether the user agrees.
    public func agree(to document: ConsentDocument, _ isAgreed: Bool = true) {
        box.value.terms?.agree(to: document, isAgreed)
    }

    // MARK: Appearing, submitting and leaving

    /// Decides how to show the terms; call it whenever the screen appears.
    ///
    /// The terms are shown in full unless the check finds that an account on this device has agreed to them.
    public func appear() async {
        guard let review, !form.isDismissed else { return }
        await layout.run {
            // If this check fails, the terms are shown in full.
            (try? await review.areAgreedOnDevice()) == true
        } then: { areAgreed in
            self.box.value.terms?.layout = areAgreed ? .link : .full
        }
    }

    /// Submits the form; nothing happens while the action of the screen is disabled.
    ///
    /// If an agreement is missing, an alert requests it, and no sign-in is attempted. After a sign-in, the form is
    /// emptied. If the session cannot be stored, the user is signed in nevertheless and gets a notice.
    public func submit() async { await submit(agreeingTo: []) }

    private func submit(agreeingTo asked: [ConsentDocument]) async {
        guard form.canSubmit else { return }
        let terms = box.value.terms
        if let terms, terms.layout == .full, !terms.missing.isEmpty { return askForAgreement(to: terms.missing) }
        let agreed = (terms?.agreedDocuments ?? []) + asked
        let remembers = box.value.remembers
        await form.submit { [time, signIn] form in
            do {
                if time.signInDelay > .zero { try await time.clock.sleep(for: time.signInDelay) }
            } catch {
                return Result<OpenedSession, SignInError>.failure(.service(.cancelled))
            }
            do throws(SignInError) {
                return .success(try await signIn(form, agreeingTo: agreed, remember: remembers))
            } catch {
                return .failure(error)
            }
        } then: {
            self.receive($0, to: $1)
        }
    }

    /// Stops the submission, if any; the form keeps its texts.
    public func stop() { form.stop() }

    /// Leaves the screen: empties the form, and stops the submission, if it can still be stopped.
    public func cancel() {
        reset(to: .idle)
        proceed(.left)
    }

    /// Leaves the screen as ``cancel()`` does, and goes to Sign-up.
    public func switchToSignUp() {
        reset(to: .idle)
        proceed(.signUp)
    }

    /// Ends the screen permanently, when it is no longer shown.
    func dismiss() {
        layout.cancel()
        form.dismiss()
    }

    /// Starts over, because the screen is shown again.
    func didReappear() { reset(to: .idle) }

    private func reset(to phase: SubmissionPhase<SignInError>) {
        box.value.terms?.agreed = []
        form.reset(to: phase)
    }

    private func receive(_ result: Result<OpenedSession, SignInError>, to submitted: AccountForm) {
        switch result {
        case .success(let opened):
            reset(to: .done)
            proceed(.signedIn(opened.session, FlowNotice(opened)))
        case .failure(.termsRequired(let documents)):
            form.halt()
            askForAgreement(to: documents)
        case .failure(let error): fail(error, of: submitted)
        }
    }

    private func fail(_ error: SignInError, of submitted: AccountForm) {
        switch error {
        case .invalidInput(let issues): form.fail(error, blaming: issues, of: submitted)
        // Both are rejected, so that the screen does not reveal which one is wrong.
        case .invalidCredentials: form.fail(error, blaming: [.id: [], .password: []], of: submitted)
        case .throttled(let until): form.fail(error, of: submitted, until: until)
        case .termsRequired, .tooManyAccounts: form.fail(error, of: submitted)
        case .service(let failure):
            form.fail(error, because: failure, of: submitted)
            if let outcome = ScreenOutcome(unreadable: failure) { proceed(outcome) }
        }
    }

    private func askForAgreement(to documents: [ConsentDocument]) {
        alerts.present(.termsRequired(documents), for: form) { [weak self] action in
            guard let self, action == .agree else { return }
            // With a link, no document is marked as agreed to: the next user of the screen has not agreed.
            if box.value.terms?.layout == .full { for document in documents { agree(to: document) } }
            await submit(agreeingTo: documents)
        }
    }
}
