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
    private let style: SignInStyle
    private let answerChallenge: AnswerChallenge?

    /// Creates the view model of a sign-in screen.
    ///
    /// - Parameters:
    ///   - validator: Validates the form; the validator of the use case.
    ///   - signIn: Signs the user in.
    ///   - review: Finds the terms that users must agree to; nil if there are none.
    ///   - style: What the screen does besides signing in.
    ///   - offersPasswordReset: Whether the app has a screen for a forgotten password.
    ///   - answerChallenge: Finds an address that the user has not confirmed yet; nil if the app confirms none.
    ///   - screen: What the screens share, and the way out of this one.
    public init(
        validator: any FormValidating,
        signIn: SignIn,
        review: ReviewTerms? = nil,
        style: SignInStyle = SignInStyle(),
        offersPasswordReset: Bool = false,
        answerChallenge: AnswerChallenge? = nil,
        in screen: ScreenContext
    ) {
        self.signIn = signIn
        self.review = review
        self.style = style
        self.answerChallenge = answerChallenge
        layout = LatestWinsTask(queue: screen.queue)
        form = FormModel(validator: validator, setsPassword: false, terms: review?.terms, in: screen)
        box = ObservableBox(
            SignInState(
                submission: form.state,
                remembers: style.remembersAtFirst,
                offersSignUp: style.offersSignUp,
                offersPasswordReset: offersPasswordReset
            )
        )
        form.changed = { [box] in box.value.submission = $0 }
        form.action = { [weak self] in await self?.submit(agreeingTo: $0) }
    }

    // MARK: Filling in the form

    /// Sets whether the next launch restores the session; a submission in progress is not affected.
    ///
    /// - Parameter remembers: Whether to restore it.
    public func remember(_ remembers: Bool) { box.value.remembers = remembers }

    /// Agrees to a document, or withdraws the agreement; nothing is stored before the session begins.
    ///
    /// - Parameters:
    ///   - document: The document; a document that is not among the terms is ignored.
    ///   - isAgreed: Whether the user agrees.
    public func agree(to document: ConsentDocument, _ isAgreed: Bool = true) { form.agree(to: document, isAgreed) }

    // MARK: Appearing, submitting and leaving

    /// Decides how to show the terms, and whether to offer the confirmation of an address; call it whenever the screen
    /// appears.
    ///
    /// The terms are shown in full unless the check finds that an account on this device has agreed to them.
    public func appear() async {
        guard review != nil || answerChallenge != nil, !form.isDismissed else { return }
        await layout.run { [review, answerChallenge] in
            // If a check fails, the terms are shown in full, and no confirmation is offered.
            ((try? await review?.areAgreedOnDevice()) == true, try? await answerChallenge?.pending())
        } then: { areAgreed, pending in
            if self.review != nil { self.form.layOutTerms(as: areAgreed ? .link : .full) }
            self.box.value.pendingConfirmation = pending
        }
    }

    /// Submits the form.
    ///
    /// If an agreement is missing, an alert requests it, and no sign-in is attempted. After a sign-in, the form is
    /// emptied. If the session cannot be stored, the user is signed in nevertheless and gets a notice.
    public func submit() async { await submit(agreeingTo: []) }

    private func submit(agreeingTo asked: [ConsentDocument]) async {
        let remembers = box.value.remembers
        await form.submit(agreeingTo: asked) { [time = form.time, signIn] form, documents throws(SignInError) in
            do {
                if time.signInDelay > .zero { try await time.clock.sleep(for: time.signInDelay) }
            } catch {
                throw .service(.cancelled)
            }
            let context = ChallengeContext(agreeingTo: documents, remembers: remembers)
            return (try await signIn(form, agreeingTo: documents, remember: remembers), context)
        } then: {
            self.receive($0, to: $1)
        }
    }

    /// Stops the submission, if any; the form keeps its texts.
    public func stop() { form.stop() }

    /// Leaves the screen: empties the form, and stops the submission, if it can still be stopped.
    public func cancel() { form.end(with: .left) }

    /// Leaves the screen as ``cancel()`` does, and goes to Sign-up.
    public func switchToSignUp() { form.end(with: .signUp) }

    /// Leaves the screen as ``cancel()`` does, and goes to the screen for a forgotten password, if the app has one.
    public func resetPassword() {
        guard box.value.offersPasswordReset else { return }
        form.end(with: .passwordReset)
    }

    /// Leaves the screen as ``cancel()`` does, and goes on with the confirmation of an address, if there is one.
    public func confirmAddress() {
        guard let challenge = box.value.pendingConfirmation else { return }
        form.end(with: .challenge(challenge, ChallengeContext(remembers: box.value.remembers)))
    }

    /// Ends the screen permanently, when it is no longer shown.
    func dismiss() {
        layout.cancel()
        form.dismiss()
    }

    /// Starts over, because the screen is shown again.
    func didReappear() { form.reset(to: .idle) }

    private func receive(_ result: Result<(SignInStep, ChallengeContext), SignInError>, to submitted: AccountForm) {
        switch result {
        case .success((.done(let opened), _)):
            let notice = FlowNotice(opened) ?? (style.alertsOutcome ? .signedIn : nil)
            form.end(in: .done, with: .signedIn(opened.session, notice))
        case .success((.challenge(let challenge), let context)): form.end(with: .challenge(challenge, context))
        case .failure(let error): fail(error, of: submitted)
        }
    }

    private func fail(_ error: SignInError, of submitted: AccountForm) {
        switch error {
        case .invalidInput(let issues): form.fail(error, blaming: issues, of: submitted)
        // Both are rejected, so that the screen does not reveal which one is wrong. Most often, it is the password, which
        // must not be typed into another field, where it can be read.
        case .invalidCredentials:
            form.fail(error, blaming: [.id: [], .password: []], of: submitted, focusing: .password)
        case .throttled(let throttling): form.fail(error, of: submitted, until: throttling.end)
        case .termsRequired(let documents):
            form.halt()
            return form.askForAgreement(to: documents)
        case .tooManyAccounts: form.fail(error, of: submitted)
        case .service(let failure):
            form.fail(error, because: failure, of: submitted)
            // The flow asks about a store that cannot be read, and a user who cancelled the sign-in needs no alert.
            if failure == .cancelled || ScreenOutcome(unreadable: failure) != nil { return }
        }
        if style.alertsOutcome { alerts.present(.signInFailed(error), for: form) }
    }
}
